// Puts the page together: dist/index.html holds style, scripts and the engine, so that it
// works from any folder or server, and loads nothing more.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";

const bundle = async (entry, define = {}) => {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    define,
  });
  return result.outputFiles[0].text;
};

const wasm = await readFile("dist/pegsat.wasm");
if (wasm.length > 2e6) throw new Error(`the module has ${wasm.length} bytes, more than 2 MB`);
const worker = await bundle("src/worker.ts");
const page = await bundle("src/page.ts", { WORKER: JSON.stringify(worker) });
const parts = {
  HEAD: "",
  STYLE: await readFile("src/style.css", "utf8"),
  MODULE: wasm.toString("base64"),
  SCRIPT: page.replaceAll("</script", "<\\/script"),
};
const template = await readFile("src/index.html", "utf8");
const html = template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
await writeFile("dist/index.html", html);
console.log(`dist/index.html: ${html.length} bytes; the module: ${wasm.length} bytes`);

// Puts the page together: dist/index.html holds style, scripts and the engine, so that it
// works from any folder or server, and loads nothing more. dist/site/ is the same as a site.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import * as site from "./site.mjs";

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
const worker = await bundle("src/worker.ts");
const page = await bundle("src/page.ts", { WORKER: JSON.stringify(worker) });
const parts = {
  STYLE: await readFile("src/style.css", "utf8"),
  MODULE: wasm.toString("base64"),
  SCRIPT: page.replaceAll("</script", "<\\/script"),
};
// The page's own script and its workers, no other; nothing is loaded from elsewhere or sent there.
const script = createHash("sha256").update(parts.SCRIPT).digest("base64");
parts.POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${script}' 'wasm-unsafe-eval' blob:`,
  "worker-src blob: 'self'",
  "style-src 'unsafe-inline'",
  "img-src data: blob: 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const template = await readFile("src/index.html", "utf8");
const filled = (head) => template.replace(/\{\{(\w+)\}\}/g, (_, name) => (name === "HEAD" ? head : parts[name]));
const html = filled("");
await writeFile("dist/index.html", html);
const about = JSON.parse(await readFile("site.json", "utf8"));
await site.write("dist/site", filled(site.head(about)), about);
console.log(`dist/index.html: ${html.length} bytes; the module: ${wasm.length} bytes; dist/site/ is the same for a host`);

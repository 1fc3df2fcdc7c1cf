// How long a hint takes: 25 games by chance on each puzzle of the gallery, each left at a point
// by chance, 20 s for a hint. `node bench/hints.mjs`, after web/build.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

const GAMES = 25;
const LIMIT = 20_000;

const bundled = await build({ entryPoints: ["src/puzzles.ts"], bundle: true, write: false, format: "esm" });
const { PUZZLES } = await import(`data:text/javascript,${encodeURIComponent(bundled.outputFiles[0].text)}`);
const code = `
  const { parentPort, workerData } = require("node:worker_threads");
  const module = new WebAssembly.Module(workerData);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  const { memory, space, ask, answer } = new WebAssembly.Instance(module, imports).exports;
  parentPort.on("message", (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const at = space(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = ask();
    parentPort.postMessage(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
  });`;
const wasm = await readFile("dist/pegsat.wasm");
let worker = new Worker(code, { eval: true, workerData: wasm });

/** The answer, or null where the limit ends the engine. */
function ask(question) {
  return new Promise((resolve) => {
    const late = setTimeout(async () => {
      worker.removeAllListeners("message");
      await worker.terminate();
      worker = new Worker(code, { eval: true, workerData: wasm });
      resolve(null);
    }, LIMIT);
    worker.once("message", (text) => {
      clearTimeout(late);
      resolve(JSON.parse(text));
    });
    worker.postMessage(question);
  });
}

let seed = 1;
const chance = (below) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * below);
};

console.log("| puzzle | median ms | 90 % | longest | can still win | lost | over 20 s |");
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const { title, source } of PUZZLES) {
  const times = [];
  const counts = { solved: 0, unsolvable: 0, late: 0 };
  for (let game = 0; game < GAMES; game++) {
    let { start: position } = await ask({ do: "open", source });
    for (let left = chance([...position].filter((mark) => mark === "1").length); left > 0; left--) {
      const { jumps } = await ask({ do: "look", position });
      const after = await ask({ do: "jump", position, jump: jumps[chance(jumps.length)] });
      const look = await ask({ do: "look", position: after.position });
      if (look.jumps.length === 0) break; // a hint is asked for where there are jumps
      ({ position } = after);
    }
    const begin = performance.now();
    const solved = await ask({ do: "solve", position });
    times.push(performance.now() - begin);
    counts[solved?.outcome ?? "late"] += 1;
  }
  times.sort((one, other) => one - other);
  const at = (part) => Math.round(times[Math.min(GAMES - 1, Math.floor(part * GAMES))]);
  console.log(`| ${title} | ${at(0.5)} | ${at(0.9)} | ${at(1)} | ${counts.solved} | ${counts.unsolvable} | ${counts.late} |`);
}
await worker.terminate();

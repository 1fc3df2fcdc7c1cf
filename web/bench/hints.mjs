// How long a hint takes: 25 games by chance on each puzzle of the gallery, each left at a point
// by chance, 20 s for a hint, which is asked for as the page does. `node bench/hints.mjs`, after
// web/build; with `all`, every hint that takes longer than half a second is told.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { Worker as Thread } from "node:worker_threads";

const GAMES = 25;
const LIMIT = 20_000;

const bundle = async (stdin, format, define = {}) => {
  const bundled = await build({ stdin: { contents: stdin, resolveDir: "src" }, bundle: true, write: false, format, define });
  return bundled.outputFiles[0].text;
};
const worker = `
  const { parentPort } = require("node:worker_threads");
  globalThis.onmessage = null;
  globalThis.postMessage = (said) => parentPort.postMessage(said);
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
  ${await bundle('import "./worker";', "iife")}`;
// The page's workers, as threads.
globalThis.Worker = class {
  thread = new Thread(worker, { eval: true });
  set onmessage(hear) {
    this.thread.on("message", (data) => hear({ data }));
  }
  set onerror(hear) {
    this.thread.on("error", (error) => hear({ message: String(error) }));
  }
  postMessage(data) {
    this.thread.postMessage(data);
  }
  terminate() {
    void this.thread.terminate();
  }
};
const parts = `
  export { Engine } from "./engine";
  export { PUZZLES } from "./puzzles";
  export { Pair, Solver } from "./solver";`;
const code = await bundle(parts, "esm", { WORKER: '""' });
const { Engine, PUZZLES, Pair, Solver } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const module = await WebAssembly.compile(await readFile("dist/pegsat.wasm"));
const engine = await Engine.start(module);
const pair = new Pair(new Solver(module), new Solver(module));

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
    let { start: position } = engine.ask({ do: "open", source });
    for (let left = chance([...position].filter((mark) => mark === "1").length); left > 0; left--) {
      const { jumps } = engine.ask({ do: "look", position });
      const after = engine.ask({ do: "jump", position, jump: jumps[chance(jumps.length)] });
      const look = engine.ask({ do: "look", position: after.position });
      if (look.jumps.length === 0) break; // a hint is asked for where there are jumps
      ({ position } = after);
    }
    const begin = performance.now();
    const late = setTimeout(() => pair.cancel(), LIMIT);
    const solved = await pair.ask(source, { do: "solve", position }).catch(() => null);
    clearTimeout(late);
    times.push(performance.now() - begin);
    counts[solved?.outcome ?? "late"] += 1;
    if (process.argv[2] === "all" && times.at(-1) > 500) {
      console.error(title, game, Math.round(times.at(-1)), solved?.outcome, solved?.road, position);
    }
  }
  times.sort((one, other) => one - other);
  const at = (part) => Math.round(times[Math.min(GAMES - 1, Math.floor(part * GAMES))]);
  console.log(`| ${title} | ${at(0.5)} | ${at(0.9)} | ${at(1)} | ${counts.solved} | ${counts.unsolvable} | ${counts.late} |`);
}
pair.cancel();
process.exit(0);

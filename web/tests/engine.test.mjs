// The module alone, run by Node: the library where there is no system.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const module = await WebAssembly.compile(await readFile(new URL("../dist/pegsat.wasm", import.meta.url)));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  (imports[from] ??= {})[name] = () => 0;
}

/** A fresh engine: text to text. */
async function engine() {
  const { exports } = await WebAssembly.instantiate(module, imports);
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    const at = exports.space(bytes.length); // may move the memory
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports.ask();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length)));
  };
}

test("games are solved, and jump by jump they are what it says", async () => {
  const ask = await engine();
  for (const [source, jumps] of [["central", 31], ["wiegleb/reversal:4,4", 43], ["triangle5/reversal:0,0", 13]]) {
    let { start: position } = ask(JSON.stringify({ do: "open", source }));
    const solved = ask(JSON.stringify({ do: "solve", position }));
    assert.equal(solved.jumps.length, jumps, source);
    assert.equal(solved.layers.reduce((sum, size) => sum + size), jumps);
    for (const jump of solved.jumps) {
      assert.ok(ask(JSON.stringify({ do: "look", position })).jumps.includes(jump));
      position = ask(JSON.stringify({ do: "jump", position, jump })).position;
    }
    assert.deepEqual(ask(JSON.stringify({ do: "look", position })).done, true);
    assert.equal(ask(JSON.stringify({ do: "sweeps", jumps: solved.jumps })), solved.sweeps);
  }
});

test("what has no solution is refuted", async () => {
  const ask = await engine();
  for (const [source, kind] of [["triangle5/pair:1,2:1,2", "exhaustion"], ["french/reversal:3,3", "position-class"]]) {
    const { start: position } = ask(JSON.stringify({ do: "open", source }));
    const solved = ask(JSON.stringify({ do: "solve", position }));
    assert.deepEqual([solved.outcome, solved.kind], ["unsolvable", kind]);
    assert.equal(JSON.parse(solved.text).certificate.kind, kind);
  }
});

test("questions that are none, and of nothing, are answered with an error", async () => {
  const ask = await engine();
  const look = (position) => JSON.stringify({ do: "look", position });
  assert.match(ask(look("01")).error, /no problem is open/);
  ask(JSON.stringify({ do: "open", source: "central" }));
  const faults = ["", "{", "[]", "{}", '{"do":"fly"}', look(""), look("0".repeat(32)), look("x".repeat(33)), look("é".repeat(33))];
  faults.push(
    JSON.stringify({ do: "open", source: "start:\n" }),
    JSON.stringify({ do: "open", source: "survivor:3,0:3,3" }),
    JSON.stringify({ do: "jump", position: "0".repeat(33), jump: 1e9 }),
    JSON.stringify({ do: "jump", position: "0".repeat(33), jump: 1 }),
    JSON.stringify({ do: "sweeps", jumps: [1e6] }),
    JSON.stringify({ do: "encode", model: "Q" }),
    JSON.stringify({ do: "draw", lattice: "square", cells: [], pegs: 1 }),
    JSON.stringify({ do: "draw", lattice: "square", cells: [[[2147483647, 0], true, null], [[-2147483648, 0], true, null]], pegs: 1 }),
    JSON.stringify({ do: "draw", lattice: "square", cells: [[[0, 0], true, false], [[0, 0], true, false]], pegs: null }),
  );
  for (const fault of faults) assert.ok(ask(fault).error, fault);
  assert.equal(ask(look("1".repeat(33))).pegs, 33);
});

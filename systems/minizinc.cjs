// MiniZinc of the npm package, which is WebAssembly and has Chuffed, with the command line of the
// program: `node minizinc.cjs --solver chuffed model.mzn data.dzn`. The package itself would ask
// the program that is installed; so its page's worker is run, with what a page gives it. What is
// found is printed at the end, all at once.
const { readFileSync, readdirSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const ours = /\.(mzn|dzn)$/;
const files = {};
const words = process.argv.slice(2).map((word) => {
    if (!ours.test(word)) return word;
    const folder = dirname(word);
    for (const name of readdirSync(folder).filter((name) => ours.test(name)))
        files[name] = readFileSync(join(folder, name), 'utf8');
    return basename(word);
});

process.exitCode = 1; // until it has come to an end
let hear;
let asked = false;
const dist = dirname(require.resolve('minizinc'));
globalThis.require = require;
globalThis.__dirname = dist;
globalThis.addEventListener = (_, listener) => { hear = listener; };
globalThis.postMessage = (said) => {
    if (said.type === 'ready' && !asked) {
        asked = true;
        hear({ data: { args: words, files, jsonStream: false } });
    } else if (said.type === 'exit') {
        process.stdout.write(said.stdout ?? '');
        process.stderr.write(said.stderr ?? said.message ?? '');
        process.exitCode = said.code;
    }
};
require(join(dist, 'minizinc-worker.js'));
hear({ data: { wasmURL: join(dist, 'minizinc.wasm'), dataURL: join(dist, 'minizinc.data') } });

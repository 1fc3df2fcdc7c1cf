// A board that cannot be won: which single change would make it so.

import type { Engine, Opened, Solved } from "./engine";
import { type Pair, within } from "./solver";

/** How long one change is looked at, in milliseconds. */
const PATIENCE = 1000;
/** So many changes are looked at. */
const MOST = 60;

export interface Advice {
  /** What to do, in words. */
  text: string;
  /** The board with the change. */
  problem: Opened;
  /** The hole that is empty there, and the one that it is in place of. */
  holes?: [number, number];
}

/** Changes, the plainest first: any finish, then another hole empty in place of one that is. */
function* changes(engine: Engine, problem: Opened): Generator<Advice> {
  const { cells, start, goal, lattice } = problem;
  const holes = cells.map((_, hole) => hole);
  const isAnywhere = problem.says !== null;
  const drawn = (pegs: string, anywhere: boolean): Opened =>
    engine.ask<Opened>({
      do: "draw",
      lattice,
      cells: holes.map((hole): [[number, number], boolean, boolean | null] => [cells[hole]!, pegs[hole] === "1", anywhere ? false : goal[hole]!]),
      pegs: anywhere ? 1 : null,
    });
  if (!isAnywhere) yield { text: "It can be won if the last peg may end in any hole.", problem: drawn(start, true) };
  const empty = holes.filter((hole) => start[hole] === "0");
  for (const from of empty) {
    for (const to of holes.filter((hole) => start[hole] === "1")) {
      const pegs = [...start].map((mark, hole) => (hole === from ? "1" : hole === to ? "0" : mark)).join("");
      yield { text: "It can be won if the marked hole is empty at the start, and the dashed one has a peg.", problem: drawn(pegs, isAnywhere), holes: [to, from] };
    }
  }
}

/** The first change that is soon seen to win; undefined if none is. Only for boards that are drawn. */
export async function advice(engine: Engine, solver: Pair, problem: Opened): Promise<Advice | undefined> {
  if (problem.lines !== null || ![null, "one peg anywhere"].includes(problem.says)) return undefined;
  let looked = 0;
  for (const change of changes(engine, problem)) {
    if (looked++ === MOST) return undefined;
    if (await wins(solver, change.problem)) return change;
  }
  return undefined;
}

async function wins(solver: Pair, { text, start }: Opened): Promise<boolean> {
  const solved = await within(solver, PATIENCE, () => solver.ask<Solved>(text, { do: "hint", position: start }));
  return solved?.outcome === "solved";
}

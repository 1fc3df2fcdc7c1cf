// The puzzles of the gallery, and today's.

import type { Engine, Look, Opened } from "./engine";

export interface Puzzle {
  title: string;
  /** A name that the engine knows, or a board as text. */
  source: string;
  /** How the address names it; what the engine names is named so. */
  id?: string;
  /** The fewest turns known, and whether fewer are impossible. */
  fewest?: number;
  isProved?: boolean;
  /** The day whose puzzle it is. */
  day?: string;
  says?: string;
}

/** Rows of the English board from pegs, with the last peg in the middle. */
function english(rows: string): string {
  const picture = rows.trim().split("/").map((row, y) => (y < 2 || y > 4 ? "    " : "") + [...row].join(" "));
  const goal = "    . . .\n    . . .\n. . . . . . .\n. . . O . . .\n. . . . . . .\n    . . .\n    . . .\n";
  return `lattice: square\nstart:\n${picture.join("\n")}\ngoal:\n${goal}`;
}

/**
 * The fewest turns are those of `pegsat optimise NAME --fewest sweeps`, proved where it says so;
 * the longer games are in results/sweeps and results/english.
 */
export const PUZZLES: Puzzle[] = [
  { title: "Cross", id: "cross", source: english(".../.O./..OOO../...O.../...O.../.../..."), fewest: 5, isProved: true },
  { title: "Plus", id: "plus", source: english(".../.O./...O.../.OOOOO./...O.../.O./..."), fewest: 6, isProved: true },
  { title: "Fireplace", id: "fireplace", source: english("OOO/OOO/..OOO../..O.O../......./.../..."), fewest: 8, isProved: true },
  { title: "Pyramid", id: "pyramid", source: english(".../.O./..OOO../.OOOOO./OOOOOOO/.../..."), fewest: 8, isProved: true },
  { title: "Arrow", id: "arrow", source: english(".O./OOO/.OOOOO./...O.../...O.../OOO/OOO"), fewest: 9, isProved: true },
  { title: "Diamond", id: "diamond", source: english(".O./OOO/.OOOOO./OOO.OOO/.OOOOO./OOO/.O."), fewest: 8, isProved: true },
  { title: "Triangle of 15", source: "triangle5/pair:0,0:0,0", fewest: 10, isProved: true },
  { title: "Triangle of 21", source: "triangle6/pair:0,0:0,0", fewest: 10, isProved: true },
  { title: "Field of 5 × 4", source: "rect5x4/free:0,0", fewest: 10, isProved: true },
  { title: "English board", source: "central", fewest: 18, isProved: true },
  { title: "Square of 36", source: "square6/reversal:0,0", fewest: 16, isProved: true },
  { title: "Triangle of 36", source: "triangle8/free:0,0", fewest: 14, isProved: true },
  { title: "French board", source: "french/pair:2,0:4,0", fewest: 20 },
  { title: "Wiegleb’s board", source: "wiegleb/reversal:4,4", fewest: 24 },
  { title: "Square of 81", source: "square9/pair:4,4:4,4" },
];

/** The puzzle that comes after this one and is not solved yet; else the first that is not. */
export function next(after: Puzzle, isSolved: (puzzle: Puzzle) => boolean): Puzzle | undefined {
  const at = PUZZLES.findIndex((puzzle) => puzzle.source === after.source);
  return [...PUZZLES.slice(at + 1), ...PUZZLES.slice(0, at + 1)].find((puzzle) => puzzle.source !== after.source && !isSolved(puzzle));
}

/** By the number of jumps. */
export function difficulty(jumps: number): string {
  return jumps <= 10 ? "easy" : jumps <= 18 ? "medium" : jumps <= 33 ? "hard" : "very hard";
}

/** Today, where the reader is. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** So many past days have their puzzles in the gallery. */
const PAST = 30;

/** Days before today, the last first. */
export function pastDays(): string[] {
  const now = Date.parse(`${today()}T00:00:00Z`);
  return Array.from({ length: PAST }, (_, back) => new Date(now - (back + 1) * 86_400_000).toISOString().slice(0, 10));
}

/** A day in words. */
export function dayInWords(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`)).toLocaleDateString("en", { day: "numeric", month: "long", timeZone: "UTC" });
}

/** Board and number of jumps, from Sunday to Saturday: longer towards the week's end. */
const WEEK: [string, number][] = [
  ["french/free:3,3", 20],
  ["english/free:3,3", 7],
  ["triangle6/free:0,0", 9],
  ["english/free:3,3", 11],
  ["french/free:3,3", 13],
  ["english/free:3,3", 15],
  ["wiegleb/free:4,4", 18],
];

/**
 * The puzzle of a day: from a last peg that chance chooses, jumps backwards, so that it can be
 * won. The same everywhere.
 */
export function daily(engine: Engine, day: string): Puzzle {
  const time = Date.parse(`${day}T00:00:00Z`);
  // 31 February is 3 March to some.
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
  if (!isDay) throw new Error(`“${day}” is no day`);
  const [source, jumps] = WEEK[new Date(time).getUTCDay()]!;
  const board = engine.ask<Opened>({ do: "open", source });
  const chance = generator(Math.floor(time / 86_400_000));
  let [start, last] = [new Set<number>(), 0];
  do {
    last = Math.floor(chance() * board.cells.length);
    start = new Set([last]);
    for (let made = 0; made < jumps; made++) {
      const back = board.jumps.filter(([from, over, to]) => start.has(to) && !start.has(over) && !start.has(from));
      const jump = back[Math.floor(chance() * back.length)];
      if (jump === undefined) break;
      start.delete(jump[2]);
      start.add(jump[0]).add(jump[1]);
    }
  } while (start.size <= jumps);
  const cells = board.cells.map((cell, hole): [[number, number], boolean, boolean] => [cell, start.has(hole), hole === last]);
  const drawn = engine.ask<Opened>({ do: "draw", lattice: board.lattice, cells, pegs: null });
  const won = wins(engine, drawn.start, chance);
  const says = `${difficulty(jumps)}; of ${GAMES} random games ${won === 0 ? "none" : won} ${won === 1 ? "wins" : "win"}`;
  return { title: `Puzzle of ${dayInWords(day)}`, source: drawn.text, id: `day-${day}`, day, says };
}

const GAMES = 100;

/** How many games by chance win, of the problem that is open. */
function wins(engine: Engine, start: string, chance: () => number): number {
  let won = 0;
  for (let game = 0; game < GAMES; game++) {
    let position = start;
    let look = engine.ask<Look>({ do: "look", position });
    while (look.jumps.length > 0 && !look.done) {
      const jump = look.jumps[Math.floor(chance() * look.jumps.length)]!;
      ({ position } = engine.ask<{ position: string }>({ do: "jump", position, jump }));
      look = engine.ask<Look>({ do: "look", position });
    }
    won += Number(look.done);
  }
  return won;
}

/** Numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// What the browser keeps: games that were begun, the best of those that were won, and the days
// of today's puzzle. A browser that keeps nothing loses nothing else.

interface Kept {
  /** The jumps of games that are not over, by the puzzle's name or text. */
  games: Record<string, number[]>;
  /** Those of them in which help was asked for. */
  helped: Record<string, true>;
  /** The fewest turns of games won without help. */
  bests: Record<string, number>;
  won: number;
  /** The puzzles that were won, with help or without. */
  solved: Record<string, true>;
  /** Days whose puzzle was won on that day, as 2026-01-31. */
  days: string[];
  /** Days whose puzzle was won later. */
  late: string[];
  /** The address of the puzzle that was open last. */
  last: string;
  /** Whether coordinates are shown. */
  coordinates: boolean;
  /** Whether letters are no keys. */
  noLetters: boolean;
}

const KEY = "pegsat";
/** So many games are kept; the oldest go first. */
const MOST = 50;

/** What is kept, as far as it has the form that it should have: anything may stand there. */
function read(): Kept {
  let kept: Partial<Record<keyof Kept, unknown>> = {};
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (isRecord(found)) kept = found;
  } catch {
    // as if nothing was kept
  }
  const words = (found: unknown): string[] => (Array.isArray(found) ? found.filter((word) => typeof word === "string") : []);
  const record = <T>(found: unknown, fits: (value: unknown) => boolean): Record<string, T> =>
    Object.fromEntries(Object.entries(isRecord(found) ? found : {}).filter(([, value]) => fits(value))) as Record<string, T>;
  return {
    games: record(kept.games, (jumps) => Array.isArray(jumps)),
    helped: record(kept.helped, (is) => is === true),
    bests: record(kept.bests, Number.isInteger),
    won: Number.isInteger(kept.won) ? (kept.won as number) : 0,
    solved: record(kept.solved, (is) => is === true),
    days: words(kept.days),
    late: words(kept.late),
    last: typeof kept.last === "string" ? kept.last : "",
    coordinates: kept.coordinates === true,
    noLetters: kept.noLetters === true,
  };
}

function isRecord(found: unknown): found is Record<string, unknown> {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

function change(by: (kept: Kept) => void): void {
  const kept = read();
  by(kept);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Private windows and full disks: it is a game.
  }
}

export function game(key: string): number[] {
  const jumps = read().games[key];
  return Array.isArray(jumps) ? jumps.filter(Number.isInteger) : [];
}

/** Whether help was asked for in that game. */
export function wasHelped(key: string): boolean {
  return read().helped[key] === true;
}

export function keep(key: string, jumps: number[], helped: boolean): void {
  change(({ games, helped: all }) => {
    delete games[key];
    delete all[key];
    if (jumps.length > 0) games[key] = jumps;
    if (helped) all[key] = true;
    for (const old of Object.keys(games).slice(0, -MOST)) delete games[old];
    for (const old of Object.keys(all).slice(0, -MOST)) delete all[old];
  });
}

/** The most puzzles of which it is known that they were won. */
const MOST_SOLVED = 1000;

/**
 * Notes a game that was won, of the puzzle of `day` if it is a day's, which counts for days in a
 * row on that day alone; gives the best before it, if there was one.
 */
export function win(key: string, turns: number, helped: boolean, day: string | undefined, today: string): number | undefined {
  const before = read().bests[key];
  change((kept) => {
    kept.won += 1;
    if (!helped) kept.bests[key] = Math.min(turns, before ?? turns);
    kept.solved[key] = true;
    for (const old of Object.keys(kept.solved).slice(0, -MOST_SOLVED)) delete kept.solved[old];
    const days = day === today ? kept.days : kept.late;
    if (day !== undefined && !days.includes(day)) days.push(day);
  });
  return before;
}

/** Whether that puzzle was won. */
export function isSolved(key: string): boolean {
  const { solved, bests } = read();
  return solved[key] === true || bests[key] !== undefined;
}

/** Whether that day's puzzle was won, on the day or later. */
export function isDayDone(day: string): boolean {
  const { days, late } = read();
  return days.includes(day) || late.includes(day);
}

/** Whether no game was ever won here. */
export function isNew(): boolean {
  const { won, bests } = read();
  return won === 0 && Object.keys(bests).length === 0;
}

/** The address of the puzzle that was open last, if one was. */
export function last(): string {
  return read().last;
}

export function keepLast(address: string): void {
  change((kept) => (kept.last = address));
}

/** What the reader chose: read once, and kept. */
export function choices(): { coordinates: boolean; noLetters: boolean } {
  const { coordinates, noLetters } = read();
  return { coordinates, noLetters };
}

export function choose(choices: { coordinates: boolean; noLetters: boolean }): void {
  change((kept) => Object.assign(kept, choices));
}

export function best(key: string): number | undefined {
  return read().bests[key];
}

/** Puzzles won, and days in a row that end today or yesterday. */
export function statistics(today: string): { won: number; row: number; isTodayDone: boolean } {
  const { won, days } = read();
  const done = new Set(days);
  const before = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  let row = 0;
  for (let day = done.has(today) ? today : before(today); done.has(day); day = before(day)) row += 1;
  return { won, row, isTodayDone: done.has(today) };
}

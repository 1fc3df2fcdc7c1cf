// What the browser keeps: games that were begun, the best of those that were won, and the days
// of today's puzzle. A browser that keeps nothing loses nothing else.

interface Kept {
  /** The jumps of games that are not over, by the puzzle's name or text. */
  games: Record<string, number[]>;
  /** The fewest turns of games won without help. */
  bests: Record<string, number>;
  won: number;
  /** Days whose puzzle was won, as 2026-01-31. */
  days: string[];
}

const KEY = "pegsat";
/** So many games are kept; the oldest go first. */
const MOST = 50;

function read(): Kept {
  const none: Kept = { games: {}, bests: {}, won: 0, days: [] };
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return none;
  }
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

export function keep(key: string, jumps: number[]): void {
  change(({ games }) => {
    delete games[key];
    if (jumps.length > 0) games[key] = jumps;
    for (const old of Object.keys(games).slice(0, -MOST)) delete games[old];
  });
}

/** Notes a game that was won; gives the best before it, if there was one. */
export function win(key: string, turns: number, helped: boolean, day: string | null): number | undefined {
  const before = read().bests[key];
  change((kept) => {
    kept.won += 1;
    if (!helped) kept.bests[key] = Math.min(turns, before ?? turns);
    if (day !== null && !kept.days.includes(day)) kept.days.push(day);
  });
  return before;
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

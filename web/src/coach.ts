// What is known of positions: which can still win, and by which jump. Each is asked once.

import type { Opened, Solved } from "./engine";
import { Cancelled, type Pair, type Solver, within } from "./solver";

/** How long an earlier position is looked at, in milliseconds. */
const PATIENCE = 1500;

export type Verdict = "wins" | "loses" | "open";

export interface Known {
  verdict: Verdict;
  /** A jump that keeps the win. */
  jump?: number;
  /** The answer itself, if this position was asked about. */
  solved?: Solved;
}

export class Coach {
  private readonly known = new Map<string, Known>();
  private problem!: Opened;

  /** `after` is the position after a jump. */
  constructor(private readonly after: (position: string, jump: number) => string) {}

  begin(problem: Opened): void {
    this.problem = problem;
    this.known.clear();
  }

  of(position: string): Known | undefined {
    return this.known.get(position);
  }

  /** What it was, or what the solver says now. */
  async ask(solver: Solver | Pair, position: string, wantsAnswer = false): Promise<Known> {
    const before = this.known.get(position);
    if (before && (!wantsAnswer || before.solved)) return before;
    const { problem } = this;
    const source = problem.name === "board" ? problem.text : problem.name;
    const solved = await solver.ask<Solved>(source, { do: wantsAnswer ? "solve" : "hint", position });
    if (problem !== this.problem) throw new Cancelled("another puzzle");
    return this.learn(position, solved);
  }

  private learn(position: string, solved: Solved): Known {
    const verdict: Verdict = { solved: "wins", unsolvable: "loses", unknown: "open" }[solved.outcome] as Verdict;
    const known: Known = { verdict, solved };
    if (solved.jumps?.[0] !== undefined) known.jump = solved.jumps[0];
    let at = position;
    for (const jump of solved.jumps ?? []) {
      if (!this.known.has(at)) this.known.set(at, { verdict, jump });
      at = this.after(at, jump);
    }
    this.known.set(position, known);
    return known;
  }

  /**
   * The last of these positions, each a jump after the one before, that is soon seen to win: once
   * a game is lost it stays lost, so that half of them need not be asked. What takes too long
   * counts as lost, and is cancelled. -1 if none is seen to win.
   */
  async lastWinning(solver: Pair, positions: string[]): Promise<number> {
    let [wins, loses] = [-1, positions.length];
    while (wins + 1 < loses) {
      const middle = (wins + loses) >> 1;
      if (await this.winsSoon(solver, positions[middle]!)) wins = middle;
      else loses = middle;
    }
    return wins;
  }

  private async winsSoon(solver: Pair, position: string): Promise<boolean> {
    const known = await within(solver, PATIENCE, () => this.ask(solver, position));
    return known?.verdict === "wins";
  }
}

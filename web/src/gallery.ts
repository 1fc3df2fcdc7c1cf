// The gallery: puzzles as pictures, with difficulty, the best that is known, and your own.

import type { Engine, Opened } from "./engine";
import { extent } from "./grid";
import { PUZZLES, type Puzzle, daily, dayInWords, difficulty, pastDays, today } from "./puzzles";
import * as store from "./store";
import { count } from "./words";

const SVG = "http://www.w3.org/2000/svg";

export class Gallery {
  private readonly dialog = document.getElementById("gallery") as HTMLDialogElement;

  constructor(
    private readonly engine: Engine,
    private readonly open: (puzzle: Puzzle) => void,
  ) {
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.dialog.querySelector("#close-gallery")!.addEventListener("click", () => this.dialog.close());
  }

  show(): void {
    const { won, row, isTodayDone } = store.statistics(today());
    this.dialog.querySelector("#statistics")!.textContent =
      won === 0 ? "" : `${count(won, "game")} won${row > 0 ? `; today’s puzzle ${count(row, "day")} in a row` : ""}${isTodayDone ? "; today’s is done" : ""}.`;
    this.dialog.querySelector("#puzzles")!.replaceChildren(...[daily(this.engine, today()), ...PUZZLES].map((puzzle) => this.card(puzzle)));
    this.dialog.querySelector("#days")!.replaceChildren(...pastDays().map((day) => this.past(day)));
    this.dialog.showModal();
  }

  /** A past day; its puzzle is made when it is asked for. */
  private past(day: string): HTMLElement {
    const button = document.createElement("button");
    const isDone = store.isDayDone(day);
    button.textContent = `${isDone ? "✓ " : ""}${dayInWords(day)}`;
    if (isDone) button.setAttribute("aria-label", `${dayInWords(day)}, done`);
    button.onclick = () => {
      this.dialog.close();
      this.open(daily(this.engine, day));
    };
    return button;
  }

  private card(puzzle: Puzzle): HTMLElement {
    const opened = this.engine.ask<Opened>({ do: "open", source: puzzle.source });
    const pegs = [...opened.start].filter((mark) => mark === "1").length;
    const key = opened.name === "board" ? opened.text : opened.name;
    const best = store.best(key);
    const card = document.createElement("button");
    const line = (text: string, name = ""): void => {
      const element = document.createElement("span");
      element.className = name;
      element.textContent = text;
      card.append(element);
    };
    card.append(thumbnail(opened));
    line(puzzle.title, "title");
    line(`${puzzle.says ?? difficulty(pegs - 1)}`);
    if (puzzle.fewest !== undefined) line(`best known: ${count(puzzle.fewest, "turn")}`);
    if (best !== undefined) line(`yours: ${count(best, "turn")}`, "own");
    else if (store.isSolved(key)) line("solved with help", "own");
    card.onclick = () => {
      this.dialog.close();
      this.open(puzzle);
    };
    return card;
  }
}

/** A small picture of the start, perhaps with an empty hole marked, and a peg dashed. */
export function thumbnail(problem: Opened, marked?: number, filled?: number): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const [across, down] = extent(problem.places);
  svg.setAttribute("viewBox", `0 0 ${across} ${down}`);
  if (marked === undefined) {
    svg.setAttribute("aria-hidden", "true");
  } else {
    svg.setAttribute("role", "img");
    const dashed = filled === undefined ? "" : `, and the one in ${problem.cells[filled]!.join(",")} dashed`;
    svg.setAttribute("aria-label", `the start, with the hole in ${problem.cells[marked]!.join(",")} marked${dashed}`);
  }
  problem.places.forEach(([column, row], hole) => {
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("cx", String(column / 2 + 0.5));
    circle.setAttribute("cy", String(row + 0.5));
    const isPeg = problem.start[hole] === "1";
    circle.setAttribute("r", isPeg ? "0.4" : "0.18");
    if (isPeg) circle.setAttribute("class", "peg");
    if (hole === marked) circle.setAttribute("class", "marked");
    if (hole === filled) circle.setAttribute("class", "peg filled");
    svg.append(circle);
  });
  return svg;
}

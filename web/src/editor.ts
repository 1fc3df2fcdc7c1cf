// Drawing a board: cells of a grid become holes, with pegs or without.

import type { Engine, Opened } from "./engine";
import { cell, frame } from "./grid";
import { message } from "./words";

type Cell = "peg" | "empty" | "none";

const get = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

export class Editor {
  private cells: Cell[][] = [];
  /** What the goal has in cells, where that is not an empty hole: a peg, or either. */
  private goal = new Map<string, "goal" | "either">();
  /** The cell that was painted last, while the pointer is down. */
  private painted: string | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly use: (text: string) => void,
  ) {
    for (const id of ["columns", "rows"]) get(id).addEventListener("change", () => this.resize());
    get("lattice").addEventListener("change", () => this.build());
    get("anywhere").addEventListener("change", () => this.build());
    const all = (cell: Cell) => (): void => {
      get("editor-error").textContent = "";
      this.cells = this.cells.map((row) => row.map(() => cell));
      this.goal.clear();
      get<HTMLInputElement>("anywhere").checked = true; // no last peg is marked any more
      this.build();
    };
    get("clear").addEventListener("click", all("none"));
    get("fill").addEventListener("click", all("peg"));
    get("board").addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (this.painted = null));
    get("use").addEventListener("click", () => this.finish());
  }

  /** Begins with the board that is on the table. */
  begin(problem: Opened): void {
    const width = Math.max(...problem.cells.map((cell) => cell[0])) + 1;
    const height = Math.max(...problem.cells.map((cell) => cell[1])) + 1;
    const most = Number(get<HTMLInputElement>("columns").max);
    const isSmall = Math.max(width, height) <= most;
    this.cells = [];
    this.goal.clear();
    get("editor-error").textContent = "";
    get<HTMLInputElement>("columns").value = String(isSmall ? width : 7);
    get<HTMLInputElement>("rows").value = String(isSmall ? height : 7);
    get<HTMLSelectElement>("lattice").value = problem.lattice;
    if (isSmall) {
      this.cells = Array.from({ length: height }, () => Array<Cell>(width).fill("none"));
      problem.cells.forEach(([x, y], hole) => {
        this.cells[y]![x] = problem.start[hole] === "1" ? "peg" : "empty";
        const mark = problem.goal[hole];
        if (problem.says === null && mark !== false) this.goal.set(`${x},${y}`, mark ? "goal" : "either");
      });
    }
    get<HTMLInputElement>("anywhere").checked = this.goal.size === 0;
    if (problem.says !== null && problem.says !== "one peg anywhere") {
      get("editor-error").textContent = `Here the goal becomes one peg anywhere, in place of: ${problem.says}.`;
    }
    this.resize();
    get("board").querySelector<HTMLElement>("button")?.focus();
  }

  /** The number that is there; a field without one goes back to what the board has. */
  private size(id: string, now: number): number {
    const input = get<HTMLInputElement>(id);
    const number = Math.round(Number(input.value));
    const value = input.value === "" || Number.isNaN(number) ? now : Math.min(Number(input.max), Math.max(1, number));
    input.value = String(value);
    return value;
  }

  private resize(): void {
    const [width, height] = [this.size("columns", this.cells[0]?.length ?? 7), this.size("rows", this.cells.length || 7)];
    const old = this.cells;
    this.cells = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => old[y]?.[x] ?? (old.length === 0 ? "peg" : "none")),
    );
    this.build();
  }

  private build(): void {
    const board = get("board");
    const leaning = get<HTMLSelectElement>("lattice").value === "triangular";
    const height = this.cells.length;
    const width = this.cells[0]?.length ?? 0;
    const across = width + (leaning ? (height - 1) / 2 : 0);
    frame(board, across, height);
    const cells = this.cells.flatMap((row, y) =>
      row.map((_, x) => {
        const column = x + (leaning ? (height - 1 - y) / 2 : 0);
        const element = cell([column, y], across, height);
        element.dataset.cell = `${x},${y}`;
        element.tabIndex = x === 0 && y === 0 ? 0 : -1;
        element.addEventListener("focus", () => {
          for (const other of board.querySelectorAll("button")) other.tabIndex = other === element ? 0 : -1;
        });
        element.addEventListener("keydown", (event) => this.arrow(event, x, y));
        element.addEventListener("pointerdown", (event) => {
          if (event.button !== 0) return;
          element.releasePointerCapture(event.pointerId); // a finger's goes on to other cells
          this.painted = `${x},${y}`;
          this.paint(x, y, false);
          this.draw(element, x, y);
        });
        element.addEventListener("click", (event) => {
          if (event.detail > 0) return; // painted when the pointer went down; this is a key
          this.paint(x, y, false);
          this.draw(element, x, y);
        });
        this.draw(element, x, y);
        return element;
      }),
    );
    board.replaceChildren(...cells);
  }

  /** Arrow keys go from cell to cell. */
  private arrow(event: KeyboardEvent, x: number, y: number): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the game is not on the board
    get("board").querySelector<HTMLElement>(`[data-cell="${x + step[0]},${y + step[1]}"]`)?.focus();
  }

  private drag(event: PointerEvent): void {
    if (this.painted === null) return;
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-cell]");
    const cell = element?.dataset.cell;
    if (!element || cell === undefined || cell === this.painted) return;
    this.painted = cell;
    const [x, y] = cell.split(",").map(Number) as [number, number];
    this.paint(x, y, true);
    this.draw(element, x, y);
  }

  /** Where a goal's mark is already, it goes, unless it is dragged over. */
  private paint(x: number, y: number, isDragged: boolean): void {
    get("editor-error").textContent = "";
    const brush = document.querySelector<HTMLInputElement>("[name=brush]:checked")?.value ?? "peg";
    const cell = `${x},${y}`;
    if (brush === "goal" || brush === "either") {
      get<HTMLInputElement>("anywhere").checked = false;
      if (this.goal.get(cell) === brush && !isDragged) this.goal.delete(cell);
      else this.goal.set(cell, brush);
      if (this.cells[y]![x] === "none") this.cells[y]![x] = "empty";
    } else {
      this.cells[y]![x] = brush as Cell;
      if (brush === "none") this.goal.delete(cell);
    }
  }

  private draw(element: HTMLElement, x: number, y: number): void {
    const cell = this.cells[y]![x]!;
    const mark = get<HTMLInputElement>("anywhere").checked ? undefined : this.goal.get(`${x},${y}`);
    element.className = `${cell} ${mark ?? ""}`;
    const last = { goal: ", a last peg", either: ", at the end a peg or none", none: "" };
    const words = { peg: "peg", empty: "empty hole", none: "no hole" };
    element.setAttribute("aria-label", `column ${x}, row ${y}: ${words[cell]}${last[mark ?? "none"]}`);
  }

  private mark(cell: string): boolean | null {
    const mark = this.goal.get(cell);
    return mark === "either" ? null : mark === "goal";
  }

  private finish(): void {
    const anywhere = get<HTMLInputElement>("anywhere").checked;
    const cells = this.cells.flatMap((row, y) =>
      row.flatMap((cell, x): [[number, number], boolean, boolean | null][] =>
        cell === "none" ? [] : [[[x, y], cell === "peg", this.mark(`${x},${y}`)]],
      ),
    );
    const pegs = cells.filter(([, peg]) => peg).length;
    const refuse = cells.length === 0
      ? "There is no hole yet: draw some pegs, and at least one empty hole."
      : pegs === 0
        ? "There is no peg yet: draw some."
        : pegs === cells.length
          ? "Every hole has a peg, so that none can jump: draw at least one empty hole."
          : !anywhere && ![...this.goal.values()].includes("goal")
            ? "Mark at least one last peg, or choose one peg anywhere."
            : "";
    get("editor-error").textContent = refuse;
    if (refuse !== "") return;
    const lattice = get<HTMLSelectElement>("lattice").value;
    try {
      const drawn = this.engine.ask<Opened>({ do: "draw", lattice, cells, pegs: anywhere ? 1 : null });
      get("editor-error").textContent = "";
      this.use(drawn.text);
    } catch (error) {
      get("editor-error").textContent = message(error);
    }
  }
}

// The board on the table: holes that are buttons, pegs that lift, follow the finger and jump.

import { MARGIN, cell, extent, frame, put } from "./grid";
import type { Opened } from "./engine";
import type { Verdict } from "./coach";

const SVG = "http://www.w3.org/2000/svg";
/** So far a finger or a mouse may go before a click becomes a drag, in pixels. */
const SLOP = 5;
/** How long a jump takes, in milliseconds; the style sheet has it too. */
const JUMP = 180;

/** What the board shows. */
export interface View {
  position: string;
  picked: number | null;
  /** Where the picked peg can jump to. */
  targets: Set<number>;
  /** Pegs that are marked, as they can jump. */
  movable: Set<number>;
  /** The holes of the jump that was made last. */
  last: [number, number, number] | null;
  /** The jump that leads here, where a peg is to be seen moving. */
  moved: [number, number, number] | null;
}

interface Player {
  /** A hole was chosen, by click or by key. */
  choose(hole: number): void;
  /** A peg is lifted; whether there is one to lift. */
  lift(hole: number): boolean;
  /** It is put down in this hole, or beside all of them. */
  drop(from: number, to: number | null): void;
}

interface Press {
  hole: number;
  x: number;
  y: number;
  isLifted: boolean;
}

export class Board {
  focus = 0;
  private problem!: Opened;
  private holes: HTMLButtonElement[] = [];
  private pegs = new Map<number, HTMLElement>();
  private view!: View;
  private press: Press | null = null;
  /** A drag ends in a click, which means nothing. */
  private isDragged = false;

  constructor(
    private readonly root: HTMLElement,
    private readonly player: Player,
  ) {
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.letGo(null));
    root.addEventListener("click", (event) => {
      const chosen = this.holeOf(event);
      if (chosen !== undefined && !this.isDragged) player.choose(chosen);
      this.isDragged = false;
    });
    root.addEventListener("keydown", (event) => {
      if (this.holeOf(event) === undefined) return;
      if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        this.arrow(event.key);
      } else if (event.key === "Escape" && this.view.picked !== null) {
        player.choose(this.view.picked);
      }
    });
    root.addEventListener("focusin", (event) => {
      this.focus = this.holeOf(event) ?? this.focus;
    });
  }

  take(): void {
    this.holes[this.focus]?.focus();
  }

  build(problem: Opened): void {
    this.problem = problem;
    this.press = null;
    this.pegs.clear();
    const { places, cells } = problem;
    const [across, down] = extent(places);
    frame(this.root, across, down);
    const arrows = document.createElementNS(SVG, "svg");
    arrows.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${across + 2 * MARGIN} ${down + 2 * MARGIN}`);
    arrows.setAttribute("aria-hidden", "true");
    this.holes = places.map(([column, row], hole) => {
      const element = cell([column / 2, row], across, down);
      element.dataset.hole = String(hole);
      return element;
    });
    const label = (text: number, place: [number, number]): HTMLElement => {
      const element = document.createElement("span");
      element.className = "coordinate";
      element.setAttribute("aria-hidden", "true");
      element.textContent = String(text);
      put(element, place, across, down);
      return element;
    };
    // On triangles columns lean; they are named where they end, under the last row.
    const bottom = Math.max(...cells.map(([, y]) => y));
    const isSquare = problem.lattice !== "triangular";
    const columns = new Map(places.flatMap(([column], hole): [number, number][] =>
      isSquare || cells[hole]![1] === bottom ? [[cells[hole]![0], column / 2]] : []));
    const rows = new Set(cells.map(([, y]) => y));
    const joined = arrows.cloneNode() as SVGElement;
    joined.setAttribute("class", "joined");
    for (const [a, over, b] of problem.lines ?? []) {
      const line = document.createElementNS(SVG, "path");
      const at = (hole: number): string => `${places[hole]![0] / 2 + 0.5} ${places[hole]![1] + 0.5}`;
      line.setAttribute("d", `M${at(a)}L${at(over)}L${at(b)}`);
      joined.append(line);
    }
    // Where holes lie on a circle no row or column has a name.
    const isGrid = places.every((place) => place.every(Number.isInteger));
    if (!isGrid) [columns, rows].forEach((names) => names.clear());
    this.root.replaceChildren(
      ...[...columns].map(([x, column]) => label(x, [column, isSquare ? -0.5 - MARGIN / 2 : down - 0.5 + MARGIN / 2])),
      ...[...rows].map((y) => label(y, [-0.5 - MARGIN / 2, y])),
      ...this.holes,
      arrows,
      joined,
    );
  }

  draw(view: View): void {
    this.view = view;
    const { problem } = this;
    this.holes.forEach((element, hole) => {
      const isPeg = view.position[hole] === "1";
      const isTarget = view.targets.has(hole);
      const [x, y] = problem.cells[hole]!;
      element.className = [
        isPeg ? "peg" : "",
        problem.goal[hole] === true ? "goal" : "",
        problem.says === null && problem.goal[hole] === null ? "either" : "",
        hole === view.picked ? "picked" : "",
        isTarget ? "target" : "",
        view.movable.has(hole) ? "movable" : "",
        hole === view.last?.[0] || hole === view.last?.[2] ? "last" : "",
      ].join(" ");
      element.tabIndex = hole === this.focus ? 0 : -1;
      const state = isPeg ? (view.movable.has(hole) ? "peg that can jump" : "peg") : isTarget ? "empty, the peg can jump here" : "empty";
      element.setAttribute("aria-label", `column ${x}, row ${y}: ${state}${problem.goal[hole] === true ? ", goal" : ""}`);
      element.setAttribute("aria-pressed", String(hole === view.picked));
    });
    this.place(view);
  }

  /** Pegs where the position has them; the one that jumped goes there. */
  private place({ position, picked, moved }: View): void {
    const [across, down] = extent(this.problem.places);
    const at = (hole: number): [number, number] => {
      const [column, row] = this.problem.places[hole]!;
      return [column / 2, row];
    };
    if (moved !== null) {
      const [from, , to] = moved;
      const peg = this.pegs.get(from);
      if (peg !== undefined && !this.pegs.has(to)) {
        this.pegs.delete(from);
        this.pegs.set(to, peg);
        put(peg, at(to), across, down, 0.75);
      }
    }
    const arrows = this.root.querySelector("svg")!;
    this.problem.places.forEach((_, hole) => {
      const peg = this.pegs.get(hole);
      if (position[hole] === "1") {
        const element = peg ?? document.createElement("i");
        if (peg === undefined) {
          element.className = "piece";
          put(element, at(hole), across, down, 0.75);
          this.pegs.set(hole, element);
          arrows.before(element);
        }
        element.classList.toggle("picked", hole === picked);
      } else if (peg !== undefined) {
        this.pegs.delete(hole);
        peg.classList.add("taken");
        window.setTimeout(() => peg.remove(), JUMP);
      }
    });
  }

  /** A peg that cannot do what was asked of it shakes. */
  shake(hole: number): void {
    const peg = this.pegs.get(hole);
    if (peg === undefined) return;
    peg.classList.remove("shaken");
    void peg.offsetWidth; // so that it begins again
    peg.classList.add("shaken");
    peg.addEventListener("animationend", () => peg.classList.remove("shaken"), { once: true });
  }

  /** Arrows for jumps, in the colours of what is known of them. */
  arrows(jumps: Iterable<[number, Verdict]>): void {
    const place = (hole: number): [number, number] => {
      const [column, row] = this.problem.places[hole]!;
      return [column / 2 + 0.5, row + 0.5];
    };
    const lines = [...jumps].map(([jump, verdict]) => {
      const line = document.createElementNS(SVG, "path");
      const [from, , to] = this.problem.jumps[jump]!;
      line.setAttribute("d", arrow(place(from), place(to)));
      line.setAttribute("class", verdict);
      return line;
    });
    this.root.querySelector("svg")!.replaceChildren(...lines);
  }

  private holeOf(event: Event): number | undefined {
    const element = (event.target as Element).closest<HTMLElement>("[data-hole]");
    return element ? Number(element.dataset.hole) : undefined;
  }

  /** The arrow keys go from hole to hole. */
  private arrow(key: string): void {
    const [column, row] = this.problem.places[this.focus]!;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key]!;
    let best: [number, number] | undefined;
    this.problem.places.forEach(([x, y], hole) => {
      const [along, aside] = dx === 0 ? [(y - row) * dy!, Math.abs(x - column) / 2] : [((x - column) / 2) * dx!, Math.abs(y - row)];
      if (along <= 0 || aside > along) return;
      const cost = along + 3 * aside;
      if (best === undefined || cost < best[0]) best = [cost, hole];
    });
    if (best === undefined) return;
    this.focus = best[1];
    this.holes.forEach((element, hole) => (element.tabIndex = hole === this.focus ? 0 : -1));
    this.take();
  }

  private down(event: PointerEvent): void {
    const hole = this.holeOf(event);
    this.isDragged = false;
    if (hole === undefined || !event.isPrimary || event.button !== 0 || !this.pegs.has(hole)) return;
    this.press = { hole, x: event.clientX, y: event.clientY, isLifted: false };
  }

  private move(event: PointerEvent): void {
    const { press } = this;
    if (press === null || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.isLifted) {
      if (Math.hypot(dx, dy) < SLOP) return;
      if (!this.player.lift(press.hole)) {
        this.press = null;
        return;
      }
      press.isLifted = this.isDragged = true;
      this.root.setPointerCapture(event.pointerId);
    }
    const peg = this.pegs.get(press.hole)!;
    peg.classList.add("lifted");
    peg.style.transform = `translate(${dx}px, ${dy}px) scale(1.15)`;
    const near = this.near(event);
    this.holes.forEach((element, hole) => element.classList.toggle("near", hole === near));
  }

  private up(event: PointerEvent): void {
    this.letGo(this.press?.isLifted ? this.near(event) ?? this.under(event) : null);
  }

  private letGo(to: number | null): void {
    const { press } = this;
    this.press = null;
    if (!press?.isLifted) return;
    const peg = this.pegs.get(press.hole);
    peg?.classList.remove("lifted");
    if (to !== null && this.view.targets.has(to)) {
      // It is there already, and does not come flying from where it was.
      peg?.classList.add("dropped");
      window.setTimeout(() => peg?.classList.remove("dropped"), JUMP);
    }
    if (peg) peg.style.transform = "";
    for (const element of this.holes) element.classList.remove("near");
    this.player.drop(press.hole, to);
  }

  /** The hole under the pointer. */
  private under({ clientX, clientY }: PointerEvent): number | null {
    const at = this.holes.findIndex((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    });
    return at < 0 ? null : at;
  }

  /** The target under the pointer, or next to it. */
  private near(event: PointerEvent): number | null {
    let best: [number, number] | null = null;
    for (const hole of this.view.targets) {
      const { left, top, width, height } = this.holes[hole]!.getBoundingClientRect();
      const away = Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2) / width;
      if (away < 0.8 && (best === null || away < best[0])) best = [away, hole];
    }
    return best?.[1] ?? null;
  }
}

/** The path of an arrow from hole to hole, its head a little before the end. */
function arrow([x, y]: [number, number], [toX, toY]: [number, number]): string {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const [tipX, tipY] = [toX - 0.2 * dx, toY - 0.2 * dy];
  const side = (sign: number): string =>
    `M${tipX},${tipY} L${tipX - 0.22 * dx + sign * 0.16 * dy},${tipY - 0.22 * dy - sign * 0.16 * dx}`;
  return `M${x},${y} L${tipX},${tipY} ${side(1)} ${side(-1)}`;
}

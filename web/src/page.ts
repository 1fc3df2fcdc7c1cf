// The page: draws the game that the engine knows, and asks it everything.

import { Editor } from "./editor";
import { cell, extent, frame } from "./grid";
import { Engine, type Look, type Names, type Opened, type Solved } from "./engine";
import { Cancelled, Solver } from "./solver";
import { why } from "./why";

type Verdict = "wins" | "loses" | "open";

const get = <T extends Element = HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as unknown as T;
};
const button = (id: string): HTMLButtonElement => get<HTMLButtonElement>(id);

/** How often the board changes while it plays, in milliseconds. */
const BEAT = 450;

class Page {
  private problem!: Opened;
  /** Positions from the start to what follows, and the jumps between them. */
  private positions: string[] = [];
  private jumps: number[] = [];
  /** Which of the positions is on the board. */
  private now = 0;
  /** After which jumps a layer ends, where a solution follows. */
  private layerEnds = new Set<number>();
  private look!: Look;
  private picked: number | null = null;
  private focus = 0;
  private hints = new Map<number, Verdict>();
  private holes: HTMLButtonElement[] = [];
  private timer: number | undefined;
  /** The text of the board that was drawn last. */
  private drawn = "";
  /** Which piece of long work is the last one. */
  private job = 0;
  /** Which table of sizes is the last one. */
  private table = 0;
  private names!: Names;
  private readonly editor: Editor;

  constructor(
    private readonly engine: Engine,
    private readonly solver: Solver,
    private readonly encoder: Solver,
  ) {
    this.editor = new Editor(engine, (text) => {
      this.open(text);
      this.holes[this.focus]?.focus();
    });
    this.listen();
    this.list();
    if (!this.fromAddress()) this.open("central");
  }

  // The address

  private address(): string {
    const part = this.problem.name === "board"
      ? `board=${encodeURIComponent(btoa(this.problem.text))}`
      : `name=${encodeURIComponent(this.problem.name).replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",")}`;
    const jumps = this.jumps.slice(0, this.now);
    return `#${part}${jumps.length > 0 ? `&jumps=${jumps.join(".")}` : ""}`;
  }

  /** Opens what the address says; whether it says anything. */
  private fromAddress(): boolean {
    const words = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
    try {
      const board = words.get("board");
      const source = board === null ? words.get("name") : atob(board);
      if (!source) return false;
      this.load(source);
      const jumps = words.get("jumps")?.split(".") ?? [];
      if (!jumps.every((word) => /^\d+$/.test(word))) throw new Error("its jumps cannot be read");
      for (const word of jumps) this.make(Number(word));
      this.draw();
      this.say(jumps.length > 0 ? `${count(jumps.length, "jump")} from the link. ${this.state()}` : this.state());
      return true;
    } catch (error) {
      this.open("central");
      this.say(`The link cannot be followed: ${message(error)}`);
      return true;
    }
  }

  // Problems

  private list(): void {
    this.names = this.engine.ask<Names>({ do: "names" });
    const groups = new Map<string, string[]>();
    for (const name of this.names.problems) {
      const group = name.startsWith("ipc2008")
        ? "Planning competition"
        : name.startsWith("pattern")
          ? "The paper's patterns"
          : name.startsWith("reversal")
            ? "The paper's reversals"
            : name.startsWith("central")
              ? "English board"
              : null;
      if (group) groups.set(group, [...(groups.get(group) ?? []), name]);
    }
    groups.set("Other boards", [
      "triangle5/reversal:0,0",
      "french/pair:2,0:4,0",
      "wiegleb/reversal:4,4",
      "square6/reversal:0,0",
      "square9/pair:4,4:4,4",
      "triangle7/pair:1,3:1,4",
      "french/reversal:3,3",
    ]);
    const select = get<HTMLSelectElement>("problem");
    for (const [label, names] of groups) {
      const group = document.createElement("optgroup");
      group.label = label;
      group.append(...names.map((name) => new Option(name, name)));
      select.append(group);
    }
  }

  private load(source: string): void {
    const problem = this.engine.ask<Opened>({ do: "open", source });
    this.halt();
    this.editing(false);
    this.problem = problem;
    if (problem.name === "board") this.drawn = problem.text;
    this.positions = [problem.start];
    this.jumps = [];
    this.now = 0;
    this.layerEnds.clear();
    this.focus = 0;
    get("models").replaceChildren();
    get("text").textContent = problem.text;
    get("goal-text").textContent = `Goal: ${problem.says ?? goalInWords(problem)}`;
    const select = get<HTMLSelectElement>("problem");
    select.value = problem.name;
    if (select.selectedIndex < 0) {
      select.prepend(new Option(problem.name === "board" ? "your board" : problem.name, problem.name));
      select.value = problem.name;
    }
    this.build();
    this.changed();
    if (get<HTMLDetailsElement>("formula").open) void this.sizes();
  }

  private open(source: string): void {
    try {
      this.load(source);
      this.draw();
      this.say(`${get("goal-text").textContent}. ${this.state()}`);
    } catch (error) {
      this.say(message(error));
    }
  }

  // The board

  private build(): void {
    const board = get("board");
    const { places } = this.problem;
    const [across, down] = extent(places);
    frame(board, across, down);
    const arrows = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    arrows.setAttribute("viewBox", `0 0 ${across} ${down}`);
    arrows.setAttribute("aria-hidden", "true");
    this.holes = places.map(([column, row], hole) => {
      const element = cell([column / 2, row], across, down);
      element.dataset.hole = String(hole);
      return element;
    });
    board.replaceChildren(...this.holes, arrows);
  }

  private get position(): string {
    return this.positions[this.now]!;
  }

  private draw(): void {
    const targets = new Set(
      this.look.jumps.map((jump) => this.problem.jumps[jump]!).filter(([from]) => from === this.picked).map(([, , to]) => to),
    );
    this.holes.forEach((element, hole) => {
      const peg = this.position[hole] === "1";
      const [x, y] = this.problem.cells[hole]!;
      element.className = [
        peg ? "peg" : "",
        this.problem.goal[hole] === true ? "goal" : "",
        this.problem.says === null && this.problem.goal[hole] === null ? "either" : "",
        hole === this.picked ? "picked" : "",
        targets.has(hole) ? "target" : "",
      ].join(" ");
      element.tabIndex = hole === this.focus ? 0 : -1;
      const goal = this.problem.goal[hole] === true ? ", goal" : "";
      const state = peg ? "peg" : targets.has(hole) ? "empty, the peg can jump here" : "empty";
      element.setAttribute("aria-label", `column ${x}, row ${y}: ${state}${goal}`);
      element.setAttribute("aria-pressed", String(hole === this.picked));
    });
    this.arrows();
    const made = this.jumps.slice(0, this.now);
    get("pegs").textContent = count(this.look.pegs, "peg");
    const sweeps = this.engine.ask<number>({ do: "sweeps", jumps: made });
    get("counts").textContent = made.length === 0 ? "None yet." : `${made.length} in ${count(sweeps, "sweep")}`;
    get("history").replaceChildren(
      ...this.jumps.map((jump, index) => {
        const item = document.createElement("li");
        item.textContent = this.word(jump);
        if (index >= this.now) item.className = "later";
        return item;
      }),
    );
    const { activeElement } = document;
    button("first").disabled = button("undo").disabled = this.now === 0;
    const none = this.now === this.jumps.length;
    button("redo").disabled = button("last").disabled = button("play").disabled = none;
    // A button that cannot be pressed any more keeps no focus.
    if (activeElement instanceof HTMLButtonElement && activeElement.disabled) this.holes[this.focus]?.focus();
    button("play").textContent = this.timer === undefined ? "Play" : "Pause";
    history.replaceState(null, "", this.address());
  }

  private word(jump: number): string {
    const [from, , to] = this.problem.jumps[jump]!;
    return `${this.problem.cells[from]!.join(",")}-${this.problem.cells[to]!.join(",")}`;
  }

  private arrows(): void {
    const svg = get("board").querySelector("svg")!;
    const place = (hole: number): [number, number] => {
      const [column, row] = this.problem.places[hole]!;
      return [column / 2 + 0.5, row + 0.5];
    };
    svg.replaceChildren(
      ...[...this.hints].map(([jump, verdict]) => {
        const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
        const [from, , to] = this.problem.jumps[jump]!;
        line.setAttribute("d", arrow(place(from), place(to)));
        line.setAttribute("class", verdict);
        return line;
      }),
    );
    const words = { wins: "still wins", loses: "loses", open: "not known" };
    const list = document.createElement("ul");
    for (const [jump, verdict] of this.hints) {
      const item = document.createElement("li");
      const make = document.createElement("button");
      make.dataset.jump = String(jump);
      make.textContent = this.word(jump);
      make.onclick = () => {
        this.focus = this.problem.jumps[jump]![2];
        this.jump(jump);
        this.holes[this.focus]?.focus();
      };
      item.className = verdict;
      item.append(make, ` ${words[verdict]}`);
      list.append(item);
    }
    const box = get("hints");
    const focused = box.querySelector<HTMLElement>(":focus")?.dataset.jump;
    box.replaceChildren();
    if (this.hints.size > 0) {
      const title = document.createElement("h2");
      title.textContent = "Hint";
      box.append(title, list);
    }
    if (focused !== undefined) box.querySelector<HTMLElement>(`[data-jump="${focused}"]`)?.focus();
  }

  // Playing

  /** What belongs to one position alone is over. */
  private changed(): void {
    this.solver.cancel();
    this.hints.clear();
    this.picked = null;
    get("why").replaceChildren();
    this.look = this.engine.ask<Look>({ do: "look", position: this.position });
  }

  private make(jump: number): void {
    const told = this.engine.ask<{ position: string }>({ do: "jump", position: this.position, jump });
    if (this.jumps[this.now] !== jump) {
      this.jumps.length = this.now;
      this.positions.length = this.now + 1;
      this.layerEnds.clear();
      this.jumps.push(jump);
      this.positions.push(told.position);
    }
    this.now += 1;
    this.changed();
  }

  private jump(jump: number): void {
    this.halt();
    this.make(jump);
    this.draw();
    this.say(`${this.word(jump)}. ${this.state()}`);
  }

  private state(): string {
    const { pegs, jumps, done } = this.look;
    if (done) return "Solved!";
    if (jumps.length === 0) return `No jump is left, with ${count(pegs, "peg")}.`;
    return `${count(pegs, "peg")}, ${count(jumps.length, "possible jump")}.`;
  }

  private go(to: number): void {
    const next = Math.max(0, Math.min(this.jumps.length, to));
    if (next === this.now) return;
    this.now = next;
    this.changed();
    this.draw();
    this.say(this.state());
  }

  /** Where the next step ends: after a jump, or after the layer. */
  private nextStop(): number {
    if (!get<HTMLInputElement>("by-layer").checked || this.layerEnds.size === 0) return this.now + 1;
    return [...this.layerEnds].find((end) => end > this.now) ?? this.jumps.length;
  }

  private play(): void {
    if (this.timer !== undefined) {
      this.halt();
      this.draw();
      return;
    }
    this.timer = window.setInterval(() => {
      if (this.now >= this.jumps.length) {
        this.halt();
        this.draw();
      } else {
        this.go(this.nextStop());
      }
    }, BEAT);
    this.go(this.nextStop());
  }

  private halt(): void {
    window.clearInterval(this.timer);
    this.timer = undefined;
  }

  /** A hole was chosen, by click or by key. */
  private choose(hole: number): void {
    const jump = this.look.jumps.find((number) => {
      const [from, , to] = this.problem.jumps[number]!;
      return from === this.picked && to === hole;
    });
    this.focus = hole;
    if (jump !== undefined) {
      this.jump(jump);
    } else {
      const is_peg = this.position[hole] === "1";
      this.picked = is_peg && hole !== this.picked ? hole : null;
      this.draw();
      const count = this.look.jumps.filter((number) => this.problem.jumps[number]![0] === hole).length;
      if (this.picked !== null) this.say(`Peg taken: ${count} jump${count === 1 ? "" : "s"}.`);
    }
    this.holes[this.focus]?.focus();
  }

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
    this.holes[this.focus]!.focus();
  }

  // The engine at work

  private async work<T>(doing: string, task: () => Promise<T>): Promise<T | undefined> {
    this.solver.cancel();
    const job = ++this.job;
    const { problem, position } = this;
    const focused = document.activeElement;
    button("cancel").style.visibility = "visible";
    button("solve").disabled = button("hint").disabled = true;
    if (focused === button("solve") || focused === button("hint")) button("cancel").focus();
    this.say(doing);
    try {
      return await task();
    } catch (error) {
      const here = problem === this.problem && position === this.position && job === this.job;
      if (here) this.say(error instanceof Cancelled ? "Cancelled." : message(error));
    } finally {
      if (job === this.job) {
        const wasHere = document.activeElement === button("cancel");
        button("cancel").style.visibility = "hidden";
        button("solve").disabled = button("hint").disabled = false;
        if (wasHere && focused instanceof HTMLElement) focused.focus();
      }
    }
    return undefined;
  }

  private async solve(): Promise<void> {
    this.halt();
    if (this.look.done) return this.say("It is solved already.");
    const { position, problem } = this;
    const begin = performance.now();
    const solved = await this.work("Solving…", () => this.solver.ask<Solved>(source(problem), { do: "solve", position }));
    if (!solved) return;
    const seconds = (performance.now() - begin) / 1000;
    const took = seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
    if (solved.outcome === "solved" && solved.jumps && solved.layers) {
      this.jumps.length = this.now;
      this.positions.length = this.now + 1;
      let ends = this.now;
      const own = this.jumps.map((_, index) => index + 1);
      this.layerEnds = new Set([...own, ...solved.layers.map((size) => (ends += size))]);
      for (const jump of solved.jumps) {
        const from = this.positions[this.positions.length - 1]!;
        this.positions.push(this.engine.ask<{ position: string }>({ do: "jump", position: from, jump }).position);
        this.jumps.push(jump);
      }
      this.draw();
      const layers = solved.layers.filter((size) => size > 0).length;
      this.say(`Solved in ${took}: ${count(solved.jumps.length, "jump")} in ${count(solved.sweeps ?? 0, "sweep")} and ${count(layers, "layer")}. Step or play through it.`);
    } else if (solved.outcome === "unsolvable") {
      this.draw();
      this.say(`There is no solution from here (${took}).`);
      get("why").replaceChildren(why(problem, position, solved));
    } else {
      this.say(`No answer: ${solved.message ?? solved.reason ?? "the engine gave up"}.`);
    }
  }

  private async hint(): Promise<void> {
    this.halt();
    const { position, problem } = this;
    const jumps = this.look.jumps;
    if (jumps.length === 0) return this.say(this.state());
    this.hints = new Map(jumps.map((jump) => [jump, "open"]));
    this.arrows();
    await this.work(`Looking at ${count(jumps.length, "jump")}…`, async () => {
      let [wins, loses] = [0, 0];
      for (const jump of jumps) {
        const after = this.engine.ask<{ position: string }>({ do: "jump", position, jump }).position;
        const solved = await this.solver.ask<Solved>(source(problem), { do: "solve", position: after });
        if (this.position !== position) return;
        const verdict = solved.outcome === "solved" ? "wins" : solved.outcome === "unsolvable" ? "loses" : "open";
        this.hints.set(jump, verdict);
        wins += verdict === "wins" ? 1 : 0;
        loses += verdict === "loses" ? 1 : 0;
        this.arrows();
        this.say(`${wins} of ${count(jumps.length, "jump")} still win, ${loses} lose.`);
      }
    });
  }

  private async sizes(): Promise<void> {
    const { problem } = this;
    const table = ++this.table;
    const isOld = (): boolean => table !== this.table || problem !== this.problem;
    this.encoder.cancel();
    const body = get("models");
    body.replaceChildren();
    for (const [model, summary] of this.names.models) {
      const row = document.createElement("tr");
      row.innerHTML = "<td></td><td>…</td><td></td><td></td>";
      const [name, variables, clauses, save] = [...row.children] as HTMLElement[];
      name!.textContent = model;
      name!.title = summary;
      body.append(row);
      try {
        const size = await this.encoder.ask<{ variables: number; clauses: number }>(source(problem), { do: "size", model });
        if (isOld()) return;
        variables!.textContent = size.variables.toLocaleString("en");
        clauses!.textContent = size.clauses.toLocaleString("en");
        const link = document.createElement("button");
        link.textContent = "DIMACS";
        link.setAttribute("aria-label", `Download model ${model} as DIMACS`);
        link.onclick = () => void this.save(model);
        save!.append(link);
      } catch (error) {
        if (isOld()) return;
        variables!.textContent = "–";
        clauses!.textContent = "too large";
        row.title = message(error);
      }
    }
  }

  private async save(model: string): Promise<void> {
    const { problem } = this;
    const told = await this.work(`Writing model ${model}…`, () => this.encoder.ask<{ dimacs: string }>(source(problem), { do: "dimacs", model }));
    if (!told) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([told.dimacs], { type: "text/plain" }));
    link.download = `${problem.name.replace(/[^\w.-]+/g, "-")}-${model}.cnf`;
    link.click();
    URL.revokeObjectURL(link.href);
    this.say(`${link.download} is written.`);
  }

  // Input

  /** What is seen while a board is drawn, and while it is played on. */
  private editing(editing: boolean): void {
    get("editor").hidden = !editing;
    get("history-box").hidden = editing;
    for (const bar of document.querySelectorAll<HTMLElement>("#about, .playing")) bar.hidden = editing;
    get("board").setAttribute("aria-label", editing ? "Board: arrow keys move, Enter draws" : "Board: arrow keys move, Enter takes a peg and puts it down");
  }

  private show(editing: boolean): void {
    this.halt();
    this.job += 1;
    this.solver.cancel();
    this.editing(editing);
    this.say("");
    if (editing) this.editor.begin(this.problem);
    else this.build();
  }

  private say(text: string): void {
    get("status").textContent = text;
  }

  private listen(): void {
    const board = get("board");
    const hole = (event: Event): number | undefined => {
      const element = (event.target as Element).closest<HTMLElement>("[data-hole]");
      return element ? Number(element.dataset.hole) : undefined;
    };
    let dragged: number | undefined;
    board.addEventListener("pointerdown", (event) => {
      dragged = hole(event);
      if (dragged !== undefined) (event.target as Element).releasePointerCapture?.(event.pointerId);
    });
    board.addEventListener("pointerup", (event) => {
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-hole]");
      const to = under ? Number(under.dataset.hole) : undefined;
      if (dragged !== undefined && to !== undefined && to !== dragged && this.position[dragged] === "1") {
        const from = dragged;
        const jump = this.look.jumps.find((number) => this.problem.jumps[number]![0] === from && this.problem.jumps[number]![2] === to);
        if (jump !== undefined) {
          this.focus = to;
          this.jump(jump);
        }
      }
      dragged = undefined;
    });
    board.addEventListener("click", (event) => {
      const chosen = hole(event);
      if (chosen !== undefined) this.choose(chosen);
    });
    board.addEventListener("keydown", (event) => {
      if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        this.arrow(event.key);
      } else if (event.key === "Escape" && this.picked !== null) {
        this.choose(this.picked);
      }
    });
    board.addEventListener("focusin", (event) => {
      this.focus = hole(event) ?? this.focus;
    });
    document.addEventListener("keydown", (event) => {
      const isText = event.target instanceof HTMLInputElement && !["checkbox", "radio"].includes(event.target.type);
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || isText || !get("editor").hidden || !["y", "z"].includes(key)) return;
      event.preventDefault();
      this.halt();
      this.go(key === "z" && !event.shiftKey ? this.now - 1 : this.now + 1);
      this.draw();
    });
    const on = (id: string, act: () => void): void => button(id).addEventListener("click", act);
    const still = (act: () => void) => (): void => {
      this.halt();
      act();
    };
    on("first", still(() => this.go(0)));
    on("undo", still(() => this.go(this.now - 1)));
    on("redo", still(() => this.go(this.nextStop())));
    on("last", still(() => this.go(this.jumps.length)));
    on("play", () => this.play());
    on("solve", () => void this.solve());
    on("hint", () => void this.hint());
    on("cancel", () => this.solver.cancel());
    on("draw", () => this.show(true));
    on("leave", () => {
      this.show(false);
      this.draw();
      button("draw").focus();
    });
    on("share", () => {
      (navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error("no clipboard"))).then(
        () => this.say("The link is copied: it holds problem and game."),
        () => this.say("The address of this page is the link: it holds problem and game."),
      );
    });
    get("problem").addEventListener("change", (event) => {
      const name = (event.target as HTMLSelectElement).value;
      this.open(name === "board" ? this.drawn : name);
    });
    get("by-name").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(get<HTMLInputElement>("name").value.trim());
    });
    get("formula").addEventListener("toggle", () => {
      if (get<HTMLDetailsElement>("formula").open) void this.sizes();
    });
    window.addEventListener("hashchange", () => {
      if (location.hash !== this.address()) this.fromAddress();
    });
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

/** What opens the problem again. */
function source(problem: Opened): string {
  return problem.name === "board" ? problem.text : problem.name;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function goalInWords(problem: Opened): string {
  const pegs = problem.goal.filter((mark) => mark === true).length;
  const last = problem.goal.findIndex((mark) => mark === true);
  const either = problem.goal.some((mark) => mark === null);
  if (pegs === 1 && !either) return `one peg, in ${problem.cells[last]!.join(",")}`;
  if (pegs === 0 && !either) return "no peg";
  return either ? "pegs in the ringed holes; the dashed ones may have one; no others" : "pegs in the ringed holes, and no others";
}

async function begin(): Promise<void> {
  const text = get("module").textContent ?? "";
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  new Page(await Engine.start(module), new Solver(module), new Solver(module));
  document.documentElement.dataset.ready = "";
}

begin().catch((error: unknown) => {
  get("status").textContent = `The page cannot start: ${message(error)}`;
});

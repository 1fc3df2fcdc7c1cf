// The page: a game on a board, what the engine knows of it, and what surrounds them.

import { Advanced } from "./advanced";
import { type Advice, advice } from "./advice";
import { Board } from "./board";
import { Coach, type Verdict } from "./coach";
import { Editor } from "./editor";
import { Engine, type Look, type Opened, type Solved } from "./engine";
import { Gallery, thumbnail } from "./gallery";
import { PUZZLES, type Puzzle, daily, next, today } from "./puzzles";
import * as share from "./share";
import { Cancelled, Pair, Solver, within } from "./solver";
import * as store from "./store";
import { why } from "./why";
import { count, message, seconds } from "./words";

const get = <T extends Element = HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as unknown as T;
};
const button = (id: string): HTMLButtonElement => get<HTMLButtonElement>(id);

/** After how many milliseconds of looking for a hint the game's beginning is looked at. */
const LATE = 1500;

/** How long it is looked whether a drawn board can be won, in milliseconds. */
const PATIENCE = 8000;

/** How often the board changes while it plays, in milliseconds. */
const BEAT = 450;

class Page {
  private puzzle!: Puzzle;
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
  private hints = new Map<number, Verdict>();
  /** Whether a hint or a solution was asked for in this game. */
  private isHelped = false;
  /** Whether pegs that can jump are marked: until a first game is won. */
  private isNew = store.isNew();
  private readonly choices = store.choices();
  /** Which look for advice is the last one. */
  private advising = 0;
  private timer: number | undefined;
  /** The text of the board that was drawn last. */
  private drawn = "";
  /** Which piece of long work is the last one. */
  private job = 0;
  private readonly board: Board;
  private readonly editor: Editor;
  private readonly advanced: Advanced;
  private readonly gallery: Gallery;
  private readonly coach: Coach;

  constructor(
    private readonly engine: Engine,
    private readonly library: Engine,
    /** For what is asked for. */
    private readonly solver: Pair,
    /** Meanwhile: judges jumps, or looks back. */
    private readonly scout: Pair,
    /** For formulas. */
    encoder: Solver,
  ) {
    this.board = new Board(get("board"), {
      choose: (hole) => this.choose(hole),
      lift: (hole) => this.lift(hole),
      drop: (from, to) => this.drop(from, to),
    });
    this.coach = new Coach((position, jump) => this.after(position, jump));
    this.editor = new Editor(engine, (text) => {
      this.open(named(text));
      this.board.take();
      void this.advise(true).then(() => this.judgeIfAsked());
    });
    this.gallery = new Gallery(library, (puzzle) => this.open(puzzle));
    this.advanced = new Advanced(engine, encoder, {
      open: (name) => this.open(named(name === "board" ? this.drawn : name)),
      say: (text) => this.say(text),
    });
    document.body.classList.toggle("new", this.isNew);
    this.showChoices();
    this.listen();
    if (!this.fromAddress()) this.welcome();
  }

  // The address

  private address(): string {
    const plain = (text: string): string => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",");
    const { id } = this.puzzle;
    const part = id !== undefined
      ? `puzzle=${id}`
      : this.problem.name === "board"
        ? `board=${encodeURIComponent(btoa(this.problem.text))}`
        : `name=${plain(this.problem.name)}`;
    const jumps = this.jumps.slice(0, this.now);
    return `#${part}${jumps.length > 0 ? `&jumps=${jumps.join(".")}` : ""}`;
  }

  /** The puzzle that an address names, if it names one, and its jumps. */
  private at(address: string): [Puzzle | undefined, string[]] {
    const words = new URLSearchParams(address.replace(/^#/, "").replaceAll("+", "%2B"));
    const [board, id] = [words.get("board"), words.get("puzzle")];
    const source = board === null ? words.get("name") : decoded(board);
    const jumps = words.get("jumps")?.split(".") ?? [];
    return [id ? this.byId(id) : source ? named(source) : undefined, jumps];
  }

  /** Where nothing is asked for: what was open last; at first the easiest puzzle. */
  private welcome(): void {
    let last: Puzzle | undefined;
    try {
      [last] = this.at(store.last());
      if (last !== undefined) this.library.ask<Opened>({ do: "open", source: last.source });
    } catch {
      last = undefined; // kept by another version, perhaps
    }
    this.open(last ?? PUZZLES[0]!);
  }

  /** Opens what the address says; whether it says anything. */
  private fromAddress(): boolean {
    try {
      const [puzzle, jumps] = this.at(location.hash);
      if (puzzle === undefined) return false;
      this.load(puzzle);
      if (!jumps.every((word) => /^\d+$/.test(word))) throw new Error("its jumps cannot be read");
      for (const word of jumps) this.make(Number(word));
      this.draw();
      this.offerBack();
      this.showIfWon();
      this.say(jumps.length > 0 ? `${count(jumps.length, "jump")} from the link. ${this.state()}` : this.state());
    } catch (error) {
      this.open(PUZZLES[0]!);
      this.say(`The link cannot be followed: ${message(error)}`);
    }
    return true;
  }

  private byId(id: string): Puzzle {
    if (id.startsWith("day-")) return daily(this.library, id.slice(4));
    const found = PUZZLES.find((puzzle) => puzzle.id === id);
    if (!found) throw new Error(`there is no puzzle “${id}”`);
    return found;
  }

  // Problems

  /** How the browser keeps what belongs to this puzzle. */
  private get key(): string {
    return this.problem.name === "board" ? this.problem.text : this.problem.name;
  }

  private load(puzzle: Puzzle): void {
    const problem = this.engine.ask<Opened>({ do: "open", source: puzzle.source });
    this.halt();
    this.editing(false);
    this.puzzle = puzzle;
    this.problem = problem;
    if (problem.name === "board") this.drawn = problem.text;
    this.positions = [problem.start];
    this.jumps = [];
    this.now = 0;
    this.layerEnds.clear();
    this.isHelped = store.wasHelped(this.key);
    this.board.focus = 0;
    this.coach.begin(problem);
    get("title").textContent = this.puzzle.title;
    get("goal-text").textContent = goalInWords(problem, this.choices.coordinates);
    store.keepLast(this.address());
    this.advanced.show(problem, puzzle.title);
    this.board.build(problem);
    this.changed();
  }

  private open(puzzle: Puzzle): void {
    try {
      this.load(puzzle);
      const kept = store.game(this.key);
      try {
        for (const jump of kept) this.make(jump);
      } catch {
        store.keep(this.key, [], false); // by another version, perhaps
      }
      this.draw();
      this.offerBack();
      const begin = this.now > 0 ? "Your game goes on where you left it. " : this.isNew ? "Drag a peg with an orange ring over its neighbour, into the empty hole behind. " : "";
      this.say(`${begin}${this.state()}`);
      this.judgeIfAsked();
    } catch (error) {
      this.say(message(error));
    }
  }

  // The board

  private get position(): string {
    return this.positions[this.now]!;
  }

  private after(position: string, jump: number): string {
    return this.engine.ask<{ position: string }>({ do: "jump", position, jump }).position;
  }

  private draw(moved: [number, number, number] | null = null): void {
    const targets = this.look.jumps.map((jump) => this.problem.jumps[jump]!).filter(([from]) => from === this.picked);
    const made = this.jumps.slice(0, this.now);
    const before = made.at(-1);
    this.board.draw({
      position: this.position,
      picked: this.picked,
      targets: new Set(targets.map(([, , to]) => to)),
      movable: new Set(this.isNew ? this.look.jumps.map((jump) => this.problem.jumps[jump]![0]) : []),
      last: before === undefined ? null : this.problem.jumps[before]!,
      moved,
    });
    this.showHints();
    get("pegs").textContent = count(this.look.pegs, "peg");
    get("counts").textContent = made.length === 0 ? "" : `${made.length} in ${count(this.turns(), "turn")}`;
    const { activeElement } = document;
    const wasAt = activeElement instanceof HTMLElement ? activeElement.dataset.step : undefined;
    get("history").replaceChildren(
      ...this.jumps.map((jump, index) => {
        const item = document.createElement("li");
        const go = document.createElement("button");
        go.textContent = this.word(jump);
        go.setAttribute("aria-label", this.coordinates(jump));
        go.dataset.step = String(index + 1);
        if (index + 1 === this.now) go.setAttribute("aria-current", "step");
        if (index >= this.now) item.className = "later";
        item.append(go);
        return item;
      }),
    );
    this.showSide();
    this.showStep();
    if (wasAt !== undefined) get("history").querySelector<HTMLElement>(`[data-step="${wasAt}"]`)?.focus();
    button("first").disabled = button("undo").disabled = this.now === 0;
    const none = this.now === this.jumps.length;
    button("hint").classList.toggle("main", !this.look.done);
    button("redo").disabled = button("last").disabled = button("play").disabled = none;
    // A button that cannot be pressed any more keeps no focus.
    if (activeElement instanceof HTMLButtonElement && activeElement.disabled) this.board.take();
    const isPlaying = this.timer !== undefined;
    button("play").classList.toggle("pause", isPlaying);
    button("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    history.replaceState(null, "", this.address());
  }

  /** The jump that was made last is seen in the list, which alone is moved for that. */
  private showStep(): void {
    const list = get("history");
    const item = list.querySelector("[aria-current]");
    if (!item) return;
    const [seen, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
    if (box.top < seen.top) list.scrollTop -= seen.top - box.top;
    if (box.bottom > seen.bottom) list.scrollTop += box.bottom - seen.bottom;
  }

  /** All jumps in a row with one peg are a turn. */
  private turns(): number {
    return this.engine.ask<number>({ do: "sweeps", jumps: this.jumps.slice(0, this.now) });
  }

  /** What is beside the board, if there is anything. */
  private showSide(): void {
    const isEmpty = this.jumps.length === 0 && this.hints.size === 0 && get("why").childElementCount === 0;
    get("jumps-title").hidden = this.jumps.length === 0;
    get("history-box").hidden = isEmpty || !get("editor").hidden;
  }

  private coordinates(jump: number): string {
    const [from, , to] = this.problem.jumps[jump]!;
    return `${this.problem.cells[from]!.join(",")}-${this.problem.cells[to]!.join(",")}`;
  }

  /** A jump by its coordinates, or by the way it goes. */
  private word(jump: number): string {
    if (this.choices.coordinates) return this.coordinates(jump);
    const [from, , to] = this.problem.jumps[jump]!;
    const [[x, y], [toX, toY]] = [this.problem.places[from]!, this.problem.places[to]!];
    return [["↖", "↑", "↗"], ["←", "•", "→"], ["↙", "↓", "↘"]][Math.sign(toY - y) + 1]![Math.sign(toX - x) + 1]!;
  }

  /** What is said of a jump before other words. */
  private prefix(jump: number): string {
    return this.choices.coordinates ? `${this.coordinates(jump)}. ` : "";
  }

  private showHints(): void {
    this.board.arrows(this.hints);
    const words = { wins: "can still win", loses: "loses", open: "not known" };
    const items = [...this.hints].map(([jump, verdict]) => {
      const item = document.createElement("li");
      const make = document.createElement("button");
      make.dataset.jump = String(jump);
      make.textContent = this.word(jump);
      make.setAttribute("aria-label", this.coordinates(jump));
      make.onclick = () => {
        this.board.focus = this.problem.jumps[jump]![2];
        this.jump(jump);
        this.board.take();
      };
      item.className = verdict;
      item.append(make, ` ${words[verdict]}`);
      return item;
    });
    const box = get("hints");
    const focused = box.querySelector<HTMLElement>(":focus")?.dataset.jump;
    box.replaceChildren(...items);
    if (focused !== undefined) box.querySelector<HTMLElement>(`[data-jump="${focused}"]`)?.focus();
    this.showSide();
  }

  // Playing

  /** What belongs to one position alone is over. */
  private changed(): void {
    this.solver.cancel();
    this.scout.cancel();
    this.hints.clear();
    this.picked = null;
    get("why").replaceChildren();
    get("won").hidden = true;
    button("back").hidden = true;
    this.look = this.engine.ask<Look>({ do: "look", position: this.position });
  }

  private make(jump: number): void {
    const position = this.after(this.position, jump);
    if (this.jumps[this.now] !== jump) {
      this.jumps.length = this.now;
      this.positions.length = this.now + 1;
      this.layerEnds.clear();
      this.jumps.push(jump);
      this.positions.push(position);
    }
    this.now += 1;
    this.changed();
  }

  /** A jump that the player makes. */
  private jump(jump: number): void {
    this.halt();
    this.make(jump);
    this.draw(this.problem.jumps[jump]!);
    this.keep();
    if (this.look.done) this.celebrate();
    this.offerBack();
    this.say(`${this.prefix(jump)}${this.state()}`);
    this.judgeIfAsked();
  }

  /** While every jump is to be judged, those of the position that is there now. */
  private judgeIfAsked(): void {
    if (get<HTMLInputElement>("judge").checked && this.look.jumps.length > 0 && !this.look.done) void this.judge();
  }

  /** The browser keeps where the game stands; what is over begins anew, without help. */
  private keep(): void {
    const isOver = this.look.done;
    store.keep(this.key, isOver ? [] : this.jumps.slice(0, this.now), this.isHelped && !isOver);
  }

  /** This game has help, in this browser's memory too. */
  private help(): void {
    this.isHelped = true;
    this.keep();
  }

  /** Where no jump is left the way back to a position that could be won is offered. */
  private offerBack(): void {
    if (this.look.jumps.length === 0 && !this.look.done) button("back").hidden = this.now === 0;
  }

  private celebrate(): void {
    const { fewest, isProved, day } = this.puzzle;
    const turns = this.turns();
    const before = store.win(this.key, turns, this.isHelped, day, today());
    const lines = [this.length(this.isHelped ? ", with help" : "")];
    if (this.isNew) lines.push("All jumps in a row with one peg are a turn.");
    this.isNew = false;
    document.body.classList.remove("new");
    const row = day === today() ? store.statistics(day).row : 0;
    if (row > 1) lines.push(`Today’s puzzle, ${count(row, "day")} in a row.`);
    if (fewest !== undefined && turns > fewest) lines.push(`The fewest turns known are ${fewest}${isProved ? ", and fewer are impossible" : ""}.`);
    if (fewest !== undefined && turns <= fewest) lines.push(isProved ? "Fewer turns are impossible." : "No way with fewer turns is known.");
    if (before !== undefined && !this.isHelped) lines.push(turns < before ? `Your best so far was ${before}.` : `Your best is ${before}.`);
    this.showWon(lines, true);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    get("confetti").replaceChildren(...Array.from({ length: still ? 0 : 24 }, (_, index) => {
      const piece = document.createElement("i");
      piece.style.setProperty("--turn", `${index * 15}deg`);
      piece.style.setProperty("--away", `${5 + (index * 7) % 6}rem`);
      return piece;
    }));
  }

  private length(help = ""): string {
    return `${count(this.now, "jump")} in ${count(this.turns(), "turn")}${help}.`;
  }

  /** Where the game comes to its end without a jump of the player. */
  private showIfWon(): void {
    if (this.look.done && this.now > 0) this.showWon([this.length()], false);
  }

  /** What is said of a game that is won, whoever played it, and where to go on. */
  private showWon(lines: string[], isOwn: boolean): void {
    const following = next(this.puzzle, (puzzle) => this.isSolved(puzzle));
    button("next").hidden = following === undefined;
    button("next").textContent = `Next: ${following?.title ?? ""}`;
    button("next").onclick = () => {
      if (following !== undefined) this.open(following);
      this.board.take();
    };
    if (following === undefined && isOwn) lines.push("You have solved every puzzle of the gallery.");
    get("won-text").replaceChildren(...lines.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
    button("share-win").textContent = "Share the result";
    button("share-win").hidden = !isOwn;
    get("confetti").replaceChildren();
    get("won").hidden = false;
  }

  private isSolved({ source }: Puzzle): boolean {
    const { name, text } = this.library.ask<Opened>({ do: "open", source });
    return store.isSolved(name === "board" ? text : name);
  }

  private state(): string {
    const { pegs, jumps, done } = this.look;
    if (done) return "Solved!";
    if (jumps.length === 0 && this.now === 0) return "No jump is possible on this board: a peg needs a neighbour with an empty hole behind.";
    const last = lastInWords(this.problem, this.choices.coordinates);
    if (jumps.length === 0 && pegs === 1 && last !== undefined) return `The last peg is not in ${last}. Undo, or begin again.`;
    if (jumps.length === 0) return `No jump is left, with ${count(pegs, "peg")}. Undo, or begin again.`;
    return `${count(pegs, "peg")}, ${count(jumps.length, "possible jump")}.`;
  }

  private go(to: number): void {
    const next = Math.max(0, Math.min(this.jumps.length, to));
    if (next === this.now) return;
    const step = next - this.now;
    this.now = next;
    this.changed();
    let moved: [number, number, number] | null = null;
    if (step === 1) moved = this.problem.jumps[this.jumps[next - 1]!]!;
    if (step === -1) moved = [...this.problem.jumps[this.jumps[next]!]!].reverse() as [number, number, number];
    this.draw(moved);
    this.offerBack();
    this.say(this.state());
    this.showIfWon();
    if (this.timer !== undefined) return;
    this.keep();
    this.judgeIfAsked();
  }

  /** The game from its start again, with no help so far. */
  private again(): void {
    // Help in a game that is not over shows the way of the next one too.
    if (this.look.done) this.isHelped = false;
    this.halt();
    if (this.now > 0) return this.go(0);
    this.hints.clear();
    this.draw();
    this.keep();
    this.judgeIfAsked();
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

  private jumpsOf(hole: number): number[] {
    return this.look.jumps.filter((number) => this.problem.jumps[number]![0] === hole);
  }

  private to(hole: number): number | undefined {
    return this.picked === null ? undefined : this.jumpsOf(this.picked).find((number) => this.problem.jumps[number]![2] === hole);
  }

  /** Why a peg cannot be put down there; nothing where none was wanted. */
  private whyNot(from: number, to: number): string {
    if (from === to) return "";
    const [, over] = this.problem.jumps.find((jump) => jump[0] === from && jump[2] === to) ?? [];
    if (this.position[to] === "1") return "There is a peg already: a peg jumps into an empty hole.";
    if (over === undefined) return "A peg jumps in a straight line over its neighbour, into the hole right behind it.";
    return "There is no peg between: a peg jumps over another one.";
  }

  /** The peg stays where it is, and shakes. */
  private refuse(from: number, to: number): void {
    const reason = this.whyNot(from, to);
    this.picked = null;
    this.draw();
    if (reason === "") return this.say(this.state());
    this.board.shake(from);
    this.say(reason);
  }

  /** A hole was chosen, by click or by key. */
  private choose(hole: number): void {
    const jump = this.to(hole);
    this.board.focus = hole;
    if (jump !== undefined) {
      this.jump(jump);
    } else if (this.picked !== null && this.position[hole] !== "1") {
      this.refuse(this.picked, hole);
    } else {
      this.picked = this.position[hole] === "1" && hole !== this.picked ? hole : null;
      this.draw();
      const jumps = this.jumpsOf(hole).length;
      if (this.picked !== null && jumps === 0) this.board.shake(hole);
      const taken = jumps === 0 ? "This peg cannot jump: it needs a neighbour with an empty hole behind." : `${count(jumps, "possible jump")}: choose where this peg lands.`;
      this.say(this.picked === null ? this.state() : taken);
    }
    this.board.take();
  }

  private lift(hole: number): boolean {
    if (this.position[hole] !== "1") return false;
    this.halt();
    this.picked = hole;
    this.draw();
    return true;
  }

  private drop(from: number, to: number | null): void {
    this.picked = from;
    const jump = to === null ? undefined : this.to(to);
    if (jump !== undefined) {
      this.board.focus = to!;
      this.jump(jump);
    } else if (to !== null) {
      this.refuse(from, to);
    } else {
      this.picked = null;
      this.draw();
    }
  }

  // The engine at work

  private async work<T>(doing: string, task: () => Promise<T>): Promise<T | undefined> {
    this.solver.cancel();
    const job = ++this.job;
    const { problem, position } = this;
    const focused = document.activeElement;
    button("back").hidden = true;
    get("working").hidden = false;
    const begin = performance.now();
    const tick = (): void => void (get("clock").textContent = `${Math.floor((performance.now() - begin) / 1000)} s`);
    tick();
    const clock = window.setInterval(tick, 1000);
    button("solve").disabled = button("hint").disabled = true;
    if (focused === button("solve") || focused === button("hint")) button("cancel").focus();
    this.say(doing);
    try {
      return await task();
    } catch (error) {
      const here = problem === this.problem && position === this.position && job === this.job;
      if (here) this.say(error instanceof Cancelled ? "Cancelled." : message(error));
    } finally {
      window.clearInterval(clock);
      if (job === this.job) {
        const wasHere = document.activeElement === button("cancel");
        get("working").hidden = true;
        button("solve").disabled = button("hint").disabled = false;
        if (wasHere && focused instanceof HTMLElement) focused.focus();
      }
    }
    return undefined;
  }

  private async solve(): Promise<void> {
    this.halt();
    if (this.look.done) return this.say("It is solved already.");
    this.help();
    const begin = performance.now();
    const known = await this.work("Solving…", () => this.coach.ask(this.solver, this.position, true));
    const solved = known?.solved;
    if (!solved) return;
    const took = seconds(performance.now() - begin);
    if (solved.outcome === "solved" && solved.jumps && solved.layers) {
      this.jumps.length = this.now;
      this.positions.length = this.now + 1;
      let ends = this.now;
      const own = this.jumps.map((_, index) => index + 1);
      this.layerEnds = new Set([...own, ...solved.layers.map((size) => (ends += size))]);
      for (const jump of solved.jumps) {
        this.positions.push(this.after(this.positions.at(-1)!, jump));
        this.jumps.push(jump);
      }
      this.draw();
      this.say(`Solved in ${took}: ${count(solved.jumps.length, "jump")} in ${count(solved.sweeps ?? 0, "turn")}. Step or play through it.`);
    } else if (solved.outcome === "unsolvable") {
      this.lost(solved, `There is no solution from here (${took}).`);
    } else {
      this.say(`No answer: ${solved.message ?? solved.reason ?? "the engine gave up"}.`);
    }
  }

  /** Says so, why, and where it could still be won. */
  private lost(solved: Solved | undefined, text: string): void {
    this.draw();
    button("back").hidden = this.now === 0;
    this.say(text);
    if (solved) get("why").replaceChildren(why(this.problem, this.position, solved));
    this.showSide();
    if (!get<HTMLInputElement>("judge").checked) void this.advise(false);
  }

  /** Of a board that was drawn, and cannot be won: which single change would make it so. */
  private async advise(isNews: boolean): Promise<void> {
    const { problem, position } = this;
    const mine = ++this.advising;
    const isHere = (): boolean => mine === this.advising && problem === this.problem && position === this.position;
    if (problem.name !== "board" || this.now > 0 || this.puzzle.id !== undefined) return;
    this.scout.cancel();
    const known = await within(this.scout, PATIENCE, () => this.coach.ask(this.scout, position)).catch(() => undefined);
    if (known?.verdict !== "loses" || !isHere()) return;
    if (isNews && get("working").hidden) this.say("This board cannot be won as it is.");
    const found = await advice(this.library, this.scout, problem).catch(() => undefined);
    if (found !== undefined && isHere()) this.showAdvice(found);
  }

  private showAdvice({ text, problem, holes }: Advice): void {
    const box = document.createElement("div");
    box.id = "advice";
    const words = Object.assign(document.createElement("p"), { textContent: text });
    const take = Object.assign(document.createElement("button"), { textContent: "Play that" });
    take.onclick = () => {
      this.open(named(problem.text));
      this.board.take();
    };
    box.append(words, ...(holes === undefined ? [] : [thumbnail(problem, ...holes)]), take);
    document.getElementById("advice")?.remove();
    get("why").prepend(box);
    this.showSide();
  }

  /** One jump that wins, as soon as one is known. */
  private async hint(): Promise<void> {
    this.halt();
    if (this.look.done || this.look.jumps.length === 0) {
      this.offerBack();
      return this.say(this.state());
    }
    this.help();
    const { position } = this;
    let looksBack = false;
    const late = window.setTimeout(() => {
      looksBack = true;
      void this.lookBack();
    }, LATE);
    const known = await this.work("Looking for a jump that wins…", () => this.coach.ask(this.solver, position));
    window.clearTimeout(late);
    if (position !== this.position) return;
    if (looksBack) this.scout.cancel();
    if (!known) return;
    if (document.activeElement === button("back")) this.board.take();
    button("back").hidden = true;
    if (known.verdict === "loses") {
      this.lost(known.solved, "No jump wins from here: there is no solution any more.");
    } else if (known.jump === undefined) {
      this.say("No jump that wins was found; none may be left.");
    } else {
      this.hints = new Map([[known.jump, "wins"]]);
      this.draw();
      const isJudging = get<HTMLInputElement>("judge").checked;
      const one = isJudging ? "Take a green arrow: that jump" : "Try this jump: it";
      this.say(`${this.choices.coordinates ? this.coordinates(known.jump) : one} can still win.`);
    }
    if (get<HTMLInputElement>("judge").checked) await this.judge();
  }

  /** While a hint takes long: how far back the game could still be won. */
  private async lookBack(): Promise<void> {
    const { position, job } = this;
    this.scout.cancel();
    const last = await this.coach.lastWinning(this.scout, this.positions.slice(0, this.now)).catch(() => -1);
    if (last < 0 || position !== this.position || job !== this.job || get("working").hidden) return;
    button("back").hidden = false;
    this.say(`Still looking. ${count(this.now - last, "jump")} ago it could still be won.`);
  }

  /** Every jump's verdict, one after another, while the game goes on. */
  private async judge(): Promise<void> {
    const { position, problem } = this;
    const { jumps } = this.look;
    this.help();
    this.scout.cancel();
    const here = this.coach.of(position);
    if (here?.verdict === "loses") {
      this.hints = new Map(jumps.map((jump) => [jump, "loses"]));
      return this.draw();
    }
    this.hints = new Map(jumps.map((jump) => [jump, this.hints.get(jump) ?? "open"]));
    this.draw();
    for (const jump of jumps) {
      let verdict: Verdict = "open";
      try {
        verdict = (await this.coach.ask(this.scout, this.after(position, jump))).verdict;
      } catch (error) {
        if (error instanceof Cancelled) return;
      }
      if (this.position !== position || this.problem !== problem) return;
      this.hints.set(jump, verdict);
      this.showHints();
    }
  }

  private async undoToWinning(): Promise<void> {
    const positions = this.positions.slice(0, this.now);
    const last = await this.work("Looking back…", () => this.coach.lastWinning(this.solver, positions));
    if (last === undefined) return;
    if (last < 0) {
      button("back").hidden = true;
      this.say("No earlier position was soon seen to win.");
    } else {
      const back = this.now - last;
      this.go(last);
      this.say(`${count(back, "jump")} taken back: from here it can be won.`);
    }
  }

  // Input

  /** What is seen while a board is drawn, and while it is played on. */
  private editing(editing: boolean): void {
    get("editor").hidden = !editing;
    this.showSide();
    document.body.classList.toggle("editing", editing);
    for (const bar of document.querySelectorAll<HTMLElement>("#about, .playing")) bar.hidden = editing;
    get("board").setAttribute("aria-label", editing ? "Board: arrow keys move, Enter draws" : "Board: arrow keys move, Enter takes a peg and puts it down");
  }

  private show(editing: boolean): void {
    this.halt();
    this.job += 1;
    this.changed();
    this.editing(editing);
    this.say("");
    if (editing) {
      this.editor.begin(this.problem);
    } else {
      this.board.build(this.problem);
      this.draw();
    }
  }

  private say(text: string): void {
    get("status").textContent = text;
  }

  private listen(): void {
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("paste", (event) => {
      if (isText(event.target)) return;
      event.preventDefault();
      const given = event.clipboardData?.getData("text/plain") ?? "";
      if (given === "" && isImage(event.clipboardData)) return this.say(NO_IMAGE);
      this.take(given);
    });
    document.addEventListener("dragover", (event) => {
      if (!isText(event.target)) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      if (isText(event.target)) return;
      event.preventDefault();
      if (isImage(event.dataTransfer)) return this.say(NO_IMAGE);
      const file = event.dataTransfer?.files[0];
      const given = event.dataTransfer?.getData("text/plain") ?? "";
      (file ? file.slice(0, share.MOST).text() : Promise.resolve(given)).then(
        (text) => this.take(text),
        () => this.say("That cannot be read: drop a text, a .peg file or a link."),
      );
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
    on("back", () => void this.undoToWinning());
    on("boards", () => this.gallery.show());
    on("another", () => this.gallery.show());
    on("keys-help", () => get<HTMLDialogElement>("keys").showModal());
    on("close-keys", () => get<HTMLDialogElement>("keys").close());
    on("picture", () => void this.picture());
    for (const id of ["coordinates", "letters"]) {
      get(id).addEventListener("change", () => {
        this.choices.coordinates = get<HTMLInputElement>("coordinates").checked;
        this.choices.noLetters = !get<HTMLInputElement>("letters").checked;
        store.choose(this.choices);
        this.showChoices();
        get("goal-text").textContent = goalInWords(this.problem, this.choices.coordinates);
        this.draw();
      });
    }
    on("again", () => this.again());
    on("today", () => this.open(daily(this.library, today())));
    on("draw", () => this.show(true));
    on("leave", () => {
      this.show(false);
      button("draw").focus();
    });
    on("share", () => void this.share());
    on("share-win", () => {
      const line = share.result(this.puzzle, this.turns(), this.isHelped);
      const link = location.protocol.startsWith("http") ? ` ${withoutGame()}` : "";
      void this.copy(line + link, `Copied: ${line}`, line).then((isCopied) => {
        button("share-win").textContent = isCopied ? "Copied" : "Not copied: see below";
      });
    });
    get("judge").addEventListener("change", () => {
      if (!get<HTMLInputElement>("judge").checked) {
        this.scout.cancel();
        this.hints.clear();
        this.draw();
      } else if (this.look.jumps.length > 0) {
        void this.judge();
      }
    });
    get("history").addEventListener("click", (event) => {
      const step = (event.target as HTMLElement).dataset.step;
      if (step === undefined) return;
      this.halt();
      this.go(Number(step));
    });
    window.addEventListener("hashchange", () => {
      if (location.hash !== this.address()) this.fromAddress();
    });
  }

  private showChoices(): void {
    get<HTMLInputElement>("coordinates").checked = this.choices.coordinates;
    get<HTMLInputElement>("letters").checked = !this.choices.noLetters;
    document.body.classList.toggle("coordinates", this.choices.coordinates);
  }

  /** Keys: Ctrl+Z and Ctrl+Y, arrows that lead to the board, and letters where nothing is typed. */
  private press(event: KeyboardEvent): void {
    if (isText(event.target) || !get("editor").hidden || document.querySelector("dialog[open]") || event.altKey) return;
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    if (key.startsWith("arrow") && !isCommand && !(event.target as Element).closest("#board, #side")) {
      event.preventDefault();
      return this.board.take();
    }
    const back = (): void => this.go(this.now - 1);
    const acts: Record<string, () => void> = isCommand
      ? { z: event.shiftKey ? () => this.go(this.now + 1) : back, y: () => this.go(this.now + 1) }
      : this.choices.noLetters ? {} : { h: () => void this.hint(), u: back, backspace: back, r: () => this.again(), "?": () => get<HTMLDialogElement>("keys").showModal() };
    const act = acts[key];
    if (act === undefined) return;
    event.preventDefault();
    this.halt();
    act();
    this.draw();
  }

  /** A picture, a .peg file or a link, as text: opened. */
  private take(text: string): void {
    if (text.trim() === "") return;
    try {
      for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
      const given = share.read(text);
      if ("source" in given) return this.open(named(given.source));
      // A link that cannot be followed leaves the game as it is.
      const [puzzle, jumps] = this.at(given.address);
      if (puzzle === undefined) throw new Error("the link names no puzzle");
      let { start: position } = this.library.ask<Opened>({ do: "open", source: puzzle.source });
      for (const jump of jumps) ({ position } = this.library.ask<{ position: string }>({ do: "jump", position, jump: Number(jump) }));
      history.replaceState(null, "", given.address);
      this.fromAddress();
    } catch (error) {
      this.say(message(error));
    }
  }

  private async picture(): Promise<void> {
    try {
      const name = `${share.fileName(this.problem)}.png`;
      share.download(await share.picture(this.problem, this.position), name);
      this.say(`${name} is written.`);
    } catch (error) {
      this.say(message(error));
    }
  }

  /** A link to the game as it stands; of a game that is won, to the puzzle alone. */
  private async share(): Promise<void> {
    const isOver = this.look.done && this.now > 0;
    const link = isOver ? withoutGame() : location.href;
    const what = isOver ? "the puzzle, without the solution" : this.now === 0 ? "the puzzle" : `the puzzle and the game so far, ${count(this.now, "jump")}`;
    await this.copy(link, `The link is copied: it holds ${what}.`, `The link, which holds ${what}: ${link}`);
  }

  private async copy(text: string, done: string, failed: string): Promise<boolean> {
    const isCopied = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"))).then(() => true, () => false);
    this.say(isCopied ? done : failed);
    return isCopied;
  }
}

/** The address of the puzzle alone. */
function withoutGame(): string {
  return location.href.replace(/&jumps=.*/, "");
}

const NO_IMAGE = "This is an image. A board is read as text: a line for each row, O for a peg, . for an empty hole.";

function isImage(given: DataTransfer | null): boolean {
  return given?.files[0]?.type.startsWith("image/") ?? false;
}

/** Whether something is typed there. */
function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type));
}

/** What has no other title. */
function named(source: string): Puzzle {
  const isText = source.includes("\n");
  const ofGallery = PUZZLES.find((puzzle) => puzzle.source === source);
  return ofGallery ?? { title: isText ? "Your board" : source, source };
}

/** The board of a link. */
function decoded(board: string): string {
  try {
    return atob(board);
  } catch {
    throw new Error("its board cannot be read");
  }
}

/** Where the last peg is to be, if the goal is one peg in one hole. */
function lastInWords({ says, goal, cells }: Opened, withCoordinates: boolean): string | undefined {
  const marked = goal.flatMap((mark, hole) => (mark === false ? [] : [hole]));
  const [last] = marked;
  if (says !== null || last === undefined || marked.length > 1 || goal[last] === null) return undefined;
  return withCoordinates ? cells[last]!.join(",") : "the green ring";
}

function goalInWords(problem: Opened, withCoordinates: boolean): string {
  if (problem.says !== null) return problem.says === "one peg anywhere" ? "Leave one peg, anywhere" : `Goal: ${problem.says}`;
  const pegs = problem.goal.filter((mark) => mark === true).length;
  const either = problem.goal.some((mark) => mark === null);
  const last = lastInWords(problem, withCoordinates);
  if (last !== undefined) return `Leave one peg, in ${last}`;
  if (pegs === 0 && !either) return "Leave no peg";
  return either ? "Leave pegs in the green rings; the dashed holes may have one; no others" : "Leave pegs in the green rings, and no others";
}

async function begin(): Promise<void> {
  const text = get("module").textContent ?? "";
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
  const module = await WebAssembly.compile(bytes);
  const [engine, library] = await Promise.all([Engine.start(module), Engine.start(module)]);
  const pair = (): Pair => new Pair(new Solver(module), new Solver(module));
  new Page(engine, library, pair(), pair(), new Solver(module));
  document.documentElement.dataset.ready = "";
  // As a site it is kept for when there is no net.
  if (document.querySelector("link[rel=manifest]")) {
    await navigator.serviceWorker?.register("worker.js").catch(() => undefined);
  }
}

begin().catch((error: unknown) => {
  get("status").textContent = `The page cannot start: ${message(error)}`;
});

// The engine: a module of WebAssembly that takes questions and gives answers as JSON.

export interface Opened {
  name: string;
  lattice: "square" | "triangular" | "diagonal";
  cells: [number, number][];
  /** Where each hole is drawn, in half columns and rows. */
  places: [number, number][];
  /** Lines of the board's own, by holes, the one leapt over in the middle. */
  lines: [number, number, number][] | null;
  /** A position: 0 or 1 for each hole. */
  start: string;
  goal: (boolean | null)[];
  says: string | null;
  /** The holes of each jump: from, over, to. */
  jumps: [number, number, number][];
  text: string;
}

export interface Look {
  jumps: number[];
  pegs: number;
  done: boolean;
}

export interface Solved {
  outcome: "solved" | "unsolvable" | "unknown";
  road: string | null;
  checked: string | null;
  reason: string | null;
  message: string | null;
  jumps?: number[];
  layers?: number[];
  sweeps?: number;
  kind?: string;
  /** The certificate. */
  text?: string;
}

/** What is drawn of a certificate: of the document that its text is. */
export interface Certificate {
  proof: {
    cases?: {
      finish: number | null;
      by: { parity?: number[]; parities?: number[][]; weights?: { leaf?: number[] }[] };
    }[];
  };
}

export interface Names {
  problems: string[];
  models: [string, string][];
}

export type Question =
  | { do: "open"; source: string }
  | {
      do: "draw";
      lattice: string;
      cells: [[number, number], boolean, boolean | null][];
      pegs: number | null;
    }
  | { do: "look"; position: string }
  | { do: "jump"; position: string; jump: number }
  | { do: "solve"; position: string; approach?: string; memory?: number }
  | { do: "hint"; position: string }
  | { do: "sweeps"; jumps: number[] }
  | { do: "encode"; model: string; dimacs?: boolean }
  | { do: "names" };

interface Exports {
  memory: WebAssembly.Memory;
  space(bytes: number): number;
  ask(): number;
  answer(): number;
}

export class Engine {
  private constructor(private readonly exports: Exports) {}

  static async start(module: WebAssembly.Module): Promise<Engine> {
    // Some crates ask for a clock by imports of their own; nothing of them is called here.
    const imports: Record<string, Record<string, () => number>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      (imports[from] ??= {})[name] = () => 0;
    }
    const instance = await WebAssembly.instantiate(module, imports);
    return new Engine(instance.exports as unknown as Exports);
  }

  /** The answer; an error has the engine's text. */
  ask<T>(question: Question): T {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const { memory, space, ask, answer } = this.exports;
    const at = space(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = ask();
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
    const told = JSON.parse(text);
    if (told.error !== undefined) throw new Error(told.error);
    return told as T;
  }
}

// Questions for the worker, one after another; cancelling ends the worker and starts another.

import type { Question, Solved } from "./engine";
import type { Task } from "./worker";

declare const WORKER: string;

export class Cancelled extends Error {}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class Solver {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private readonly url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));

  /** The worker is there once it is needed. */
  constructor(private readonly module: WebAssembly.Module) {}

  private begin(): Worker {
    const worker = new Worker(this.url);
    worker.postMessage(this.module);
    worker.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) waiting?.resolve(data.answer);
      else waiting?.reject(new Error(data.fatal ? "it does not fit into the engine's memory" : data.error));
      if (data.fatal) this.end(new Cancelled("ended"));
    };
    worker.onerror = (event) => this.end(new Error(event.message));
    return worker;
  }

  /** Asks about the problem of this name or text. */
  ask<T>(source: string, question: Question): Promise<T> {
    const task: Task = { id: this.next++, source, question };
    return new Promise<unknown>((resolve, reject) => {
      this.waiting.set(task.id, { resolve, reject });
      this.worker ??= this.begin();
      this.worker.postMessage(task);
    }) as Promise<T>;
  }

  /** Ends whatever is under way. */
  cancel(): void {
    if (this.waiting.size > 0) this.end(new Cancelled("cancelled"));
  }

  private end(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) waiting.reject(error);
  }
}

/** What the task comes to; nothing where the solver had to be cancelled, after so many milliseconds. */
export async function within<T>(solver: Pair, patience: number, task: () => Promise<T>): Promise<T | undefined> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    solver.cancel();
  }, patience);
  try {
    return await task();
  } catch (error) {
    if (isLate && error instanceof Cancelled) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** How long all roads go alone, in milliseconds. */
const ALONE = 100;

/** The largest board whose positions are soon gone through. */
const FEW_HOLES = 50;

/** The most memory of a road beside another engine that tries all of them, in bytes. */
const MEMORY_BESIDE = 2 ** 28;

/**
 * Two workers for one answer: one for all roads in turns, and after a moment, beside it, one for
 * exhaustion on small boards, the beam on others, with one turn for all. The first answer counts;
 * what all roads leave unknown is unknown. It takes one question at a time: cancel before the next.
 */
export class Pair {
  /** Which question is the last one. */
  private last = 0;

  constructor(
    private readonly all: Solver,
    private readonly beside: Solver,
  ) {}

  async ask<T>(source: string, question: { do: "solve" | "hint"; position: string }): Promise<T> {
    const approach = question.position.length <= FEW_HOLES ? "exhaustion" : "beam";
    const beside: Question = { do: "solve", position: question.position, approach, memory: MEMORY_BESIDE };
    const mine = ++this.last;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sooner = new Promise<Solved>((resolve) => {
      timer = setTimeout(() => {
        if (globalThis.navigator?.hardwareConcurrency === 1) return;
        const answer = this.beside.ask<Solved>(source, beside);
        answer.then((solved) => solved.outcome !== "unknown" && resolve(solved), () => {});
      }, ALONE);
    });
    try {
      return (await Promise.race([this.all.ask<Solved>(source, question), sooner])) as T;
    } finally {
      clearTimeout(timer);
      if (mine === this.last) this.cancel(); // the other worker goes on
    }
  }

  /** Ends the question, whose answer is `Cancelled`. */
  cancel(): void {
    this.all.cancel();
    this.beside.cancel();
  }
}

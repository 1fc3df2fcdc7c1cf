// The engine in a worker: long questions do not hold the page up, and end with the worker.

import { Engine, type Question } from "./engine";

export interface Task {
  id: number;
  /** Name or text of the problem that the question is about. */
  source: string;
  question: Question;
}

let engine: Promise<Engine>;
let open = "";

onmessage = async (event: MessageEvent<WebAssembly.Module | Task>) => {
  if (event.data instanceof WebAssembly.Module) {
    engine = Engine.start(event.data);
    return;
  }
  const { id, source, question } = event.data;
  try {
    const ready = await engine;
    if (source !== open) {
      ready.ask({ do: "open", source });
      open = source;
    }
    postMessage({ id, answer: ready.ask(question) });
  } catch (error) {
    // After a trap the engine is of no use any more.
    const fatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id, fatal, error: error instanceof Error ? error.message : String(error) });
  }
};

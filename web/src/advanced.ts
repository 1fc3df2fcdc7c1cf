// For those who know more: puzzles by name, their formulas and their text.

import type { Engine, Names, Opened } from "./engine";
import { download, fileName } from "./share";
import type { Solver } from "./solver";
import { message } from "./words";

const get = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

const GROUPS: [string, string][] = [
  ["central", "English board"],
  ["reversal", "The paper's reversals"],
  ["pattern", "The paper's patterns"],
  ["ipc2008", "Planning competition"],
];
const OTHERS = [
  "triangle5/reversal:0,0",
  "french/pair:2,0:4,0",
  "wiegleb/reversal:4,4",
  "square6/reversal:0,0",
  "square9/pair:4,4:4,4",
  "triangle7/pair:1,3:1,4",
  "french/reversal:3,3",
];

interface Table {
  open(name: string): void;
  say(text: string): void;
}

export class Advanced {
  private problem!: Opened;
  private readonly names: Names;
  /** Which table of sizes is the last one. */
  private table = 0;

  constructor(
    engine: Engine,
    private readonly encoder: Solver,
    private readonly page: Table,
  ) {
    this.names = engine.ask<Names>({ do: "names" });
    const select = get<HTMLSelectElement>("problem");
    const groups = GROUPS.map(([start, label]): [string, string[]] => [label, this.names.problems.filter((name) => name.startsWith(start))]);
    for (const [label, names] of [...groups, ["Other boards", OTHERS] as [string, string[]]]) {
      const group = document.createElement("optgroup");
      group.label = label;
      group.append(...names.map((name) => new Option(name, name)));
      select.append(group);
    }
    select.addEventListener("change", () => page.open(select.value));
    get("by-name").addEventListener("submit", (event) => {
      event.preventDefault();
      page.open(get<HTMLInputElement>("name").value.trim());
    });
    get("formula").addEventListener("toggle", () => {
      if (get<HTMLDetailsElement>("formula").open) void this.sizes();
    });
  }

  /** `title` names it where the engine's name does not. */
  show(problem: Opened, title: string): void {
    this.problem = problem;
    get("models").replaceChildren();
    get("text").textContent = problem.text;
    const select = get<HTMLSelectElement>("problem");
    select.value = problem.name;
    if (select.selectedIndex < 0) {
      select.prepend(new Option(problem.name === "board" ? title : problem.name, problem.name));
      select.value = problem.name;
    }
    if (get<HTMLDetailsElement>("formula").open) void this.sizes();
  }

  private get source(): string {
    return this.problem.name === "board" ? this.problem.text : this.problem.name;
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
        const size = await this.encoder.ask<{ variables: number; clauses: number }>(this.source, { do: "encode", model });
        if (isOld()) return;
        variables!.textContent = size.variables.toLocaleString("en");
        clauses!.textContent = size.clauses.toLocaleString("en");
        const link = document.createElement("button");
        link.textContent = "DIMACS";
        link.setAttribute("aria-label", `DIMACS of model ${model}: download`);
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
    this.page.say(`Writing model ${model}…`);
    try {
      const { dimacs } = await this.encoder.ask<{ dimacs: string }>(this.source, { do: "encode", model, dimacs: true });
      const name = `${fileName(problem)}-${model}.cnf`;
      download(new Blob([dimacs], { type: "text/plain" }), name);
      this.page.say(`${name} is written.`);
    } catch (error) {
      this.page.say(message(error));
    }
  }
}

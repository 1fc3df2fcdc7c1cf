// Why there is no solution: the picture of the argument that the certificate holds.

import type { Certificate, Opened, Solved } from "./engine";
import { extent } from "./grid";

const SVG = "http://www.w3.org/2000/svg";

/** The arguments in words, with the weights or the holes that they are about. */
export function why(problem: Opened, position: string, solved: Solved): HTMLElement {
  const box = document.createElement("div");
  const title = document.createElement("h2");
  title.textContent = "Why not?";
  box.append(title);
  const say = (text: string): void => {
    const words = document.createElement("p");
    words.textContent = text;
    box.append(words);
  };
  const name = (hole: number): string => problem.cells[hole]!.join(",");
  const goal = (hole: number): boolean => problem.goal[hole] === true;
  const isPicture = problem.says === null && problem.goal.every((mark) => mark !== null);
  const holes = problem.cells.map((_, hole) => hole);
  const pegs = holes.filter((hole) => position[hole] === "1");
  const drawn = new Set<string>();
  let isSaid = false;
  const kept: { certificate: Certificate } | null = JSON.parse(solved.text ?? "null");
  for (const { finish, by } of kept?.certificate.proof.cases ?? []) {
    const last = finish === null ? holes.filter(goal) : [finish];
    const isExact = isPicture || finish !== null;
    for (const set of [...(by.parities ?? []), ...(by.parity ? [by.parity] : [])]) {
      const marked = new Set(set);
      const count = (of: number[]): number => of.filter((hole) => marked.has(hole)).length;
      const here = count(pegs);
      const wanted = isExact ? `the goal has ${count(last)}` : "wherever a last peg may be left, one of these sets says no";
      if (!isSaid) say("Position class: a jump changes an even number of the marked holes, so the number of pegs in them stays odd or even.");
      isSaid = true;
      say(`Here ${here === 1 ? "is 1" : `are ${here}`}; ${wanted}.`);
      box.append(picture(problem, position, () => "", (hole) => marked.has(hole), `marked holes: ${set.map(name).join(" ")}`));
    }
    const weights = by.weights?.length === 1 ? by.weights[0]?.leaf : undefined;
    if (weights === undefined || drawn.has(weights.join())) continue;
    drawn.add(weights.join());
    const sum = (of: number[]): number => of.reduce((total, hole) => total + weights[hole]!, 0);
    const wanted = isExact
      ? `, and ${finish === null ? "the goal" : `a last peg in ${name(finish)}`} needs ${sum(last)}`
      : ", less than the goal needs";
    say(`Weights that no jump can raise: these pegs have ${sum(pegs)} together${wanted}.`);
    const label = `weights: ${holes.map((hole) => `${name(hole)}: ${weights[hole]}`).join("; ")}`;
    box.append(picture(problem, position, (hole) => String(weights[hole]), () => false, label));
    isSaid = true;
  }
  const others: Record<string, string> = {
    exhaustion: "Every way to go on was followed, as long as the pegs were worth enough for the goal, by weights that no jump can raise. None reaches it.",
    ends: "Weights, and which jumps can be the first and the last, leave no way to the goal.",
    "cutting-planes": "How often each jump is made fulfils some rows of numbers; as the times are whole numbers, no way is left.",
    tables: "Each way in which a part of the board can be filled has a value, and each peg a weight. No jump raises their sum, and the goal has more than there is now.",
    "jump-bounds": "Weights bound how often each jump can be made, case by case, and no case is left.",
    refutation: "The formula has no solution, and the proof of that was checked.",
    proof: "The formula has no solution, and the proof of that was checked.",
  };
  const by = solved.kind ?? solved.checked ?? "";
  if (!isSaid) say(others[by] ?? "The solver found that the formula has no solution.");
  return box;
}

function picture(
  problem: Opened,
  position: string,
  text: (hole: number) => string,
  marked: (hole: number) => boolean,
  label: string,
): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const [across, down] = extent(problem.places);
  svg.setAttribute("viewBox", `0 0 ${across} ${down}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  problem.places.forEach(([column, row], hole) => {
    const circle = document.createElementNS(SVG, "circle");
    const [x, y] = [column / 2 + 0.5, row + 0.5];
    circle.setAttribute("cx", String(x));
    circle.setAttribute("cy", String(y));
    circle.setAttribute("r", "0.42");
    circle.setAttribute("class", `${position[hole] === "1" ? "peg" : ""} ${marked(hole) ? "marked" : ""}`);
    svg.append(circle);
    const words = text(hole);
    if (words !== "") {
      const letters = document.createElementNS(SVG, "text");
      letters.setAttribute("x", String(x));
      letters.setAttribute("y", String(y));
      letters.textContent = words;
      svg.append(letters);
    }
  });
  return svg;
}

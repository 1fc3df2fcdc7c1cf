// Why there is no solution: the picture of the argument that the certificate holds.

import type { Opened, Solved } from "./engine";

const SVG = "http://www.w3.org/2000/svg";

/** The argument in words, with the weights or the holes that it is about. */
export function why(problem: Opened, position: string, solved: Solved): HTMLElement {
  const box = document.createElement("div");
  const title = document.createElement("h2");
  title.textContent = "Why not?";
  const words = document.createElement("p");
  box.append(title, words);
  const argument = solved.certificate?.certificate.proof.cases?.[0]?.by;
  const weights = argument?.weights?.length === 1 ? argument.weights[0]?.leaf : undefined;
  const goal = (hole: number): boolean => problem.goal[hole] === true;
  const isPicture = problem.says === null && problem.goal.every((mark) => mark !== null);
  const holes = problem.cells.map((_, hole) => hole);
  const pegs = holes.filter((hole) => position[hole] === "1");
  if (weights) {
    const sum = (of: number[]): number => of.reduce((total, hole) => total + weights[hole]!, 0);
    const wanted = isPicture ? `, and the goal needs ${sum(holes.filter(goal))}` : ", less than any goal needs";
    words.textContent = `Weights that no jump can raise: these pegs have ${sum(pegs)} together${wanted}.`;
    box.append(picture(problem, position, (hole) => String(weights[hole]), () => false));
  } else if (argument?.parity) {
    const marked = new Set(argument.parity);
    const count = (of: number[]): number => of.filter((hole) => marked.has(hole)).length;
    const wanted = isPicture ? `the goal has ${count(holes.filter(goal))}` : "no goal of such a number can be reached";
    words.textContent =
      `Position class: a jump changes an even number of the marked holes, so the number of pegs in them stays odd or even. ` +
      `Here are ${count(pegs)}; ${wanted}.`;
    box.append(picture(problem, position, () => "", (hole) => marked.has(hole)));
  } else {
    const by = solved.kind ?? solved.checked ?? "the solver's word";
    words.textContent =
      solved.kind === "exhaustion" || by === "exhaustion"
        ? "All positions that can be reached from here were looked at; none is the goal."
        : `It is shown by ${by}.`;
  }
  return box;
}

function picture(
  problem: Opened,
  position: string,
  text: (hole: number) => string,
  marked: (hole: number) => boolean,
): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const across = Math.max(...problem.places.map((place) => place[0])) / 2 + 1;
  const down = Math.max(...problem.places.map((place) => place[1])) + 1;
  svg.setAttribute("viewBox", `0 0 ${across} ${down}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "the board with the argument's holes");
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
      const label = document.createElementNS(SVG, "text");
      label.setAttribute("x", String(x));
      label.setAttribute("y", String(y));
      label.textContent = words;
      svg.append(label);
    }
  });
  return svg;
}

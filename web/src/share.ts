// In and out: what is pasted or dropped, results as a line of text, boards as pictures.

import type { Opened } from "./engine";
import { extent } from "./grid";
import { dayInWords, type Puzzle } from "./puzzles";
import { count } from "./words";

/** The most that is read of a text, in letters. */
export const MOST = 100_000;

/** What a text is: the address of a game, or the source of a problem. */
export function read(text: string): { address: string } | { source: string } {
  const given = text.slice(0, MOST).replace(/\r\n?/g, "\n").replace(/^\n+|\s+$/g, "");
  const hash = /^\S*(#\S*(?:puzzle|name|board)=\S*)$/.exec(given)?.[1];
  if (hash !== undefined) return { address: hash };
  const isText = given.includes("\n") || /^[O. ]+$/.test(given);
  return { source: isText ? `${given}\n` : given };
}

/** A line to tell others. */
export function result(puzzle: Puzzle, turns: number, helped: boolean): string {
  const { day, fewest, isProved } = puzzle;
  const what = day === undefined ? puzzle.title : dayInWords(day);
  const fewer = fewest === undefined ? "" : turns > fewest ? ` (best known ${fewest})` : isProved ? " (no fewer are possible)" : " (the best known)";
  return `Pegsat, ${what}: ${count(turns, "turn")}${fewer}${helped ? ", with help" : ""}`;
}

/** Pixels of a hole. */
const HOLE = 80;

/** The board as a picture, in the page's colours. */
export function picture(problem: Opened, position: string): Promise<Blob> {
  const [across, down] = extent(problem.places);
  const canvas = document.createElement("canvas");
  const size = Math.max(1, Math.min(HOLE, Math.floor(4000 / Math.max(across, down))));
  canvas.width = Math.round((across + 0.8) * size);
  canvas.height = Math.round((down + 0.8) * size);
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => {
    // The canvas knows no light-dark(): an element that has the colour says what it is now.
    const element = document.createElement("i");
    element.style.color = style.getPropertyValue(name);
    document.body.append(element);
    const { color } = getComputedStyle(element);
    element.remove();
    return color;
  };
  const [wood, dent, peg, good] = [colour("--wood"), colour("--dent"), colour("--peg"), colour("--good")];
  const pen = canvas.getContext("2d")!;
  pen.scale(size, size);
  pen.fillStyle = wood;
  pen.fillRect(0, 0, across + 0.8, down + 0.8);
  problem.places.forEach(([column, row], hole) => {
    const [x, y] = [column / 2 + 0.9, row + 0.9];
    const disc = (radius: number, fill: string): void => {
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fillStyle = fill;
      pen.fill();
    };
    disc(0.36, dent);
    if (position[hole] === "1") disc(0.38, peg);
    if (problem.goal[hole] === true) {
      pen.beginPath();
      pen.arc(x, y, 0.45, 0, 2 * Math.PI);
      pen.lineWidth = 0.05;
      pen.strokeStyle = good;
      pen.stroke();
    }
  });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("this browser makes no pictures")) : resolve(blob)), "image/png"));
}

/** A problem's name as that of a file. */
export function fileName({ name }: Opened): string {
  return name.replace(/[^\w.-]+/g, "-");
}

/** Gives the reader a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

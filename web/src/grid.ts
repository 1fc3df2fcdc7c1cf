// The board as a grid, in half columns and rows, with a margin for its coordinates.

/** Around the board, in columns and rows. */
export const MARGIN = 0.4;

/** Gives the board the shape of so many columns and rows; it is as large as the window allows. */
export function frame(board: HTMLElement, across: number, down: number): void {
  const [width, height] = [across + 2 * MARGIN, down + 2 * MARGIN];
  board.style.aspectRatio = `${width} / ${height}`;
  board.style.width = `min(100%, calc((100dvh - var(--around)) * ${(width / height).toFixed(4)}), ${(width * 6).toFixed(1)}rem)`;
}

/** Puts an element of this size, in columns, into the middle of a column and row of such a board. */
export function put(element: HTMLElement, [column, row]: [number, number], across: number, down: number, size = 0.96): void {
  const [width, height] = [across + 2 * MARGIN, down + 2 * MARGIN];
  element.style.left = `${((column + 0.5 + MARGIN) / width) * 100}%`;
  element.style.top = `${((row + 0.5 + MARGIN) / height) * 100}%`;
  element.style.width = `${(size / width) * 100}%`;
  element.style.height = `${(size / height) * 100}%`;
}

/** A button in this column and row of such a board. */
export function cell(place: [number, number], across: number, down: number): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  put(element, place, across, down);
  return element;
}

/** The columns and rows that these places, in half columns and rows, need. */
export function extent(places: [number, number][]): [number, number] {
  const most = (index: 0 | 1): number => Math.max(...places.map((place) => place[index]));
  return [most(0) / 2 + 1, most(1) + 1];
}

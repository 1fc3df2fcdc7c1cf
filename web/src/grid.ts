// The board as a grid of buttons, in half columns and rows.

/** Gives the board the shape of so many columns and rows. */
export function frame(board: HTMLElement, across: number, down: number): void {
  board.style.aspectRatio = `${across} / ${down}`;
  board.style.width = `min(100%, ${((68 * across) / down).toFixed(1)}vh, ${(across * 4.2).toFixed(1)}rem)`;
}

/** A button in this column and row of such a board. */
export function cell([column, row]: [number, number], across: number, down: number): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.style.left = `${((column + 0.5) / across) * 100}%`;
  element.style.top = `${((row + 0.5) / down) * 100}%`;
  element.style.width = `${(0.96 / across) * 100}%`;
  element.style.height = `${(0.96 / down) * 100}%`;
  return element;
}

/** The columns and rows that these places, in half columns and rows, need. */
export function extent(places: [number, number][]): [number, number] {
  const most = (index: 0 | 1): number => Math.max(...places.map((place) => place[index]));
  return [most(0) / 2 + 1, most(1) + 1];
}

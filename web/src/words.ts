// Words of the page.

export function count(number: number, word: string): string {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

/** What the engine says for the command line, as the page says it. */
const PLAIN: [RegExp, string][] = [
  [/^no problem is called '(.*)'; did you mean '(.*)'\?.*$/s, "There is no puzzle called “$1”. Did you mean “$2”?"],
  [/^no problem is called ''.*$/s, "Type the name of a puzzle, such as central or french/pair:3,0:3,6."],
  [/^no problem is called '(.*?)'.*$/s, "There is no puzzle called “$1”. Names look like central, reversal:2,0 or french/pair:3,0:3,6; a board has a line for each row, O for a peg and . for an empty hole."],
  [/^problem '.*?': no board is called '(.*?)'.*$/s, "There is no board called “$1”. There are english, french, wiegleb, diamond, and with a number triangle5, square6, rect5x4."],
  [/^problem '.*?': the (.*) board has no hole at (\S+).*$/s, "The $1 board has no hole at $2; columns and rows count from 0."],
  [/^the board has (\d+) holes; here they may be (\d+).*$/s, "That board has $1 holes, and this page takes up to $2."],
  [/^a peg that must survive cannot be played here$/, "Puzzles with a peg that must survive cannot be played here."],
  [/^board:(\d+):\d+: a hole between the columns.*$/s, "Line $1 of the board cannot be read: write O for a peg, . for an empty hole, and a blank after each, as in “O O .”."],
  [/^board:(\d+):\d+: (.*)$/s, "Line $1 of the board: $2."],
  [/^a board needs at least one hole$/, "Draw at least three holes in a row, two pegs and an empty hole among them."],
];

/** An error for people. */
export function message(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  for (const [pattern, words] of PLAIN) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return text;
}

export function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

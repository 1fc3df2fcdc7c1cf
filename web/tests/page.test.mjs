// The page in a real browser: Chromium, driven by Playwright. SHOTS=folder keeps pictures.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ADDRESS = new URL("../dist/index.html", import.meta.url).href;
const found = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const executablePath = process.env.CHROMIUM ?? found;
let browser;

before(async () => {
  assert.ok(executablePath, "no Chromium: install it, or name it in CHROMIUM");
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** What few need is behind 'Advanced'. */
const advanced = (page) => page.evaluate(() => (document.getElementById("advanced").open = true));
const openName = async (page, name) => {
  await advanced(page);
  await page.locator("#name").fill(name);
  await page.getByRole("button", { name: "Open" }).click();
};

/** What the browser keeps of someone who has been here, and sees coordinates. */
const KEPT = JSON.stringify({ coordinates: true, last: "#name=central", won: 1 });

/**
 * A page of someone of whom that is kept, or of a newcomer; whatever it loads besides itself, and
 * every error, fails the test.
 */
async function open(hash = "", { isNewcomer = false, kept = KEPT, ...options } = {}) {
  const context = await browser.newContext(options);
  if (!isNewcomer) await context.addInitScript((text) => void (location.protocol !== "about:" && (localStorage.pegsat ??= text)), kept);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) faults.push(`loads ${request.url()}`);
  });
  await page.goto(ADDRESS + hash);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  const close = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, close };
}

const hole = (page, x, y) => page.getByRole("button", { name: new RegExp(`^column ${x}, row ${y}:`) });
const status = (page) => page.getByRole("status");
const shot = async (page, name) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
const jumpsOf = (page) => page.locator("#history button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
const says = (page, text) => status(page).filter({ hasText: text }).waitFor();
const board = (page) => page.locator("#board button").evaluateAll((all) => all.map((one) => Number(one.classList.contains("peg"))).join(""));

/** Begins to draw a board, with pegs everywhere, or but for one hole. */
const fill = async (page, lattice, columns, rows, empty) => {
  await page.getByRole("button", { name: "Draw a board" }).click();
  await page.getByLabel("Grid").selectOption(lattice);
  await page.getByLabel("Columns").fill(String(columns));
  await page.getByLabel("Rows").fill(String(rows));
  await page.getByRole("button", { name: "Fill" }).click();
  if (empty === undefined) return;
  await page.getByRole("radio", { name: "empty hole" }).check();
  await hole(page, ...empty).click();
};

test("a whole game by clicks, with undo and redo", async () => {
  const { page, close } = await open("#name=triangle5/reversal:0,0");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in .*13 jumps/);
  const jumps = await jumpsOf(page);
  assert.equal(jumps.length, 13);
  for (const jump of jumps) {
    const [[x, y], [toX, toY]] = jump.split("-").map((text) => text.split(","));
    await hole(page, x, y).click();
    await hole(page, toX, toY).click();
  }
  await says(page, "Solved!");
  assert.equal(await page.locator("#pegs").textContent(), "1 peg");
  const end = await board(page);
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator("#pegs").textContent(), "2 pegs");
  await page.getByRole("button", { name: "Step" }).click();
  assert.equal(await board(page), end);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  assert.equal(await page.locator("#pegs").textContent(), "14 pegs");
  await close();
});

test("pegs are dragged", async () => {
  const { page, close } = await open();
  const [from, to] = [await hole(page, 3, 1).boundingBox(), await hole(page, 3, 3).boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await says(page, "3,1-3,3. 31 pegs");
  await close();
});

test("central is solved, stepped and played by layers", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in \d+ ms: 31 jumps/);
  await page.getByRole("button", { name: "Step" }).click();
  assert.equal(await page.locator("#pegs").textContent(), "31 pegs");
  await advanced(page);
  await page.getByLabel("step by layers").check();
  await page.getByRole("button", { name: "Play" }).click();
  await says(page, "Solved!");
  await shot(page, "solved");
  await close();
});

test("a hint is one jump that wins; every jump is judged if asked for", async () => {
  const { page, close } = await open("#name=triangle5/pair:0,0:0,0");
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, /can still win/);
  assert.equal(await page.locator("#board path").count(), 1);
  // The hint is followed until the game is won, on the way each is known at once.
  await page.locator("#hints button").click();
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, /can still win/);
  await page.getByLabel("judge every jump").check();
  await page.locator("#hints li.open").first().waitFor({ state: "detached" });
  for (let step = 0; step < 4; step++) {
    await page.locator("#hints li.wins button").first().click();
    await page.locator("#hints li.wins").first().waitFor();
  }
  const verdicts = await page.locator("#hints li").allTextContents();
  assert.ok(verdicts.every((text) => /can still win|loses|not known/.test(text)), verdicts.join());
  await shot(page, "hint");
  await close();
});

test("a jump while jumps are judged begins to judge again", async () => {
  const { page, close } = await open("#name=wiegleb/reversal:4,4");
  await page.getByLabel("judge every jump").check();
  await page.locator("#hints li.open").first().waitFor();
  // At once: the list is drawn again with each verdict.
  await page.evaluate(() => document.querySelector("#hints li.open button").click());
  await page.locator("#hints li.loses, #hints li.wins").first().waitFor();
  await page.waitForFunction(() => document.querySelector("#hints li") && !document.querySelector("#hints li.open"));
  await close();
});

test("a lost game says so, why, and goes back to where it could be won", async () => {
  const { page, close } = await open("#name=triangle5/pair:0,0:0,0");
  await page.getByLabel("judge every jump").check();
  await hole(page, 2, 2).click();
  await hole(page, 0, 0).click();
  await page.locator("#hints li.loses, #hints li.wins").first().waitFor();
  // On along losing jumps, as soon as there is one.
  let jumps = 1;
  for (let lost = false; !lost || jumps < 6; jumps++) {
    await page.waitForFunction(() => !document.querySelector("#hints li.open"));
    lost ||= (await page.locator("#hints li.loses").count()) > 0;
    await page.locator(lost ? "#hints li.loses button" : "#hints li.wins button").first().click();
  }
  await page.getByLabel("judge every jump").uncheck();
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, "No jump wins from here");
  await page.locator("#why").getByText("Why not?").waitFor();
  await shot(page, "lost");
  await page.getByRole("button", { name: "Undo to where it could still be won" }).click();
  await says(page, /taken back: from here it can be won/);
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, /can still win/);
  await close();
});

test("a hint that takes long says how far back the game could still be won", async () => {
  const jumps = "117.184.54.236.47.146.95.103.37.110.83.109.44.69.123.131.168.57.232.8.221.159.24.15.226.161.213.3.54.182.20.122.219.185.99.119.106.43.199.107.21";
  const { page, close } = await open(`#name=square9/pair:4,4:4,4&jumps=${jumps}`);
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, /Still looking\. \d+ jumps ago it could still be won/);
  await page.getByRole("button", { name: "Undo to where it could still be won" }).click();
  await says(page, /taken back: from here it can be won/);
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, /can still win/);
  await close();
});

test("an impossible game says why, with the argument's picture", async () => {
  const { page, close } = await open("#name=french/reversal:3,3");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, "There is no solution from here");
  await page.getByText("Position class").waitFor();
  assert.ok((await page.locator("#why circle.marked").count()) > 5);
  await shot(page, "why");
  await openName(page, "random:12:2");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.getByText("Weights that no jump can raise").waitFor();
  assert.equal(await page.locator("#why text").count(), 33);
  await close();
});

test("a drawn board is solved, and a link shares it with its game", async () => {
  const { page, close } = await open();
  await fill(page, "square", 5, 4, [1, 1]);
  await page.getByRole("radio", { name: "no hole" }).check();
  await hole(page, 4, 3).click();
  await page.getByLabel("one peg anywhere").check();
  await shot(page, "draw");
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.equal(await page.locator("#board button").count(), 19);
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^(Solved in|There is no solution)/);
  await hole(page, 3, 1).click();
  await hole(page, 1, 1).click();
  await says(page, "3,1-1,1. 17 pegs");
  const [address, position] = [await page.evaluate(() => location.hash), await board(page)];
  await close();
  const other = await open(address);
  assert.equal(await board(other.page), position);
  await says(other.page, "1 jump from the link");
  await other.page.goBack().catch(() => {});
  await other.close();
});

test("on a board with diagonal jumps a peg jumps across a corner", async () => {
  const { page, close } = await open();
  await fill(page, "diagonal", 3, 3, [0, 0]);
  await page.getByLabel("one peg anywhere").check();
  await page.getByRole("button", { name: "Play on it" }).click();
  await hole(page, 2, 2).click();
  await hole(page, 0, 0).click();
  assert.equal(await board(page), "111101110");
  await close();
});

test("a triangle is drawn, with a last peg", async () => {
  const { page, close } = await open();
  await fill(page, "triangular", 5, 5);
  await page.getByRole("radio", { name: "no hole" }).check();
  for (const [x, y] of [[1, 0], [2, 0], [3, 0], [4, 0], [2, 1], [3, 1], [4, 1], [3, 2], [4, 2], [4, 3]]) {
    await hole(page, x, y).click();
  }
  await page.getByRole("radio", { name: "empty hole" }).check();
  await hole(page, 0, 0).click();
  await page.getByRole("radio", { name: "a last peg here" }).check();
  await hole(page, 0, 0).click();
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.match(await page.locator("#goal-text").textContent(), /one peg, in 0,0/);
  await advanced(page);
  await page.getByLabel("coordinates").uncheck();
  assert.match(await page.locator("#goal-text").textContent(), /one peg, in the green ring/);
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in .* 13 jumps/);
  await close();
});

test("faults are told and nothing breaks", async () => {
  const { page, close } = await open("#name=nowhere&jumps=1");
  
  await openName(page, "square9/pair:40,4:4,4");
  await says(page, /40,4/);
  await page.getByRole("button", { name: "Draw a board" }).click();
  await page.getByLabel("Columns").fill("1");
  await page.getByLabel("Rows").fill("1");
  await page.getByRole("radio", { name: "no hole" }).check();
  await hole(page, 0, 0).click();
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.notEqual(await page.getByRole("alert").textContent(), "");
  await page.getByRole("button", { name: "Back" }).click();
  assert.equal(await page.locator("#board button").count(), 33);
  await close();
  const broken = await open("#board=%%%&jumps=x");
  await says(broken.page, "The link cannot be followed");
  await broken.close();
});

test("long work is cancelled, and the page goes on meanwhile", async () => {
  const { page, close } = await open("#name=wiegleb/pair:4,0:4,0");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, "Solving…");
  // If the page stood still, no frame would be drawn before the answer, which takes minutes.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame);
  });
  await hole(page, 4, 1).hover();
  assert.equal(await status(page).textContent(), "Solving…");
  await page.getByRole("button", { name: "Cancel" }).click();
  await says(page, "Cancelled.");
  await openName(page, "central");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  await close();
});

test("by keyboard alone", async () => {
  const { page, close } = await open();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? "");
  for (let press = 0; press < 12 && !(await focused()).startsWith("column"); press++) await page.keyboard.press("Tab");
  assert.equal(await focused(), "column 2, row 0: peg");
  for (const key of ["ArrowRight", "ArrowDown", "Enter", "ArrowDown", "ArrowDown", "Space"]) await page.keyboard.press(key);
  await says(page, "3,1-3,3. 31 pegs");
  assert.equal(await focused(), "column 3, row 3: peg, goal");
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#pegs").textContent(), "32 pegs");
  assert.equal(await focused(), "column 3, row 3: empty, goal");
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => document.activeElement.id)) === "solve") break;
  }
  await page.keyboard.press("Enter");
  await says(page, /^Solved in/);
  await page.getByRole("button", { name: "Draw a board" }).press("Enter");
  for (const key of ["ArrowDown", "ArrowRight", "Space"]) await page.keyboard.press(key);
  assert.equal(await focused(), "column 1, row 1: peg");
  await close();
});

test("on a phone nothing is wider than the screen, and touch plays", async () => {
  const { page, close } = await open("", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} pixels`);
  const before = await page.locator("#board").boundingBox();
  await hole(page, 3, 1).tap();
  await hole(page, 3, 3).tap();
  await says(page, "3,1-3,3. 31 pegs");
  await page.getByRole("button", { name: "Solve from here" }).tap();
  await says(page, /^Solved in/);
  assert.deepEqual(await page.locator("#board").boundingBox(), before, "the board keeps its place");
  await advanced(page);
  await page.getByText("Its formula").click();
  await page.getByText("104,629").waitFor();
  await page.getByText("Its text").click();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await shot(page, "phone");
  await close();
});

test("what few can know about an open goal is drawn, and goes with its position", async () => {
  const { page, close } = await open("#name=french/free:3,3");
  await hole(page, 3, 1).click();
  await hole(page, 3, 3).click();
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, "There is no solution from here");
  assert.ok((await page.locator("#why svg").count()) >= 1);
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator("#why svg").count(), 0);
  await close();
});

test("a formula that is too large ends nothing else", async () => {
  const { page, close } = await open("#name=square14/free:2,2");
  await advanced(page);
  await page.getByText("Its formula").click();
  await page.getByText("too large").first().waitFor();
  await openName(page, "central");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  await page.getByText("104,629").waitFor();
  await page.locator("#models tr").nth(5).waitFor(); // a row as each is known
  assert.equal(await page.locator("#models tr").count(), 6);
  await close();
});

test("a problem that is opened while drawing is played; a drawn board is not lost", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "Draw a board" }).click();
  await hole(page, 2, 0).click();
  await advanced(page);
  await page.locator("#problem").selectOption("central-free");
  assert.equal(await page.locator("#editor").isHidden(), true);
  await page.getByRole("button", { name: "Draw a board" }).click();
  await page.getByRole("radio", { name: "no hole" }).check();
  await hole(page, 2, 0).click();
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.equal(await page.locator("#board button").count(), 32);
  await page.locator("#problem").selectOption("central");
  await page.locator("#problem").selectOption("board");
  assert.equal(await page.locator("#board button").count(), 32);
  await close();
});

test("goals that leave holes open stay open in the editor; boards that are too large are told", async () => {
  const text = "lattice: square\nstart:\nO O . O\ngoal:\n. ? O .\n";
  const { page, close } = await open(`#board=${encodeURIComponent(btoa(text))}`);
  assert.equal(await page.locator("#board button.either").count(), 1);
  await page.getByRole("button", { name: "Draw a board" }).click();
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.match(await page.locator("#text").textContent(), /goal:\n\. \? O \./);
  await openName(page, "square100/free:3,3");
  await says(page, "10000 holes");
  const won = "start:\nO O .\ngoal:\nO O .\n"; // though a jump could be made
  await page.goto(`${ADDRESS}#board=${encodeURIComponent(btoa(won))}`);
  await says(page, "Solved!");
  await page.getByRole("button", { name: "Hint" }).click();
  assert.equal(await status(page).textContent(), "Solved!");
  await close();
});

test("formulas have sizes, and are downloaded", async () => {
  const { page, close } = await open("#name=triangle5/reversal:0,0");
  await advanced(page);
  await page.getByText("Its formula").click();
  await page.getByText("11,431").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "DIMACS of model C" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "triangle5-reversal-0-0-C.cnf");
  let text = "";
  for await (const chunk of await download.createReadStream()) text += chunk;
  assert.match(text, /^c pegsat .*\nc problem triangle5\/reversal:0,0\n(c .*\n)*p cnf 678 11431\n/);
  await close();
});

test("it is ready within a second, and as fast as it should be", async () => {
  const { page, close } = await open();
  const { paint, ready } = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    ready: performance.now(),
  }));
  console.log(`# first paint after ${Math.round(paint)} ms, ready after ${Math.round(ready)} at most`);
  for (const name of ["central", "french/pair:2,0:4,0", "wiegleb/reversal:4,4", "square12/pair:5,5:5,5"]) {
    await openName(page, name);
    await page.getByRole("button", { name: "Solve from here" }).click();
    await says(page, /^Solved in/);
    console.log(`# ${name}: ${(await status(page).textContent()).split(":")[0]}`);
  }
  await close();
});

/** Plays the jumps of the list by clicks. */
async function playAll(page) {
  const jumps = await jumpsOf(page);
  for (const jump of jumps) {
    const [[x, y], [toX, toY]] = jump.split("-").map((text) => text.split(","));
    await hole(page, x, y).click();
    await hole(page, toX, toY).click();
  }
}

test("a peg lifts, follows the pointer, shows where it can go, and falls back", async () => {
  const { page, close } = await open();
  const middle = async (x, y) => {
    const box = await hole(page, x, y).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [from, over] = [await middle(3, 1), await middle(3, 2)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(over[0] + 7, over[1], { steps: 4 });
  const lifted = await page.locator(".piece.lifted").boundingBox();
  assert.ok(Math.abs(lifted.x + lifted.width / 2 - over[0] - 7) < 3 && Math.abs(lifted.y + lifted.height / 2 - over[1]) < 3);
  assert.equal(await page.locator("#board .target").count(), 1);
  await page.mouse.up(); // over another peg: it falls back
  assert.equal(await page.locator(".piece.lifted").count(), 0);
  assert.equal(await page.locator("#pegs").textContent(), "32 pegs");
  await page.mouse.move(...(await middle(3, 1)));
  await page.mouse.down();
  const [x, y] = await middle(3, 3);
  await page.mouse.move(x + 8, y - 6, { steps: 4 });
  assert.equal(await page.locator("#board .near").count(), 1);
  await page.mouse.up(); // beside the hole, and near enough
  await says(page, "3,1-3,3. 31 pegs");
  assert.equal(await page.locator("#board .last").count(), 2, "the last move is marked");
  await page.locator(".piece").nth(31).waitFor({ state: "detached" });
  await close();
});

test("a stranger finds a small puzzle, wins, and the browser remembers", async () => {
  const { page, close } = await open("", { isNewcomer: true });
  await says(page, "6 pegs");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  const jumps = await jumpsOf(page);
  const play = async () => {
    for (const jump of jumps) {
      const [[x, y], [toX, toY]] = jump.split("-").map((text) => text.split(","));
      await hole(page, x, y).click();
      await hole(page, toX, toY).click();
    }
  };
  // Help stays with the game, also in another visit, and ends with it.
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await play();
  await page.locator("#won").getByText(/5 jumps in \d turns, with help/).waitFor();
  await page.getByRole("button", { name: "Play it again" }).click();
  await play();
  await page.locator("#won").getByText(/5 jumps in \d turns\./).waitFor();
  await shot(page, "won");
  await page.getByRole("button", { name: "Another puzzle" }).click();
  const card = page.getByRole("button", { name: /^Cross/ });
  assert.match(await card.textContent(), /easy.*best known: 5 turns.*yours: \d turns/);
  await page.getByText("2 games won").waitFor();
  assert.ok((await page.locator("#puzzles button").count()) >= 16);
  await shot(page, "gallery");
  await page.getByRole("button", { name: /^French board/ }).click();
  await says(page, "36 pegs");
  await hole(page, 2, 2).click();
  await hole(page, 2, 0).click();
  await page.getByRole("button", { name: "Puzzles" }).click();
  await page.getByRole("button", { name: /^Pyramid/ }).click();
  await says(page, "16 pegs");
  await page.getByRole("button", { name: "Puzzles" }).click();
  await page.getByRole("button", { name: /^French board/ }).click();
  await says(page, "Your game goes on where you left it. 35 pegs");
  await close();
});

test("the puzzle of each day of a week can be won, and is the same each time", async () => {
  const { page, close } = await open("#puzzle=day-2026-11-16");
  const first = await board(page);
  for (let day = 16; day < 23; day++) {
    await page.goto("about:blank");
    await page.goto(`${ADDRESS}#puzzle=day-2026-11-${day}`);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    if (day === 16) assert.equal(await board(page), first);
    await page.getByRole("button", { name: "Solve from here" }).click();
    await says(page, /^Solved in/);
  }
  await page.getByRole("button", { name: "Today’s puzzle" }).click();
  assert.match(await page.locator("#title").textContent(), /^Puzzle of/);
  await close();
});

test("boards are painted by dragging; empty fields change nothing; what cannot be played is told", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "Draw a board" }).click();
  const before = await page.locator("#board button").count();
  await page.getByLabel("Columns").fill("");
  await page.getByLabel("Columns").blur();
  assert.equal(await page.locator("#board button").count(), before);
  await page.getByRole("button", { name: "Clear" }).click();
  assert.equal(await page.locator("#board button.none").count(), 49);
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.match(await page.getByRole("alert").textContent(), /no hole yet/);
  const [from, to] = [await hole(page, 1, 3).boundingBox(), await hole(page, 5, 3).boundingBox()];
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 20 });
  await page.mouse.up();
  assert.equal(await page.locator("#board button.peg").count(), 5);
  await page.getByLabel("one peg anywhere").check();
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.match(await page.getByRole("alert").textContent(), /Every hole has a peg/);
  await page.getByRole("radio", { name: "empty hole" }).check();
  await hole(page, 3, 3).click();
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.equal(await page.locator("#board button").count(), 5);
  await close();
});

test("the list of jumps leads to its positions; a clock runs while it works", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  await page.locator("#history button").nth(9).click();
  assert.equal(await page.locator("#pegs").textContent(), "22 pegs");
  await openName(page, "wiegleb/pair:4,0:4,0");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.locator("#clock").getByText("1 s").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await says(page, "Cancelled.");
  await close();
});

test("no finding of axe, and nothing wider than the screen, in any size and light", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const states = {
    game: async (page) => {
      await page.getByRole("button", { name: "Hint" }).click();
      await says(page, /can still win/);
      await advanced(page);
    },
    gallery: (page) => page.getByRole("button", { name: "Puzzles" }).click(),
    draw: (page) => page.getByRole("button", { name: "Draw a board" }).click(),
    won: async (page) => {
      await page.getByRole("button", { name: "Solve from here" }).click();
      await says(page, /^Solved in/);
      await playAll(page);
      await page.locator("#won").waitFor();
    },
  };
  for (const [name, act] of Object.entries(states)) {
    const { page, close } = await open("#puzzle=plus", { reducedMotion: "reduce" });
    await act(page);
    await page.evaluate(axe);
    for (const [width, height] of [[360, 740], [740, 360], [800, 900], [1600, 900]]) {
      await page.setViewportSize({ width, height });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} at ${width}: ${wide} pixels`);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await shot(page, `${name}-${width}-${colorScheme}`);
        if (width !== 360 && width !== 1600) continue;
        const { violations } = await page.evaluate(() => axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${name} ${width} ${colorScheme}: ${id} ${nodes[0].html}`), []);
      }
    }
    await close();
  }
});

test("at a dead end the way back is offered, by the page and by Hint", async () => {
  const { page, close } = await open("#name=triangle4/free:0,1");
  for (let jumps = 1; jumps > 0; ) {
    const targets = page.locator("#board button.target");
    const pegs = await page.locator("#board button.peg").all();
    jumps = 0;
    for (const peg of pegs.reverse()) {
      await peg.click();
      if ((jumps = await targets.count()) > 0) {
        await targets.first().click();
        break;
      }
      await peg.click();
    }
  }
  await says(page, /No jump is left/);
  const back = page.getByRole("button", { name: "Undo to where it could still be won" });
  await back.waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await back.click();
  await says(page, /taken back: from here it can be won/);
  await close();
});

test("an undone jump stays undone, a peg put back is put back, and the last jump is seen in the list", async () => {
  const { page, close } = await open("#name=central");
  await hole(page, 3, 1).click();
  await says(page, "choose where this peg lands");
  await hole(page, 3, 1).click();
  await says(page, /^32 pegs/);
  await hole(page, 3, 1).click();
  await hole(page, 3, 3).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await openName(page, "triangle5/reversal:0,0");
  await says(page, "14 pegs");
  await openName(page, "central");
  await says(page, /32 pegs/);
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  await page.getByRole("button", { name: "End" }).click();
  const isSeen = () => page.evaluate(() => {
    const [list, item] = [document.getElementById("history"), document.querySelector("#history [aria-current]")];
    const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  });
  assert.ok(await isSeen());
  await page.locator("#history button").first().click();
  assert.ok(await isSeen());
  await close();
});

test("days count on their day; a day that is none, and a broken link, are told in plain words", async () => {
  const { page, close } = await open("#puzzle=day-2026-02-31");
  await says(page, "“2026-02-31” is no day");
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}#board=%%%`);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  assert.doesNotMatch(await status(page).textContent(), /atob|Failed to execute|InvalidCharacter/);
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}#board=!!`);
  await says(page, "The link cannot be followed: its board cannot be read");
  // The puzzle of another day: won, and no day of a row.
  await page.goto("about:blank");
  await page.goto(`${ADDRESS}#puzzle=day-2099-01-04`);
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  for (const jump of await jumpsOf(page)) {
    const [[x, y], [toX, toY]] = jump.split("-").map((text) => text.split(","));
    await hole(page, x, y).click();
    await hole(page, toX, toY).click();
  }
  await page.locator("#won").getByText(/jumps in/).waitFor();
  assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem("pegsat")).days), []);
  await close();
});

test("after Clear no last peg is asked for that is not there", async () => {
  const { page, close } = await open("#name=central");
  await page.getByRole("button", { name: "Draw a board" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await hole(page, 1, 3).click();
  await hole(page, 2, 3).click();
  await page.getByRole("radio", { name: "empty hole" }).check();
  await hole(page, 3, 3).click();
  await page.getByRole("button", { name: "Play on it" }).click();
  assert.equal(await page.locator("#board button").count(), 3);
  await close();
});

test("whatever stands in the browser's memory, the gallery opens", async () => {
  const last = ['{"last":7,"bests":null,"solved":[],"late":"x","coordinates":1}', '{"last":"#puzzle=none","games":[1],"won":"x","days":{},"helped":3}', '{"last":"#name=nowhere","games":{"central":"x"}}'];
  for (const kept of [...last, "[]", "null", "{"]) {
    const { page, close } = await open("", { kept });
    await page.getByRole("button", { name: "Puzzles", exact: true }).click();
    await page.getByRole("button", { name: /^Cross/ }).click();
    await says(page, /pegs/);
    await close();
  }
});

test("the page runs its own script alone, and sends nothing away", async () => {
  const { page, close } = await open();
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /script-src[^;]*'unsafe-inline'/);
  await close();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(ADDRESS);
  await other.locator("html[data-ready]").waitFor({ state: "attached" });
  const ran = await other.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const sent = await fetch("http://localhost:9/").then(() => true, () => false);
    return [window.ran ?? false, sent];
  });
  assert.deepEqual(ran, [false, false]);
  await context.close();
});

test("the service worker keeps to its own cache and to what it serves", async () => {
  const text = await readFile(new URL("../dist/site/worker.js", import.meta.url), "utf8");
  const scope = "https://example.org/pegsat/";
  const caches = new Map([["pegsat-other-site", {}], [`pegsat ${scope} old`, {}], ["pegsat https://example.org/ x", {}]]);
  const listeners = {};
  const self = {
    registration: { scope },
    clients: { claim: async () => {} },
    skipWaiting: async () => {},
    addEventListener: (name, listener) => (listeners[name] = listener),
  };
  const store = {
    keys: async () => [...caches.keys()],
    delete: async (name) => caches.delete(name),
    open: async () => ({ addAll: async () => {}, match: async () => "kept" }),
    match: async () => "of others",
  };
  new Function("self", "caches", "fetch", text)(self, store, async () => "fetched");
  let done;
  listeners.activate({ waitUntil: (promise) => (done = promise) });
  await done;
  assert.deepEqual([...caches.keys()], ["pegsat-other-site", "pegsat https://example.org/ x"]);
  const answer = (method, url) => {
    let given = null;
    listeners.fetch({ request: { method, url }, respondWith: (promise) => (given = promise) });
    return given;
  };
  assert.equal(await answer("GET", `${scope}index.html`), "kept");
  assert.equal(answer("POST", scope), null);
  assert.equal(answer("GET", "https://example.org/other/"), null);
});

test("as a site it can be installed, and works without a net", async () => {
  const folder = new URL("../dist/site/", import.meta.url);
  const types = { html: "text/html", js: "text/javascript", png: "image/png", webmanifest: "application/manifest+json" };
  const server = createServer(async (request, answer) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    try {
      const content = await readFile(new URL(name, folder));
      answer.writeHead(200, { "content-type": types[name.split(".").pop()] }).end(content);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  const address = `http://localhost:${server.address().port}/`;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (file) => {
      const { width, height } = await createImageBitmap(await (await fetch(file)).blob());
      return `${width}x${height}`;
    }, src);
    assert.equal(size, sizes);
  }
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  });
  await page.goto(`${address}#puzzle=cross`);
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, /can still win/);
  await context.close();
});

test("a newcomer sees which pegs can move, the rule, and why a jump cannot be made", async () => {
  const { page, close } = await open("", { isNewcomer: true, viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
  assert.equal(await page.locator("#title").textContent(), "Cross");
  assert.ok((await page.locator("#board button.movable").count()) > 0);
  assert.ok(await page.getByRole("img", { name: /^Before: a peg/ }).isVisible());
  assert.equal(await page.locator(".coordinate:visible").count(), 0);
  assert.match(await page.locator("#goal-text").textContent(), /green ring/);
  await says(page, "Drag a peg with an orange ring");
  const drag = async (from, ...to) => {
    const [a, b, ...more] = await Promise.all([from, ...to].map((cell) => hole(page, ...cell).boundingBox()));
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    for (const box of [b, ...more]) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  await drag([3, 1], [3, 2]); // onto its neighbour
  await says(page, "There is a peg already");
  assert.equal(await page.locator(".piece.shaken").count(), 1);
  await drag([3, 1], [3, 0]); // a step upwards, over nothing
  await says(page, "in a straight line over its neighbour");
  await drag([3, 1], [3, 2], [3, 1]); // put back
  await says(page, "possible jump");
  await shot(page, "welcome");
  await close();
});

test("a ladder: the next puzzle after a win, the board in sight, a result to share", async () => {
  const { page, close } = await open("", { isNewcomer: true, reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  await playAll(page);
  await page.locator("#won").waitFor();
  const [board, won] = [await page.locator("#board").boundingBox(), await page.locator("#won").boundingBox()];
  assert.ok(won.y >= board.y + board.height, "the win is below the board");
  await page.getByRole("button", { name: "Share the result" }).click();
  await says(page, /Pegsat, Cross: \d turns \((no fewer are possible|best known 5)\), with help/);
  await shot(page, "ladder");
  await page.getByRole("button", { name: "Next: Plus" }).click();
  assert.equal(await page.locator("#title").textContent(), "Plus");
  assert.equal(await page.locator("#board button.movable").count(), 0, "who has won knows which pegs move");
  await page.goto("about:blank");
  await page.goto(ADDRESS);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  assert.equal(await page.locator("#title").textContent(), "Plus", "what was open last");
  await page.getByRole("button", { name: "Puzzles", exact: true }).click();
  await page.getByRole("button", { name: /^Cross.*solved with help/ }).waitFor();
  assert.equal(await page.locator("#days button").count(), 30);
  const day = await page.locator("#days button").first().textContent();
  await page.locator("#days button").first().click();
  assert.equal(await page.locator("#title").textContent(), `Puzzle of ${day}`);
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  await playAll(page);
  await page.locator("#won").waitFor();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("pegsat")));
  assert.deepEqual([kept.days.length, kept.late.length], [0, 1]);
  await page.getByRole("button", { name: "Puzzles", exact: true }).click();
  await page.getByRole("button", { name: `${day}, done` }).waitFor();
  await close();
});

test("letters are keys: hint, undo, again, and the list of them", async () => {
  const { page, close } = await open("#puzzle=plus");
  await page.keyboard.press("h");
  await says(page, /can still win/);
  await page.locator("#hints button").click();
  assert.equal(await page.locator("#pegs").textContent(), "8 pegs");
  await page.keyboard.press("Backspace");
  assert.equal(await page.locator("#pegs").textContent(), "9 pegs");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("u");
  assert.equal(await page.locator("#pegs").textContent(), "9 pegs");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("r");
  assert.equal(await page.locator("#pegs").textContent(), "9 pegs");
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keys" }).waitFor();
  await page.keyboard.press("h"); // the list is open: nothing
  await page.keyboard.press("Escape");
  await advanced(page);
  await page.locator("#name").pressSequentially("hur?");
  assert.equal(await page.locator("#name").inputValue(), "hur?");
  await close();
});

test("a picture, a file and a link are pasted or dropped, and a board is saved as a picture", async () => {
  const { page, close } = await open();
  const give = (kind, text, isFile) =>
    page.evaluate(([kind, text, isFile]) => {
      const data = new DataTransfer();
      if (isFile) data.items.add(new File([text], "mine.peg"));
      else data.setData("text/plain", text);
      const event = kind === "paste" ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }) : new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    }, [kind, text, isFile]);
  await give("paste", "O O . O", false);
  assert.equal(await board(page), "1101");
  await give("paste", "O O O\nO . O\n", false);
  assert.equal(await board(page), "111101");
  await give("drop", "start:\nO O .\ngoal:\n. . O\n", true);
  await page.waitForFunction(() => document.querySelectorAll("#board button").length === 3);
  await give("paste", "https://example.org/pegsat/#name=nowhere", false);
  await says(page, "There is no puzzle called");
  assert.equal(await page.locator("#board button").count(), 3, "the game is as it was");
  await give("paste", "https://example.org/pegsat/#name=triangle5/reversal:0,0", false);
  await page.waitForFunction(() => document.querySelectorAll("#board button").length === 15);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["x"], "board.png", { type: "image/png" }));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await says(page, "This is an image");
  await give("drop", "what is this", false);
  await says(page, "There is no puzzle called");
  await openName(page, "triangle5/reversal:0,0");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as picture" }).click()]);
  assert.equal(download.suggestedFilename(), "triangle5-reversal-0-0.png");
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  assert.deepEqual([...Buffer.concat(chunks).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  await close();
});

test("a drawn board that cannot be won says which change would make it so", async () => {
  const { page, close } = await open();
  await fill(page, "square", 4, 1, [0, 0]);
  await page.getByLabel("one peg anywhere").check();
  await page.getByRole("button", { name: "Play on it" }).click();
  await says(page, "This board cannot be won as it is");
  await page.locator("#advice").getByText("marked hole is empty").waitFor();
  await shot(page, "advice");
  await page.getByRole("button", { name: "Play that" }).click();
  assert.equal(await board(page), "1011");
  await fill(page, "square", 4, 1, [2, 0]);
  await page.getByRole("radio", { name: "a last peg here" }).check();
  await hole(page, 3, 0).click();
  await page.getByRole("button", { name: "Play on it" }).click();
  await page.locator("#advice").getByText("any hole").waitFor();
  await page.getByRole("button", { name: "Play that" }).click();
  assert.match(await page.locator("#goal-text").textContent(), /anywhere/);
  await close();
});

test("judging goes on after undo and begin again; arrow keys find the board from elsewhere", async () => {
  const { page, close } = await open("#name=triangle5/pair:0,0:0,0");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("#board button:focus").count(), 1);
  await page.getByRole("button", { name: "Keys" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("#board button:focus").count(), 1);
  await page.getByLabel("judge every jump").check();
  const judged = () => page.waitForFunction(() => document.querySelector("#hints li") && !document.querySelector("#hints li.open"));
  await judged();
  await page.locator("#hints li.wins button").first().click();
  await judged();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await judged();
  await openName(page, "rect4x4/pair:0,0:0,3");
  await judged();
  await fill(page, "square", 4, 1, [0, 0]); // cannot be won: first what would help, then the jumps
  await page.getByRole("button", { name: "Play on it" }).click();
  await says(page, "This board cannot be won as it is");
  await page.locator("#hints li.loses").first().waitFor();
  await close();
});

test("a game that is over: a replay offers the next puzzle, the link holds the puzzle alone, a wrong hole is told", async () => {
  const { page, close } = await open("#puzzle=cross", { isNewcomer: true, reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Solve from here" }).click();
  await says(page, /^Solved in/);
  await page.getByRole("button", { name: "End" }).click();
  await page.getByRole("button", { name: "Next: Plus" }).waitFor();
  await page.getByRole("button", { name: "Copy link" }).click();
  await says(page, /holds the puzzle, without the solution/);
  assert.doesNotMatch(await status(page).textContent(), /jumps=/);
  await page.goto(`${ADDRESS}#board=${encodeURIComponent(btoa("start:\nO O .\ngoal:\nO . .\n"))}`);
  await page.reload();
  await says(page, "2 pegs");
  await hole(page, 0, 0).click();
  await hole(page, 2, 0).click();
  await says(page, "The last peg is not in the green ring");
  await page.goto(`${ADDRESS}#board=${encodeURIComponent(btoa("start:\nO O . .\ngoal:\nO . O .\n"))}`);
  await hole(page, 0, 0).click();
  await hole(page, 2, 0).click();
  await says(page, "No jump is left, with 1 peg"); // two were to be left: the ring is not what is wrong
  await page.goto(`${ADDRESS}#board=${encodeURIComponent(btoa("start:\nO . O\ngoal: pegs 1\n"))}`);
  await says(page, "No jump is possible on this board");
  await close();
});

test("a phone lying: the win and the brushes are in sight; upright, what is wrong with a drawn board is", async () => {
  const inSight = async (page, locator) => {
    const [box, { height }] = [await locator.boundingBox(), page.viewportSize()];
    assert.ok(box !== null && box.y >= 0 && box.y + box.height <= height + 1, JSON.stringify(box));
  };
  const lying = await open("#puzzle=cross", { isNewcomer: true, viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" });
  await lying.page.getByRole("button", { name: "Solve from here" }).click();
  await says(lying.page, /^Solved in/);
  await lying.page.getByRole("button", { name: "End" }).click();
  await inSight(lying.page, lying.page.getByRole("button", { name: "Next: Plus" }));
  await shot(lying.page, "lying-won");
  await lying.page.getByRole("button", { name: "Draw a board" }).click();
  await inSight(lying.page, lying.page.getByRole("button", { name: "Play on it" }));
  await inSight(lying.page, lying.page.locator("#board"));
  await shot(lying.page, "lying-draw");
  await lying.close();
  const upright = await open("", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await fill(upright.page, "square", 7, 7);
  await upright.page.getByRole("button", { name: "Play on it" }).click();
  await inSight(upright.page, upright.page.getByText("Every hole has a peg"));
  await shot(upright.page, "upright-draw");
  await hole(upright.page, 3, 3).tap();
  assert.equal(await upright.page.locator("#editor-error").textContent(), "");
  await upright.close();
});

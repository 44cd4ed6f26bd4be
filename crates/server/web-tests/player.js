/** Milliseconds to wait for anything, on a slow machine too. */
const PATIENCE = 20_000;

/**
 * Begins a game against the computer from home, with a wish already made.
 *
 * @param {any} page
 * @param {object} wish
 */
export async function beginGame(page, wish) {
  await page.goto(`${page.origin}/`);
  await page.waitForSelector(".home");
  await page.evaluate((kept) => localStorage.setItem("wish", JSON.stringify(kept)), wish);
  await page.reload();
  await page.click("button.large.main");
  await page.waitForSelector(".game .board");
}

/** The game of the page as the server knows it. */
export function gameOf(page) {
  const id = new URL(page.url()).pathname.split("/")[2];
  return page.evaluate(async (game) => (await fetch(`/api/games/${game}`)).json(), id);
}

/** Waits until it is the visitor's turn; false when the game is over. */
export async function isTurn(page) {
  const state = await page.waitForFunction(
    () => {
      if (document.querySelector(".ending")) return "over";
      const said = document.querySelector(".sentence")?.textContent ?? "";
      return /Your turn|À vous/.test(said) ? "mine" : null;
    },
    null,
    { timeout: PATIENCE },
  );
  return (await state.jsonValue()) === "mine";
}

/** Waits until so many moves were made, or the game is over. */
export async function moved(page, count) {
  const enough = (least) => document.querySelectorAll(".moves .move").length >= least || document.querySelector(".ending");
  await page.waitForFunction(enough, count, { timeout: PATIENCE });
}

/** A turn that ends games soon: one that takes, or else one of the others. */
export function pick(turns, seed) {
  const taking = turns.filter((turn) => turn.takes?.length);
  const from = taking.length > 0 ? taking : turns;
  return from[seed % from.length];
}

/** Makes a turn by touching what it consists of. */
export async function touch(page, turn) {
  if (!turn.to) {
    await page.click(".telling button.main");
    return;
  }
  if (turn.kind) await page.click(`.hand [data-kind="${turn.kind}"]:not(:disabled)`);
  for (const place of [turn.from, turn.to, ...(turn.takes ?? [])].filter(Boolean)) {
    await page.click(`.handle[data-place="${place}"]`, { force: true });
  }
}

/**
 * Makes a turn with keys only.
 *
 * @param {any} page
 * @param {any} turn
 */
export async function type(page, turn) {
  if (!turn.to) {
    await page.focus(".telling button.main");
    await page.keyboard.press("Enter");
    return;
  }
  await tabTo(page, ".handle");
  if (turn.kind) await page.keyboard.press(turn.kind.toLowerCase());
  for (const place of [turn.from, turn.to, ...(turn.takes ?? [])].filter(Boolean)) {
    await walk(page, place);
    await page.keyboard.press("Enter");
  }
}

/** Presses Tab until something that fits has the focus. */
async function tabTo(page, selector) {
  const fits = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  for (let press = 0; press < 60; press += 1) {
    if (await fits()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Walks over the board by arrows until a place has the focus. */
async function walk(page, goal) {
  const seen = new Map();
  for (let press = 0; press < 120; press += 1) {
    const step = await page.evaluate((name) => {
      const middle = (handle) => ({ x: Number(handle.getAttribute("cx")), y: Number(handle.getAttribute("cy")) });
      const here = document.activeElement;
      const there = document.querySelector(`.handle[data-place="${name}"]`);
      if (!here || !there || here === there) return null;
      const [from, to] = [middle(here), middle(there)];
      return { at: here.getAttribute("data-place"), right: to.x - from.x, down: to.y - from.y };
    }, goal);
    if (!step) return;
    // Where the straight way only leads around, the other direction is tried.
    const visits = seen.get(step.at) ?? 0;
    seen.set(step.at, visits + 1);
    const across = Math.abs(step.right) >= Math.abs(step.down) !== (visits % 2 === 1);
    const keys = { true: step.right > 0 ? "ArrowRight" : "ArrowLeft", false: step.down > 0 ? "ArrowDown" : "ArrowUp" };
    await page.keyboard.press(keys[String(across)]);
  }
  throw new Error(`arrows do not lead to ${goal}`);
}

/**
 * Does something besides moving: by its button, or by the menu where there is no room for it.
 *
 * @param {any} page
 * @param {string} name
 */
export async function choose(page, name) {
  const button = page.locator(".actions").getByRole("button", { name });
  const menu = page.locator(".actions .more");
  await button.or(menu).first().waitFor();
  if (!(await button.isVisible())) await menu.click();
  await button.click();
}

/**
 * Plays a whole game and returns how it ended.
 *
 * @param {any} page
 * @param {(page: any, turn: any) => Promise<void>} [make]
 */
export async function playOut(page, make = touch) {
  for (let turn = 0; turn < 300; turn += 1) {
    if (!(await isTurn(page))) break;
    const { view, history } = await gameOf(page);
    await make(page, pick(view.turns, 7 * turn));
    await moved(page, history.length + 1);
  }
  return (await gameOf(page)).view.outcome;
}

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { beginGame, gameOf, isTurn, moved, pick, type } from "./player.js";
import { browser, server } from "./running.js";

/**
 * Holds what assistive technology is told of the game against what was written down: roles and
 * names, not sentences. MERELLE_WRITE_SNAPSHOTS=1 writes it anew.
 */
async function checkSnapshot(page, name) {
  const told = await page.locator("main").ariaSnapshot();
  const outline = told.replace(/^( *- (?:paragraph|text|status|definition|alert))(?: "[^"]*")?: .*$/gm, "$1");
  const file = new URL(`snapshots/${name}.yml`, import.meta.url);
  if (process.env.MERELLE_WRITE_SNAPSHOTS) await writeFile(file, `${outline}\n`);
  assert.equal(`${outline}\n`, await readFile(file, "utf8"));
}

/** The place of the board that has the focus. */
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-place"));

for (const [base, name] of [["mijnlieff", "keys-mijnlieff"], ["moulin:classique", "keys-mill"]]) {
  test(`a whole game by keys alone, the focus stays on the board: ${base}`, async () => {
    const page = await browser.visitor(server.origin);
    await beginGame(page, { base, player: "level-1", colour: "white" });
    await isTurn(page);
    await checkSnapshot(page, name);
    let turns = 0;
    for (; await isTurn(page); turns += 1) {
      const { view, history } = await gameOf(page);
      const turn = pick(view.turns, 7 * turns);
      if (turns > 0) assert.ok(await focused(page), `before turn ${turns} the focus is on a place`);
      await type(page, turn);
      const last = [turn.from, turn.to, ...(turn.takes ?? [])].filter(Boolean).at(-1);
      if (last) assert.equal(await focused(page), last, `after ${turn.move}`);
      await moved(page, history.length + 2);
      if (last) assert.equal(await focused(page), last, `after the answer to ${turn.move}`);
      else assert.ok(await focused(page), "after a pass the focus is on the board");
    }
    assert.ok(turns > 3);
    assert.ok((await gameOf(page)).view.outcome);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("a whole game in text mode, the focus stays in the line that is typed in", async () => {
  const page = await browser.visitor(server.origin, { lang: "fr" });
  await page.goto(`${server.origin}/settings`);
  await page.getByLabel("Mode texte").check();
  await beginGame(page, { base: "mijnlieff", player: "level-1", colour: "white" });
  await isTurn(page);
  await checkSnapshot(page, "text-mode");
  const field = page.getByLabel("Votre coup", { exact: true });
  await field.focus();
  const isTyping = () => field.evaluate((input) => input === document.activeElement);
  let turns = 0;
  for (; await isTurn(page); turns += 1) {
    const { view, history } = await gameOf(page);
    await page.keyboard.type(pick(view.turns, 7 * turns).move);
    await page.keyboard.press("Enter");
    assert.ok(await isTyping(), "after the move");
    await moved(page, history.length + 2);
    assert.ok(await isTyping(), "after the answer");
  }
  assert.ok(turns > 3);
  assert.ok((await gameOf(page)).view.outcome);
  await page.keyboard.type("a1");
  await page.keyboard.press("Enter");
  await page.getByText("Ce n’est pas à vous.").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, gameOf, moved, pick, touch } from "./player.js";
import { browser, server } from "./running.js";

/** Begins a game for two at one screen from home. */
async function begin(page, wish, button) {
  await page.goto(`${server.origin}/`);
  await page.evaluate((kept) => localStorage.setItem("wish", JSON.stringify(kept)), wish);
  await page.reload();
  await page.getByRole("button", { name: button }).click();
  await page.waitForSelector(".game .board");
}

/** Makes so many turns, whoever is to move; all of them when no number is given. */
async function play(page, turns = Infinity) {
  for (let turn = 0; turn < turns; turn += 1) {
    const { view, history } = await gameOf(page);
    if (view.outcome) return;
    await touch(page, pick(view.turns, 3 * turn));
    await moved(page, history.length + 1);
  }
}

test("two play a whole game at one screen, with names, a takeback and a rematch", async () => {
  const page = await browser.visitor(server.origin, { size: "phone" });
  await begin(page, { base: "mijnlieff", names: { white: "Aunt Vi" } }, "Two at this screen");
  await page.getByText("Aunt Vi").waitFor();
  assert.equal(await page.getByText("you", { exact: true }).count(), 0, "both are");
  await play(page, 3);
  await choose(page, "Take back");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  await play(page);
  await page.waitForSelector(".ending");
  assert.match(await page.textContent(".ending"), /White wins|Black wins|A draw/);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 0);
  assert.equal((await gameOf(page)).players.black.name, "Aunt Vi", "colours change");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the board turns to who is to move when asked to, and touches follow it", async () => {
  const page = await browser.visitor(server.origin, { lang: "fr" });
  await begin(page, { base: "moulin:classique", clock: "300+3" }, "À deux sur cet écran");
  const near = () => page.locator(".seat-near .player").getAttribute("class");
  const corner = async () => {
    const box = await page.locator('.handle[data-place="a1"]').boundingBox();
    const board = await page.locator("div.board").boundingBox();
    return box.y > board.y + board.height / 2 ? "near" : "far";
  };
  await play(page, 1);
  assert.match(await near(), /white/);
  assert.equal(await corner(), "near");
  await choose(page, "Tourner le plateau vers qui joue");
  await page.waitForSelector("div.board.turned");
  assert.match(await near(), /black/);
  assert.equal(await corner(), "far");
  // A real click at the place as it is seen.
  const box = await page.locator('.handle[data-place="g7"]').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await moved(page, 2);
  assert.equal((await gameOf(page)).history[1], "g7");
  await page.waitForSelector("div.board:not(.turned)");
  assert.match(await near(), /white/);
  assert.match(await page.textContent(".clock"), /\d:\d\d/);
  await page.reload();
  await play(page, 1);
  await page.waitForSelector("div.board.turned");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("one's own clock is chosen by numbers, kept, and told when it is out of bounds", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/`);
  await page.locator(".wish summary").click();
  await page.getByLabel("Clock").selectOption({ label: "Another time…" });
  await page.getByLabel("Minutes each").fill("7");
  await page.getByLabel("Seconds per move").fill("12");
  await page.getByRole("button", { name: "Two at this screen" }).click();
  await page.waitForSelector(".game .board");
  assert.equal((await gameOf(page)).clock, "420+12");
  await page.goto(`${server.origin}/`);
  await page.locator(".wish summary").click();
  assert.equal(await page.getByLabel("Minutes each").inputValue(), "7");
  await page.getByLabel("Minutes each").fill("500");
  await page.getByText("A quarter of a minute to 180 minutes").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { beginGame, gameOf, isTurn, moved, pick, playOut, touch } from "./player.js";
import { browser, server } from "./running.js";

const GAMES = [
  { base: "mijnlieff", size: "desktop", lang: "en" },
  { base: "mijnlieff", board: "board=0.0/2.1/4.2/6.3", opening: "edge", size: "phone", lang: "fr" },
  { base: "mijnlieff", board: "sets=2", size: "desktop", lang: "fr" },
  { base: "moulin:classique", size: "phone", lang: "en" },
  { base: "moulin:envol", size: "desktop", lang: "fr" },
  { base: "moulin:barreau", size: "desktop", lang: "en" },
];

for (const { size, lang, ...wish } of GAMES) {
  test(`a whole game of ${wish.base} ${wish.board ?? ""} by touch, ${size}`, async () => {
    const page = await browser.visitor(server.origin, { size, lang });
    await beginGame(page, { player: "level-1", ...wish });
    const outcome = await playOut(page);
    assert.ok(outcome, "it ended");
    assert.match(await page.textContent(".ending"), lang === "fr" ? /Revanche/ : /Rematch/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("pieces can be dragged, from the hand and over the board", async () => {
  const page = await browser.visitor(server.origin);
  const middle = async (selector) => {
    // What is drawn anew between being found and being measured has no box.
    let box = null;
    while (!box) box = await page.locator(selector).first().boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    const [x, y] = await middle(to);
    await page.mouse.move(x - 20, y - 20, { steps: 4 });
    await page.mouse.move(x, y);
    await page.mouse.up();
  };
  await beginGame(page, { base: "mijnlieff", player: "level-1", colour: "white" });
  await isTurn(page);
  await drag('.hand [data-kind="L"]:not(:disabled)', '.handle[data-place="d4"]');
  await moved(page, 1);
  assert.equal((await gameOf(page)).history[0], "Ld4");

  await beginGame(page, { base: "moulin:classique", player: "level-1", colour: "white" });
  let turn = 0;
  for (; await isTurn(page); turn += 1) {
    const { view, history } = await gameOf(page);
    const moving = view.turns.find(({ from, takes }) => from && !takes);
    if (moving) {
      await drag(`.handle[data-place="${moving.from}"]`, `.handle[data-place="${moving.to}"]`);
      await moved(page, history.length + 1);
      assert.equal((await gameOf(page)).history[history.length], moving.move);
      break;
    }
    await touch(page, pick(view.turns, 5 * turn));
    await moved(page, history.length + 1);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a game is looked through by arrow keys and slider, and reviewed", async () => {
  const page = await browser.visitor(server.origin);
  await beginGame(page, { base: "mijnlieff", player: "level-1", colour: "white" });
  await playOut(page);
  const { history } = await gameOf(page);
  await page.locator("main").focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((text) => document.querySelector(".sentence").textContent === text, `Move ${history.length - 1} of ${history.length}`);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 0);
  await page.getByRole("slider").fill("3");
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 3);
  await page.getByRole("link", { name: "Review" }).click();
  await page.getByRole("button", { name: "Find the mistakes" }).click();
  await page.waitForFunction(() => /mistakes? found/.test(document.querySelector("[role=status].muted")?.textContent ?? ""), null, { timeout: 60_000 });
  assert.ok(await page.locator(".graph").isVisible());
  await page.getByRole("slider", { name: "Replay" }).fill(String(history.length - 1));
  await page.getByText("exact").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

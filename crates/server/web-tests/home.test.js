import assert from "node:assert/strict";
import { test } from "node:test";
import { gameOf } from "./player.js";
import { browser, server } from "./running.js";

const SIZES = [
  [320, 568],
  [390, 844],
  [844, 390],
  [1280, 800],
  [2560, 1440],
];

for (const lang of ["en", "fr"]) {
  test(`the button that starts a game is seen at once, at every size, ${lang}`, async () => {
    const page = await browser.visitor(server.origin, { lang });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.goto(`${server.origin}/`);
      await page.waitForSelector(".home .picture .miniature");
      const seen = await page.evaluate(() => {
        const { bottom, right, height: high } = document.querySelector("button.large.main").getBoundingClientRect();
        const board = document.querySelector(".picture").getBoundingClientRect();
        return { bottom, right, high, board, wide: document.documentElement.scrollWidth };
      });
      assert.ok(seen.bottom <= height && seen.right <= width && seen.high >= 44, `${width}×${height}: ${JSON.stringify(seen)}`);
      assert.ok(seen.wide <= width, `${width}×${height} is too wide: ${seen.wide}`);
      // Beside the buttons the board is large; a screen that is higher than wide has it below them.
      if (width > height) assert.ok(seen.board.bottom <= height && seen.board.height >= 0.7 * height, `${width}×${height}: ${JSON.stringify(seen.board)}`);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("the board shows a game under way, another one for another game, and a touch of it starts", async () => {
  const page = await browser.visitor(server.origin, { size: "phone" });
  await page.goto(`${server.origin}/`);
  await page.waitForSelector(".picture .miniature");
  const pieces = () => page.$$eval(".picture .miniature use", (uses) => uses.map((use) => use.getAttribute("href") + use.getAttribute("x")));
  const first = await pieces();
  assert.ok(first.length > 6, String(first));
  const small = await page.$$eval(".option .miniature", (all) => all.map((one) => one.querySelectorAll("use").length));
  assert.equal(small.length, await page.$$eval(".option", (all) => all.length));
  assert.ok(small.every((count) => count > 6), String(small));
  await page.check("input[value='moulin:envol']", { force: true });
  await page.waitForFunction((before) => document.querySelectorAll(".picture .miniature use").length !== before, first.length);
  await page.tap(".picture");
  await page.waitForSelector(".game .board");
  const game = await gameOf(page);
  assert.equal(game.setup, "moulin:envol");
  assert.equal(game.players[game.you === "white" ? "black" : "white"].kind, "computer");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the settings of the last game are told and used again", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/`);
  await page.click(".wish summary");
  await page.locator(".wish select").first().selectOption("sets=2");
  await page.locator(".wish label", { hasText: "Your colour" }).locator("select").selectOption("black");
  await page.reload();
  await page.waitForFunction(() => /2 sets .* black/.test(document.querySelector(".wish summary")?.textContent ?? ""));
  await page.click(".picture");
  await page.waitForSelector(".game .board");
  const { setup, you } = await gameOf(page);
  assert.deepEqual([setup, you], ["mijnlieff:sets=2", "black"]);
  await page.context().close();
});

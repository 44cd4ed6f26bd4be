import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare, visit } from "./places.js";
import { browser, server } from "./running.js";

test("lists show small boards, whose turn it is, and the result from one's own side in words", async () => {
  const page = await browser.visitor(server.origin);
  const { OVER } = await prepare(page);
  await visit(page, "/games");
  await page.waitForFunction(() => document.querySelectorAll(".games .miniature").length === 2);
  const shown = await page.$$eval(".games li", (items) =>
    items.map((item) => ({ state: item.querySelector(".state").textContent, uses: item.querySelectorAll(".miniature use").length })));
  const over = await page.evaluate(async (id) => (await fetch(`/api/games/${id}`)).json(), OVER);
  const { winner } = over.view.outcome;
  const { white, black } = over.view.points;
  const words = winner === null ? "Draw" : winner === "white" ? "Won" : "Lost";
  assert.equal(shown[0].state, `${words}${white} to ${black}`);
  // The board, its pieces, and the mark of the last move where there is one.
  assert.ok(shown[0].uses >= 1 + over.view.pieces.length, JSON.stringify(shown));
  assert.ok(/^(Your|Their) turn$/.test(shown[1].state), shown[1].state);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("who watches sees the boards of the games that are played, drawn from one drawing of each piece", async () => {
  const page = await browser.visitor(server.origin, { size: "phone", lang: "fr" });
  await page.goto(`${server.origin}/`);
  await page.evaluate(async () => {
    const post = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    await post("/api/guest", { name: "Lou" });
    for (let game = 0; game < 6; game += 1) {
      await post("/api/games", { setup: "mijnlieff", opponent: { kind: "computer", player: "random" }, colour: "black", clock: "none", rated: false, listed: true });
    }
  });
  await page.waitForFunction(async () => (await (await fetch("/api/games?status=live")).json()).filter(({ miniature }) => miniature?.pieces.length === 1).length >= 6);
  await visit(page, "/watch");
  await page.waitForFunction(() => document.querySelectorAll(".games .miniature").length >= 6);
  const drawn = await page.$$eval("svg > defs > g[id]", (groups) => groups.length);
  assert.ok(drawn <= 6, `one board, one kind of piece and one mark, not ${drawn}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(wide);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("an answer that comes after the next was asked for is not shown", async () => {
  const page = await browser.visitor(server.origin);
  await prepare(page);
  await visit(page, "/games");
  const listed = page.locator(".list li");
  const opponent = page.locator(".filters label", { hasText: "Opponent" }).locator("select");
  await listed.first().waitFor();
  let held;
  await page.route(/against=here/, (route) => {
    held = route;
  });
  await opponent.selectOption("here");
  while (!held) await page.waitForTimeout(10);
  await opponent.selectOption("people");
  await page.getByText("There is nothing like this").waitFor();
  const late = page.waitForResponse(/against=here/);
  await held.fulfill({ response: await page.request.get(`${server.origin}/api/games?player=me`) });
  await late;
  // Time for what must not happen.
  await page.waitForTimeout(300);
  assert.equal(await listed.count(), 0);
  await page.context().close();
});

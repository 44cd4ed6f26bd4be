import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "./running.js";

/** A board on which the computer's answer to the first piece is dear. */
const DEAR = "mijnlieff:board=0.0/2.0/4.0/6.0,opening=anywhere";

/** More thoughts than one address has at a time. */
const GAMES = 16;

/** Somebody who waits for the computer in many games: the last of them. */
async function busy() {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/`);
  await page.waitForSelector("main");
  const game = await page.evaluate(
    async ({ setup, count }) => {
      const post = async (path, body) => (await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
      await post("/api/guest", {});
      let last = null;
      for (let made = 0; made < count; made += 1) {
        last = await post("/api/games", { setup, opponent: { kind: "computer", player: "perfect" }, colour: "white" });
        await post(`/api/games/${last.id}/moves`, { ply: 0, move: last.view.turns[0].move });
      }
      return last.id;
    },
    { setup: DEAR, count: GAMES },
  );
  return { page, game };
}

test("who waits for the computer sees how many are before them, in both languages", async () => {
  const { page, game } = await busy();
  await page.goto(`${server.origin}/game/${game}`);
  await page.waitForFunction(() => /^The computer is busy: \d+ before you\.$/.test(document.querySelector(".sentence")?.textContent ?? ""));
  const before = Number(/\d+/.exec(await page.textContent(".sentence"))[0]);
  assert.ok(before > 0 && before < GAMES, `${before}`);
  assert.deepEqual(page.faults, []);
  const french = await browser.visitor(server.origin, { lang: "fr" });
  await french.goto(`${server.origin}/game/${game}`);
  await french.waitForFunction(() => /^L’ordinateur est occupé : \d+ avant vous\.$/.test((document.querySelector(".sentence")?.textContent ?? "").replace(/[\u00a0\u202f]/g, " ")));
  assert.deepEqual(french.faults, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { moved } from "./player.js";
import { browser, server } from "./running.js";

/**
 * Somebody with white in a game against the computer that begins at a position.
 *
 * @param {string} setup
 * @param {string} position
 * @param {object} [how]
 */
async function at(setup, position, how = {}) {
  const page = await browser.visitor(server.origin, how);
  await page.goto(`${server.origin}/`);
  await page.waitForSelector("main");
  const game = await page.evaluate(
    async (wanted) => {
      const post = async (path, body) => (await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
      await post("/api/guest", {});
      return post("/api/games", { ...wanted, opponent: { kind: "computer", player: "level-1" }, colour: "white" });
    },
    { setup, position },
  );
  await page.goto(`${server.origin}/game/${game.id}`);
  await page.waitForSelector(".game .board");
  return page;
}

const touch = (page, place) => page.click(`.handle[data-place="${place}"]`, { force: true });
const sentence = (page) => page.textContent(".sentence");
const lines = (page) => page.locator(".board .stroke-mill").count();

const MILL = "w=b4,c4,e5;b=a1,d1,g1,f6;hand=5,5;turn=w";

test("a mill is drawn as soon as it is closed, and the sentence says what is safe and why", async () => {
  const page = await at("moulin:classique", MILL);
  assert.equal(await lines(page), 0);
  await touch(page, "a4");
  await page.waitForFunction(() => document.querySelector(".board .stroke-mill"));
  assert.equal(await lines(page), 1);
  assert.equal(await sentence(page), "A mill! Take a black stone; a1, d1 and g1 are safe in a mill (ML4).");
  // A safe stone is not taken, and the mill stays closed.
  await touch(page, "d1");
  assert.equal(await lines(page), 1);
  await touch(page, "f6");
  await moved(page, 1);
  assert.deepEqual(page.faults, []);
});

test("stones that were taken lie by the seat", async () => {
  const page = await at("moulin:classique", MILL);
  const lost = (side) => page.locator(`.player.${side} .lost .stone`).count();
  // Nine less those on the board and in hand.
  assert.deepEqual([await lost("white"), await lost("black")], [1, 0]);
  await touch(page, "a4");
  await touch(page, "f6");
  await page.waitForFunction(() => document.querySelectorAll(".player.black .lost .stone").length === 1);
  assert.equal(await page.getAttribute(".player.black .lost [role=img]", "aria-label"), "1 stone lost");
});

test("points show the lines that score, by touch and by focus", async () => {
  const page = await at("mijnlieff:opening=edge", "w=La1,Da2,Pa3,Pc4;b=Lb1,Db2,Ed1;turn=w;limit=Db2");
  const points = page.locator(".player.white .points");
  assert.equal(await points.textContent(), "1 point");
  assert.equal(await lines(page), 0);
  await points.click();
  assert.equal(await lines(page), 1);
  assert.equal(await points.getAttribute("aria-pressed"), "true");
  await points.click();
  await page.mouse.move(0, 0);
  assert.equal(await lines(page), 0);
  await page.focus(".handle[tabindex='0']");
  await points.focus();
  assert.equal(await lines(page), 1);
  assert.equal(await page.locator(".player.black .points").isDisabled(), true);
  assert.deepEqual(page.faults, []);
});

test("the player is spoken to once, in the second person", async () => {
  const page = await at("mijnlieff:opening=edge", "w=La1;b=Dc2;turn=w;limit=Dc2", { lang: "fr" });
  assert.equal(await sentence(page), "À vous\u00a0: la diagonale en c2 vous permet a4, b1, b3, d1 ou d3.");
});

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

test("a closed place says by which rule it is closed, and the rule is a link", async () => {
  const page = await at("moulin:classique", MILL);
  const said = (text) => page.waitForFunction((wanted) => document.querySelector(".sentence")?.textContent === wanted, text);
  await touch(page, "a4");
  await touch(page, "d1");
  await said("d1 is in a mill, and black has stones outside mills (ML4).");
  assert.equal(await page.getAttribute(".sentence a.rule", "href"), "/rules/moulin%3Aclassique#ML4");
  // What is said goes with the next touch.
  await touch(page, "a4");
  await said("Your turn: place a stone on any free point (5 left to place).");
  await touch(page, "b4");
  await said("No stone moves before all are placed: 5 left to place (ML1).");
  await page.click(".sentence a.rule");
  await page.waitForSelector(".rulebook");
  const top = await page.evaluate(() => document.getElementById("ML1").getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 400, `the rule is in sight: ${top}`);
  assert.deepEqual(page.faults, []);
});

test("a square that the last piece shuts, and a kind that may not begin, say why", async () => {
  const page = await at("mijnlieff", "w=La1;b=Dc2;turn=w;limit=Dc2", { lang: "fr" });
  const said = (text) => page.waitForFunction((wanted) => document.querySelector(".sentence")?.textContent.startsWith(wanted), text);
  await touch(page, "b2");
  await said("La diagonale en c2 n’ouvre pas b2, seulement");
  assert.equal(await page.textContent(".sentence a.rule"), "MJ4");
  const first = await at("mijnlieff", "w=;b=;turn=w;limit=start");
  await first.click('.hand [data-kind="P"]:not(:disabled)');
  await first.waitForFunction(() => document.querySelector(".sentence")?.textContent === "The first piece is a straight (L) (MJ7).");
});

test("a hint says where to look, then which move, then why", async () => {
  const page = await at("moulin:classique", MILL);
  const said = (text) => page.waitForFunction((wanted) => document.querySelector(".sentence")?.textContent.startsWith(wanted), text);
  await page.keyboard.press("h");
  await said("You can close a mill here. Ask again for the move.");
  assert.equal(await page.locator(".board .look").count(), 3);
  await page.keyboard.press("h");
  await page.waitForFunction(() => /^(The best I can see|Best, and proven): a stone on a4, taking f6\.$/.test(document.querySelector(".sentence")?.textContent));
  assert.equal(await page.locator(".board .look").count(), 2);
  await page.keyboard.press("h");
  await page.waitForFunction(() => /taking f6\. Closes a mill and takes f6/.test(document.querySelector(".sentence")?.textContent));
  // A touch takes the marks away.
  await touch(page, "a4");
  assert.equal(await page.locator(".board .look").count(), 0);
  assert.deepEqual(page.faults, []);
});

test("a hint in a solved game is called proven", async () => {
  const page = await at("mijnlieff:opening=edge", "w=La1,Da2,Pb4,Ed4;b=Lc1,Dc2,Pd1,Ea4;turn=w;limit=Pd1");
  for (let press = 0; press < 2; press += 1) {
    const before = await sentence(page);
    await page.keyboard.press("h");
    await page.waitForFunction((old) => ![old, "One moment…"].includes(document.querySelector(".sentence")?.textContent), before);
  }
  assert.match(await sentence(page), /^Best, and proven: the (straight|diagonal|pusher|puller) on [a-d][1-4]\.$/);
});

test("threats are shown on demand", async () => {
  const page = await at("moulin:classique", "w=b4,c4;b=d6,f6;hand=7,7;turn=w");
  await page.keyboard.press("t");
  await page.waitForFunction(() => document.querySelector(".sentence")?.textContent === "Black threatens to close a mill on b6.");
  assert.equal(await page.locator(".board .threat").count(), 1);
  await page.keyboard.press("t");
  await page.waitForFunction(() => document.querySelector(".sentence")?.textContent.startsWith("Your turn"));
  assert.equal(await page.locator(".board .threat, .board .look").count(), 0);
});

test("nobody is helped against a person", async () => {
  const page = await browser.visitor(server.origin);
  const other = await browser.visitor(server.origin);
  const post = (who, path, body) => who.evaluate(async ([to, sent]) => (await fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent) })).json(), [path, body]);
  for (const who of [page, other]) {
    await who.goto(`${server.origin}/`);
    await post(who, "/api/guest", {});
  }
  const game = await post(page, "/api/games", { setup: "moulin:classique", opponent: { kind: "friend" }, colour: "white" });
  await post(other, `/api/games/${game.id}/join`, {});
  await page.goto(`${server.origin}/game/${game.id}`);
  await page.waitForFunction(() => document.querySelector(".sentence")?.textContent.startsWith("Your turn"));
  const names = () => page.evaluate(() => [...document.querySelectorAll(".actions button")].map((button) => button.textContent));
  assert.ok(!(await names()).includes("Hint"), "no button");
  await page.keyboard.press("h");
  await page.keyboard.press("t");
  await new Promise((resolve) => setTimeout(resolve, 800));
  assert.match(await sentence(page), /^Your turn/);
  assert.equal(await page.locator(".board .look, .board .threat").count(), 0);
});

test("levels have names, and only what is proven is called perfect", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/`);
  await page.waitForSelector("main");
  const told = await page.evaluate(async () => (await fetch("/api/catalogue")).json());
  assert.deepEqual(
    told.games.map(({ setup, strongest }) => [setup, strongest.name.en]),
    [["mijnlieff", "Perfect"], ["moulin:classique", "Strongest"], ["moulin:envol", "Strongest"], ["moulin:barreau", "Strongest"]],
  );
  assert.equal(told.players.length, 9);
  assert.ok(!/tables build/.test(JSON.stringify(told)), "no command is shown to players");
  const game = await at("moulin:classique", MILL);
  assert.equal(await game.textContent(".player.black .name"), "Computer · beginner");
});

test("the analysis board explains and hints too", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/analysis?setup=moulin:classique&moves=b4+a1+c4+d1`);
  await page.waitForSelector(".study .board, .board");
  const said = (text) => page.waitForFunction((wanted) => document.querySelector(".sentence")?.textContent.includes(wanted), text);
  await touch(page, "b4");
  await said("No stone moves before all are placed: 7 left to place (ML1).");
  assert.equal(await page.getAttribute(".sentence a.rule", "href"), "/rules/moulin%3Aclassique#ML1");
  await page.keyboard.press("h");
  await said("You can close a mill here.");
  await page.keyboard.press("t");
  await said("Black threatens to close a mill on g1.");
  assert.deepEqual(page.faults, []);
});

test("a board of the rulebook says why a place is closed", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/rules/moulin:classique`);
  await page.waitForSelector("figure button");
  const figure = page.locator('figure[data-position^="w=a"], figure[data-position^="w=b"], figure[data-position^="w=d"]').first();
  await figure.getByRole("button", { name: "Try it" }).click();
  await figure.locator(".handle").first().waitFor({ state: "attached" });
  const shut = await figure.locator(".handle").evaluateAll((handles) => handles.find((handle) => /stone/.test(handle.getAttribute("aria-label")) && !handle.classList.contains("lively"))?.getAttribute("data-place"));
  await figure.locator(`.handle[data-place="${shut}"]`).click({ force: true });
  await figure.locator("a.rule").waitFor();
  assert.deepEqual(page.faults, []);
});

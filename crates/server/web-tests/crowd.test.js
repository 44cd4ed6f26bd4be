import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser } from "./browser.js";
import { gameOf, isTurn, moved, pick, touch } from "./player.js";
import { Server } from "./server.js";

/** How many come, an even number; `npm run crowd` has forty. */
const PEOPLE = Number(process.env.CROWD ?? 12);

/** Milliseconds in which they arrive. */
const ARRIVAL = 20_000;

let server, browser;
before(async () => {
  // The limits people have, not those of tests.
  server = await Server.start({ limits: [] });
  browser = await Browser.start();
});
after(async () => {
  await browser?.end();
  await server?.end();
});

/** Opens home; half of them invite somebody by a link. */
async function arrive(number) {
  const page = await browser.visitor(server.origin, { size: number % 2 ? "phone" : "desktop" });
  await page.goto(`${server.origin}/`);
  await page.waitForSelector(".home");
  return page;
}

async function invite(page) {
  await page.getByRole("button", { name: "Play a friend" }).click();
  await page.waitForURL(/\/game\//);
  return page.url();
}

async function accept(page, link) {
  await page.goto(link);
  await page.getByRole("button", { name: "Take the seat" }).click();
  await page.waitForSelector(".player.to-move");
}

/** Both play until the game is over. */
async function playTogether(one, other) {
  for (let turn = 0; turn < 100; turn += 1) {
    const { view, history, you } = await gameOf(one);
    if (view.outcome) return view.outcome;
    const mover = you === view.turn ? one : other;
    await isTurn(mover);
    await touch(mover, pick(view.turns, 3 * turn));
    await Promise.all([moved(one, history.length + 1), moved(other, history.length + 1)]);
  }
  return null;
}

test(`${PEOPLE} people from one address see the page, become guests and play each other`, async (t) => {
  const began = Date.now();
  const arrivals = Array.from({ length: PEOPLE }, async (_, number) => {
    await new Promise((resolve) => setTimeout(resolve, (number * ARRIVAL) / 40));
    return arrive(number);
  });
  const pages = await Promise.all(arrivals);
  t.diagnostic(`${pages.length} of ${PEOPLE} saw the home page, the last after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  const games = pages.flatMap((page, index) => (index % 2 === 0 ? [[page, pages[index + 1]]] : []));
  const outcomes = await Promise.all(
    games.map(async ([host, guest]) => {
      await accept(guest, await invite(host));
      return playTogether(host, guest);
    }),
  );
  t.diagnostic(`${outcomes.filter(Boolean).length} games played in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  assert.equal(outcomes.filter(Boolean).length, PEOPLE / 2);
  assert.deepEqual(pages.flatMap(({ faults }) => faults), []);
  const names = await Promise.all(pages.map((page) => page.evaluate(async () => (await (await fetch("/api/me")).json()).name)));
  assert.ok(names.every(Boolean), "everybody is somebody");
  await Promise.all(pages.map((page) => page.context().close()));
});

test("whoever is refused waits by themselves and comes in", async (t) => {
  const strict = await Server.start({ limits: ["guests=6", "requests=600"] });
  const began = Date.now();
  // Two guests at once, and one every ten seconds: the third has to wait.
  const seated = Array.from({ length: 3 }, async () => {
    const page = await browser.visitor(strict.origin);
    await page.goto(`${strict.origin}/`);
    await page.click("button.large.main");
    await page.waitForSelector(".game .board", { timeout: 40_000 });
    await page.context().close();
    return Date.now() - began;
  });
  const times = (await Promise.all(seated)).sort((one, other) => one - other);
  t.diagnostic(`seated after ${times.map((time) => `${(time / 1000).toFixed(1)} s`).join(", ")}`);
  assert.ok(times[2] >= 5000, "the third one had to wait");
  await strict.end();
});

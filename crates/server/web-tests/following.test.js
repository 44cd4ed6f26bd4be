import assert from "node:assert/strict";
import { test } from "node:test";
import { pair } from "./pair.js";
import { beginGame, gameOf, isTurn, moved, pick, touch } from "./player.js";
import { browser, server } from "./running.js";
import { asker } from "./states.js";

/** Milliseconds from a move that is made to the answer on the board. */
async function answerTime(page) {
  await isTurn(page);
  const { view, history } = await gameOf(page);
  await page.evaluate(() => {
    const list = document.querySelector(".moves");
    const before = list.querySelectorAll(".move").length;
    window.answered = new Promise((done) => {
      const begun = performance.now();
      new MutationObserver(() => list.querySelectorAll(".move").length >= before + 2 && done(performance.now() - begun)).observe(list, { childList: true, subtree: true });
    });
  });
  await touch(page, pick(view.turns, history.length));
  return page.evaluate(() => window.answered);
}

for (const [pace, least] of [["natural", 500], ["slow", 1500]]) {
  test(`the computer's answer waits until one's own move was seen: ${pace}`, async () => {
    const page = await browser.visitor(server.origin, { pace });
    await beginGame(page, { base: "moulin:classique", player: "random", colour: "white" });
    for (let turn = 0; turn < 3; turn += 1) {
      // The pause begins when the move is shown, which is after the first touch of it.
      const time = await answerTime(page);
      assert.ok(time >= least, `${time} ms`);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("a piece slides and what is taken fades; with reduced motion nothing moves", async () => {
  for (const motion of [true, false]) {
    const page = await browser.visitor(server.origin, { motion });
    const other = await browser.visitor(server.origin, { motion });
    const [me, they] = [asker(page.context(), server.origin), asker(other.context(), server.origin)];
    await me("POST", "/api/guest", {});
    await they("POST", "/api/guest", {});
    const position = "w=a7,g7,d6,b2;b=b4,c3,e5,f4;hand=0,0;turn=w";
    const { id } = await me("POST", "/api/games", { setup: "moulin:classique", position, colour: "white", opponent: { kind: "friend" } });
    await they("POST", `/api/games/${id}/join`, {});
    for (const visitor of [page, other]) {
      await visitor.goto(`${server.origin}/game/${id}`);
      await visitor.waitForSelector(".sentence:not(:empty)");
      await visitor.evaluate(() => {
        window.seen = { gone: 0, animations: 0 };
        const look = () => {
          window.seen.gone = Math.max(window.seen.gone, document.querySelectorAll(".gone").length);
          window.seen.animations = Math.max(window.seen.animations, document.getAnimations().length);
        };
        new MutationObserver(look).observe(document.querySelector(".board"), { childList: true, subtree: true });
      });
    }
    await touch(page, { from: "d6", to: "d7", takes: ["b4"] });
    await Promise.all([moved(page, 1), moved(other, 1)]);
    // The one who moved saw the slide of the own hand; the other sees the stone slide and the taken one fade.
    const [mine, theirs] = [await page.evaluate(() => window.seen), await other.evaluate(() => window.seen)];
    assert.equal(mine.gone, motion ? 1 : 0);
    assert.equal(theirs.gone, motion ? 1 : 0);
    assert.equal(theirs.animations, motion ? 2 : 0);
    await other.waitForFunction(() => document.querySelectorAll(".gone").length === 0);
    await page.context().close();
    await other.context().close();
  }
});

test("the title says whose turn it is, and how the game ended", async () => {
  const { white, black } = await pair({ base: "mijnlieff" });
  const titled = (page, text) => page.waitForFunction((part) => document.title.includes(part), text);
  await titled(white, "Your turn · Mijnlieff · Mérelle");
  await titled(black, "Au tour de ");
  const { view } = await gameOf(white);
  await touch(white, view.turns[0]);
  await titled(black, "À vous · Mijnlieff · Mérelle");
  await titled(white, "to move · Mijnlieff · Mérelle");
  await white.locator(".often button", { hasText: "Call off" }).click();
  await titled(black, "Partie annulée");
  await white.context().close();
  await black.context().close();
});

test("a sound and a notification call a player, when both were asked for", async () => {
  const page = await browser.visitor(server.origin);
  await page.addInitScript(() => {
    window.calls = { asked: 0, shown: [], tones: 0 };
    window.Notification = class extends EventTarget {
      static permission = "default";
      static async requestPermission() {
        window.calls.asked += 1;
        window.Notification.permission = "granted";
        return "granted";
      }
      constructor(title, { body }) {
        super();
        window.calls.shown.push(`${title}: ${body}`);
      }
      close() {}
    };
    const Tone = window.OscillatorNode;
    window.OscillatorNode = class extends Tone {
      start(when) {
        window.calls.tones += 1;
        super.start(when);
      }
    };
  });
  const other = await browser.visitor(server.origin);
  const [me, they] = [asker(page.context(), server.origin), asker(other.context(), server.origin)];
  await me("POST", "/api/guest", {});
  await they("POST", "/api/guest", {});
  const { id } = await me("POST", "/api/games", { setup: "moulin:classique", colour: "white", clock: "3d", opponent: { kind: "friend" } });
  await they("POST", `/api/games/${id}/join`, {});
  await page.goto(`${server.origin}/game/${id}`);
  await isTurn(page);
  assert.equal((await page.evaluate(() => window.calls)).asked, 0, "nothing is asked at once");
  await touch(page, { to: "d6" });
  await page.getByRole("button", { name: "Call me" }).click();
  await page.waitForFunction(() => window.calls.asked === 1 && !document.querySelector(".question"));
  await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  const answer = async (move) => {
    const { ply } = await they("GET", `/api/games/${id}`);
    await they("POST", `/api/games/${id}/moves`, { ply, move });
  };
  await answer("f4");
  await page.waitForFunction(() => window.calls.shown.length === 1);
  const quiet = await page.evaluate(() => window.calls);
  assert.match(quiet.shown[0], /^Your turn: .* f4$/);
  assert.equal(quiet.tones, 0, "sound is off unless it is wanted");
  const kept = await me("GET", "/api/me");
  assert.equal(kept.settings.notifications, true);
  await page.evaluate(() => localStorage.setItem("settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("settings")), sound: true })));
  await me("PATCH", "/api/me", { settings: { ...kept.settings, sound: true } });
  await page.reload();
  await isTurn(page);
  await touch(page, { to: "d2" });
  await moved(page, 3);
  await answer("b4");
  // Each of both moves is one tone, the call two more.
  await page.waitForFunction(() => window.calls.tones === 4);
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await other.context().close();
});

test("boards take the colours that were chosen, with or without coordinates, and keep them", async () => {
  const page = await browser.visitor(server.origin);
  const wood = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink-wood"));
  await page.goto(`${server.origin}/settings`);
  const before = await wood();
  await page.getByLabel("Slate").check();
  assert.notEqual(await wood(), before);
  const samples = await page.locator(".sample .fill-wood").evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  assert.equal(new Set(samples).size, 3, "each sample shows its own colours");
  await page.getByLabel("Letters and numbers").uncheck();
  await page.reload();
  assert.notEqual(await wood(), before);
  await beginGame(page, { base: "moulin:classique", player: "random", colour: "white" });
  assert.equal(await page.locator(".coordinates").isVisible(), false);
  assert.ok(await page.locator(".handle").first().isVisible());
  await page.context().close();
});

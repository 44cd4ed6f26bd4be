import assert from "node:assert/strict";
import { test } from "node:test";
import { pair, play } from "./pair.js";
import { beginGame, playOut } from "./player.js";
import { browser, server } from "./running.js";

test("one wish is one game in the lobby, which shows it as one's own, to be withdrawn", async () => {
  const page = await browser.visitor(server.origin);
  const other = await browser.visitor(server.origin, { lang: "fr" });
  await other.goto(`${server.origin}/lobby`);
  for (let time = 0; time < 2; time += 1) {
    await page.goto(`${server.origin}/`);
    await page.getByRole("button", { name: "Play anyone" }).click();
    await page.waitForSelector(".invitation");
  }
  await other.getByRole("button", { name: "Rejoindre" }).waitFor();
  assert.equal(await other.locator(".challenge").count(), 1, "not two");
  await page.goto(`${server.origin}/lobby`);
  assert.equal(await page.getByRole("button", { name: "Join" }).count(), 0, "one cannot play oneself");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Nobody is waiting").waitFor();
  await other.getByText("Personne n’attend").waitFor();
  assert.deepEqual([...page.faults, ...other.faults], []);
  await page.context().close();
  await other.context().close();
});

test("a win can be claimed when it can be had, and not before", async () => {
  const two = await pair({ base: "moulin:classique", clock: "600+5" });
  await play(two, 3);
  const { white, black } = two;
  await black.goto("about:blank");
  const waiting = white.getByText(/You can claim the win in 1:[0-5]\d/);
  await waiting.waitFor();
  const soon = await waiting.textContent();
  assert.equal(await white.getByRole("button", { name: "Claim the win" }).count(), 0);
  await white.getByText(soon, { exact: true }).waitFor({ state: "hidden" });
  // The same game, told two minutes later.
  await white.routeWebSocket(/socket/, (page) => {
    const told = page.connectToServer();
    told.onMessage((text) => page.send(text.replace(/("black":)1\d{5}\b/g, "$11200")));
  });
  await white.reload();
  await white.getByText("You can claim the win in 0:0").waitFor();
  assert.equal(await white.getByRole("button", { name: "Claim the win" }).count(), 0);
  await white.getByRole("button", { name: "Claim the win" }).first().waitFor();
  assert.equal(await white.getByText("You can claim the win in").count(), 0);
  await white.getByRole("button", { name: "Claim the win" }).first().click();
  await white.getByText("not been away long enough").waitFor();
  assert.deepEqual(white.faults, []);
  await black.context().close();
  await white.context().close();
});

test("who is forgotten is a deleted account in every list", async () => {
  const page = await browser.visitor(server.origin);
  await beginGame(page, { base: "mijnlieff", player: "level-1", listed: true, colour: "white" });
  const game = new URL(page.url()).pathname;
  await playOut(page);
  await page.goto(`${server.origin}/settings`);
  await page.getByRole("button", { name: "Forget me" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget me" }).click();
  await page.waitForSelector(".home");
  await page.goto(server.origin + game);
  await page.getByText("Deleted account").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("lobby and lists are narrowed, the address keeps it, and what comes later fits as well", async () => {
  const ada = await browser.visitor(server.origin);
  const bo = await browser.visitor(server.origin, { size: "phone" });
  const ask = (path, body) =>
    ada.evaluate(async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      return answer.json();
    }, [path, body]);
  const wish = (setup, clock) => ask("/api/games", { setup, clock, opponent: { kind: "anyone" } });
  const filter = (page, name) => page.locator(".filters label", { hasText: name }).locator("select");
  await ada.goto(`${server.origin}/lobby`);
  await ask("/api/guest", {});
  await wish("mijnlieff", "none");
  await wish("moulin:envol", "3d");
  await bo.goto(`${server.origin}/lobby`);
  const waiting = (count) => bo.waitForFunction((count) => document.querySelectorAll(".challenge").length === count, count);
  await waiting(2);
  await filter(bo, "Game").selectOption("moulin");
  await waiting(1);
  assert.match(bo.url(), /family=moulin/);
  // What is made from now on is told as it fits.
  await wish("moulin:barreau", "none");
  await waiting(2);
  await wish("mijnlieff:sets=2", "none");
  await bo.reload();
  await waiting(2);
  assert.equal(await filter(bo, "Game").inputValue(), "moulin");
  await filter(bo, "Clock").selectOption("days");
  await waiting(1);
  await filter(bo, "Rating").selectOption("true");
  await bo.getByText("There is nothing like this").first().waitFor();
  await ada.goto(`${server.origin}/games`);
  const listed = (count) => ada.waitForFunction((count) => document.querySelectorAll(".list li").length === count, count);
  await listed(4);
  await filter(ada, "Opponent").selectOption("computer");
  await listed(0);
  await filter(ada, "Opponent").selectOption("");
  await filter(ada, "Game").selectOption("mijnlieff");
  await listed(2);
  assert.deepEqual([...ada.faults, ...bo.faults], []);
  await ada.context().close();
  await bo.context().close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, pair, play } from "./pair.js";
import { beginGame, choose, gameOf, isTurn, moved, playOut, touch } from "./player.js";
import { browser, server } from "./running.js";

test("two browsers play a whole game from the lobby, talk, and have a rematch", async () => {
  const two = await pair({ base: "mijnlieff", clock: "300+3" }, { lobby: true });
  const { white, black } = two;
  await white.getByRole("button", { name: "Actions" }).click();
  await white.getByText("Say something").click();
  await white.getByRole("button", { name: "Hello!" }).click();
  await black.getByText("Bonjour").first().waitFor();
  assert.match(await white.textContent(".clock"), /\d:\d\d/);
  await play(two, 100);
  await white.waitForSelector(".ending");
  await white.getByRole("button", { name: "Rematch" }).click();
  await black.getByRole("button", { name: "Accepter la revanche" }).click();
  await black.waitForFunction(() => document.querySelectorAll(".moves .move").length === 0);
  assert.equal((await gameOf(black)).you, "white", "colours change");
  await leave(two);
});

test("takeback by consent, draw by agreement, resignation", async () => {
  const two = await pair({ base: "moulin:classique" });
  const { white, black } = two;
  await play(two, 3);
  await choose(white, "Take back");
  await black.getByRole("button", { name: "Laisser reprendre" }).click();
  await white.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  assert.equal((await gameOf(white)).history.length, 2);
  await play(two, 1);
  await choose(black, "Proposer la nulle");
  await white.getByRole("button", { name: "Decline" }).click();
  await black.getByText("L’adversaire a refusé la nulle.").waitFor();
  await choose(black, "Proposer la nulle");
  await white.getByRole("button", { name: "Agree to a draw" }).click();
  await black.waitForSelector(".ending");
  assert.equal((await gameOf(white)).view.outcome.reason, "agreement");
  await leave(two);

  const again = await pair({ base: "moulin:envol" });
  await play(again, 2);
  await choose(again.black, "Abandonner");
  await again.black.getByRole("dialog").getByRole("button", { name: "Abandonner" }).click();
  await again.white.waitForSelector(".ending");
  assert.match(await again.white.textContent(".ending"), /You win!/);
  await leave(again);
});

/** Touches a place for the next turn, once the page knows whose turn it is. */
async function touchAhead(page, place) {
  const says = (text) => page.waitForFunction((part) => document.querySelector(".sentence")?.textContent.includes(part), text);
  await says("réfléchit");
  await page.click(`.handle[data-place="${place}"]`, { force: true });
  await says("Gardé pour votre tour");
}

test("a turn touched ahead is played when its time comes, and dropped when it does not fit", async () => {
  const two = await pair({ base: "moulin:classique" });
  const { white, black } = two;
  await touchAhead(black, "a1");
  await touch(white, { to: "d6" });
  await moved(white, 2);
  assert.deepEqual((await gameOf(white)).history, ["d6", "a1"]);
  await touchAhead(black, "g7");
  await touch(white, { to: "g7" });
  await isTurn(black);
  assert.equal((await gameOf(white)).history.length, 3, "the point was taken");
  await leave(two);
});

test("reload, a lost connection and a killed server in mid-game lose nothing", async () => {
  const two = await pair({ base: "mijnlieff", clock: "600+5" });
  const { white, black } = two;
  await play(two, 2);
  await white.reload();
  await moved(white, 2);
  await play(two, 1);

  let mine = (await gameOf(black)).view.turns[0];
  await server.kill();
  const pieces = await black.locator(".piece").count();
  await touch(black, mine);
  assert.equal(await black.locator(".piece").count(), pieces + 1, "shown before anybody answers");
  await black.getByText("La connexion est perdue").waitFor();
  await server.up();
  await Promise.all([moved(white, 4), moved(black, 4)]);
  await black.waitForFunction(() => document.getElementById("connection").textContent === "");

  await play(two, 1);
  mine = (await gameOf(black)).view.turns[0];
  await black.context().setOffline(true);
  await touch(black, mine);
  await black.context().setOffline(false);
  await Promise.all([moved(white, 6), moved(black, 6)]);
  await play(two, 3);
  assert.equal((await gameOf(white)).history.length, 9);
  await leave(two);
});

test("a stranger watches and cannot move", async () => {
  const hidden = await pair({ base: "mijnlieff" });
  const two = await pair({ base: "mijnlieff", listed: true });
  // It is found once both want it.
  await two.black.getByRole("button", { name: "D’accord" }).click();
  await two.black.getByText("Tout le monde peut maintenant trouver cette partie.").waitFor();
  const stranger = await browser.visitor(server.origin);
  await stranger.goto(`${server.origin}/watch`);
  const id = new URL(two.white.url()).pathname;
  await stranger.waitForSelector(`a[href="${id}"]`);
  const link = new URL(hidden.white.url()).pathname;
  assert.equal(await stranger.locator(`a[href="${link}"]`).count(), 0, "a game by link is not listed");
  await leave(hidden);
  await stranger.click(`a[href="${id}"]`);
  await stranger.waitForSelector(".game .board");
  await stranger.click('.handle[data-place="a1"]', { force: true });
  await play(two, 2);
  await moved(stranger, 2);
  await two.white.getByText("1 watching").first().waitFor();
  assert.equal((await gameOf(stranger)).history.length, 2);
  assert.deepEqual(stranger.faults, []);
  await stranger.context().close();
  await leave(two);
});

test("an account keeps games and settings; a wrong password is told; one is forgotten on demand", async () => {
  const page = await browser.visitor(server.origin);
  await beginGame(page, { base: "mijnlieff", player: "level-1" });
  await playOut(page);
  await page.goto(`${server.origin}/sign-in`);
  const made = page.locator("section", { has: page.getByRole("heading", { name: "Make an account" }) });
  await made.getByLabel("Name").fill("Marguerite");
  await made.getByLabel("Password").fill("a long board game evening");
  await made.getByRole("button").click();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page.waitForSelector(".home");
  await page.getByRole("link", { name: "Marguerite" }).click();
  await page.getByRole("heading", { name: "Marguerite" }).waitFor();
  assert.equal(await page.locator(".list li").count(), 1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForSelector(".home");
  await page.goto(`${server.origin}/sign-in`);
  const enter = page.locator("section", { has: page.getByRole("heading", { name: "Sign in" }) }).last();
  const submit = enter.getByRole("button", { name: "Sign in" });
  await enter.getByLabel("Name").first().fill("Marguerite");
  await enter.getByLabel("Password", { exact: true }).fill("not the password");
  await submit.click();
  await page.waitForFunction(() => document.querySelector(".fault").textContent !== "");
  await enter.getByLabel("Password", { exact: true }).fill("a long board game evening");
  await submit.click();
  await page.waitForSelector(".home");
  await page.goto(`${server.origin}/account`);
  const gone = page.locator("section", { has: page.getByRole("heading", { name: "Delete my account" }) });
  await gone.locator("summary").click();
  await gone.getByLabel("Password").fill("a long board game evening");
  await gone.getByRole("button").click();
  await page.waitForSelector(".home");
  const profile = await page.request.get(`${server.origin}/api/people/Marguerite`);
  assert.equal(profile.status(), 404);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

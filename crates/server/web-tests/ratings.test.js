import assert from "node:assert/strict";
import { test } from "node:test";
import { leave } from "./pair.js";
import { choose } from "./player.js";
import { browser, server } from "./running.js";

/** Somebody with an account. */
async function member(name, how) {
  const page = await browser.visitor(server.origin, how);
  await page.goto(`${server.origin}/`);
  await ask(page, "/api/account", { name, password: "a long board game evening" });
  return page;
}

function ask(page, path, body) {
  const asked = async ([path, body]) => {
    const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    return answer.json();
  };
  return page.evaluate(asked, [path, body]);
}

/** A rated game between two that has begun; returns its id. */
async function rated(white, black) {
  const game = await ask(white, "/api/games", { setup: "moulin:classique", opponent: { kind: "friend" }, colour: "white", rated: true });
  await ask(black, `/api/games/${game.id}/join`, {});
  return game.id;
}

test("a rated game shows what it changed, the profile how it went, the leaderboard who leads", async () => {
  const white = await member("Augusta");
  const black = await member("Basile", { size: "phone", lang: "fr", theme: "dark" });
  const id = await rated(white, black);
  for (const [ply, page, move] of [[0, white, "d6"], [1, black, "f4"]]) await ask(page, `/api/games/${id}/moves`, { ply, move });
  await white.goto(`${server.origin}/game/${id}`);
  await black.goto(`${server.origin}/game/${id}`);
  await choose(black, "Abandonner");
  await black.getByRole("dialog").getByRole("button", { name: "Abandonner" }).click();
  await white.getByText("Augusta 1500 → 1662 (+162) · Basile 1500 → 1338 (−162)").waitFor();
  await black.getByText("Basile 1500 → 1338 (−162) · Augusta 1500 → 1662 (+162)").waitFor();
  await white.reload();
  await white.getByText("Augusta 1500 → 1662 (+162)").waitFor();

  await black.goto(`${server.origin}/leaders`);
  await black.getByText("Personne n’a encore une cote").first().waitFor();
  for (let game = 0; game < 24; game += 1) {
    const again = await rated(white, black);
    await ask(game % 2 ? black : white, `/api/games/${again}/actions`, { ply: 0, action: "resign" });
  }
  await white.goto(`${server.origin}/person/Augusta`);
  const graph = white.getByRole("img", { name: /^From 1662 to \d+ in the last 25 rated games/ });
  await graph.waitFor();
  const points = await graph.locator("polyline").getAttribute("points");
  assert.equal(points.split(" ").length, 25);
  await white.getByRole("link", { name: "Leaderboard" }).first().click();
  await white.getByRole("row", { name: /^1 (Augusta|Basile)/ }).waitFor();
  assert.equal(await white.locator("tbody tr").count(), 2);
  await black.goto(`${server.origin}/leaders/mijnlieff`);
  await black.getByText("Personne n’a encore une cote").first().waitFor();
  const wide = await black.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.ok(!wide, "it fits a phone");
  await leave({ white, black });
});

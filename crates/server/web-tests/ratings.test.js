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

/** Three moves of each side: so many that the game counts. */
async function begun(id, white, black) {
  for (const [ply, move] of ["d6", "f4", "d2", "b4", "a1", "g7"].entries()) await ask(ply % 2 ? black : white, `/api/games/${id}/moves`, { ply, move });
}

test("a rated game shows what it changed, the profile how it went, the leaderboard who leads", async () => {
  const white = await member("Augusta");
  const black = await member("Basile", { size: "phone", lang: "fr", theme: "dark" });
  const id = await rated(white, black);
  await begun(id, white, black);
  await white.goto(`${server.origin}/game/${id}`);
  await black.goto(`${server.origin}/game/${id}`);
  await choose(black, "Abandonner");
  await black.getByRole("dialog").getByRole("button", { name: "Abandonner" }).click();
  await white.getByText("Augusta 1500 → 1662 (+162) · Basile 1500 → 1338 (−162)").waitFor();
  await black.getByText("Basile 1500 → 1338 (−162) · Augusta 1500 → 1662 (+162)").waitFor();
  await white.reload();
  await white.getByText("Augusta 1500 → 1662 (+162)").waitFor();

  await black.goto(`${server.origin}/leaders`);
  await black.getByText("Personne n’y figure encore. Pour y figurer, il faut 15 parties classées").waitFor();
  for (let game = 0; game < 5; game += 1) {
    const again = await rated(white, black);
    await begun(again, white, black);
    await ask(game % 2 ? black : white, `/api/games/${again}/actions`, { ply: 6, action: "resign" });
    if (game === 2) {
      await white.goto(`${server.origin}/game/${again}`);
      await white.getByText("Counts half: the fourth game within a day against the same opponent.").waitFor();
    }
  }
  await black.goto(`${server.origin}/games`);
  await black.getByText("Ne compte pas : cinq parties en un jour contre le même adversaire ont déjà compté.").first().waitFor();
  await black.getByText("Compte pour un quart").waitFor();
  const fits = () => black.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits(), "marks fit a phone");
  await white.goto(`${server.origin}/person/Augusta`);
  const graph = white.getByRole("img", { name: /^From 1662 to \d+ in the last 6 rated games/ });
  await graph.waitFor();
  const points = await graph.locator("polyline").getAttribute("points");
  assert.equal(points.split(" ").length, 6);
  assert.equal(await graph.locator(".marked").count(), 3);
  await white.getByText("3 of them counted less or not at all.").waitFor();
  await white.getByRole("link", { name: "Leaderboard" }).first().click();
  await white.getByText("Nobody is here yet.").waitFor();
  assert.ok(await fits(), "it fits a phone");
  await leave({ white, black });
});

test("a rated game that is given up at once is called off or does not count, and says so", async () => {
  const white = await member("Clotilde");
  const black = await member("Dimitri", { lang: "fr" });
  const off = await rated(white, black);
  await ask(black, `/api/games/${off}/actions`, { ply: 0, action: "resign" });
  await white.goto(`${server.origin}/game/${off}`);
  await white.getByText("This game was called off. Nothing counts.").waitFor();
  const short = await rated(white, black);
  for (const [ply, page, move] of [[0, white, "d6"], [1, black, "f4"]]) await ask(page, `/api/games/${short}/moves`, { ply, move });
  await white.goto(`${server.origin}/game/${short}`);
  await ask(black, `/api/games/${short}/actions`, { ply: 2, action: "resign" });
  await white.getByText("Does not count: it ended before anything was played.").waitFor();
  assert.equal(await white.locator(".ratings").count(), 0);
  await leave({ white, black });
});

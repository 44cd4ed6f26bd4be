import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { pair, play } from "./pair.js";
import { choose } from "./player.js";
import { browser, server } from "./running.js";

test("a player is blocked and reported from the game, unblocked in the settings, and an operator reads it", async () => {
  const { white, black } = await pair({ base: "mijnlieff" });
  await play({ white, black }, 2);
  await choose(white, "Report this player");
  await white.getByLabel("What is the matter?").selectOption("stalling");
  await white.getByLabel("What happened").fill("Nothing really;\nthis is a test.");
  await white.getByRole("button", { name: "Send" }).click();
  await white.getByText("Thank you. Those who run this server").waitFor();
  const program = process.env.MERELLE ?? "merelle";
  const read = spawnSync(program, ["admin", "reports", "--data", server.data], { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
  assert.match(read.stdout, /^1 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}#\d+ Guest \d+ about #\d+ Invité \d+ \(stalling\), \/game\/\w{12}\n {4}Nothing really; this is a test\.\n$/, read.stderr);

  await choose(white, "Block this player");
  await white.getByRole("dialog").getByRole("button", { name: "Block this player" }).click();
  await white.getByText("Blocked. Settings undo it.").waitFor();
  await white.goto(`${server.origin}/`);
  await white.getByRole("button", { name: "Play anyone" }).click();
  await white.waitForSelector(".invitation");
  await black.goto(`${server.origin}/lobby`);
  await black.getByText("Personne n’attend").waitFor();
  await black.goto(white.url());
  await black.getByRole("button", { name: "Prendre la place" }).click();
  await black.getByText("l’un de vous a bloqué l’autre").waitFor();

  await white.goto(`${server.origin}/settings`);
  await white.getByRole("heading", { name: "Blocked players" }).waitFor();
  await white.getByRole("button", { name: "Unblock" }).click();
  await white.getByRole("heading", { name: "Blocked players" }).waitFor({ state: "detached" });
  await black.goto(`${server.origin}/lobby`);
  await black.getByRole("button", { name: "Rejoindre" }).waitFor();
  assert.deepEqual([...white.faults, ...black.faults], []);
  await white.context().close();
  await black.context().close();
});

test("one's games are filtered by their state, and all records come in one file", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/`);
  for (let game = 0; game < 2; game += 1) {
    await page.goto(`${server.origin}/`);
    await page.getByRole("button", { name: "Two at this screen" }).click();
    await page.waitForSelector(".game .board");
    if (game > 0) continue;
    await choose(page, "Call off");
    await page.waitForSelector(".ending");
  }
  await page.goto(`${server.origin}/games`);
  await page.locator(".list li").nth(1).waitFor();
  await page.getByRole("link", { name: "Being played", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".list li").length === 1);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".list li").length === 1);
  assert.equal(await page.getByRole("link", { name: "Being played", exact: true }).getAttribute("aria-current"), "page");
  await page.getByRole("link", { name: "Over", exact: true }).click();
  await page.getByText("No games yet").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all records" }).click();
  assert.equal((await download).suggestedFilename(), "merelle.txt");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { PUBLISHED, visit } from "./places.js";
import { gameOf, isTurn, playOut } from "./player.js";
import { browser, server } from "./running.js";

test("a record is imported, reviewed, tried out, and exported again", async () => {
  const page = await browser.visitor(server.origin);
  await visit(page, "/analysis");
  await page.getByLabel("Record, or position").fill(PUBLISHED);
  await page.getByRole("button", { name: "Open" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 16);
  assert.match(await page.textContent(".sentence"), /White wins 4–1/);
  await page.getByRole("button", { name: "Find the mistakes" }).click();
  await page.waitForFunction(() => /\d+ mistakes found|One mistake/.test(document.querySelector("[role=status].muted")?.textContent ?? ""), null, { timeout: 60_000 });
  assert.ok((await page.locator(".moves .noted").count()) > 0);
  await page.locator(".moves .move").nth(13).click();
  await page.waitForSelector(".judged .best > .move");
  await page.locator(".judged li > .move").last().click();
  await page.getByRole("button", { name: "Back to the game" }).waitFor();
  const record = await page.locator(".copy textarea").inputValue();
  assert.match(record, /^\[Setup "mijnlieff"\]/);
  const link = await page.locator(".copy input").first().inputValue();
  await page.goto(link);
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 15);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a board is composed by keyboard and played", async () => {
  const page = await browser.visitor(server.origin, { size: "phone" });
  await visit(page, "/editor");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("Lay the first tile anywhere").waitFor();
  for (const [column, row] of [[1, 1], [3, 2], [5, 3], [7, 4]]) {
    await page.locator(`.cell[data-column="${column}"][data-row="${row}"]`).focus();
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector(".preview .board");
  await page.getByRole("button", { name: "Play on this board" }).click();
  await page.waitForSelector(".game .board");
  assert.equal((await gameOf(page)).setup, "mijnlieff:board=0.0/2.1/4.2/6.3");
  assert.ok(await playOut(page));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("tiles that make no board are told so by the rule", async () => {
  const page = await browser.visitor(server.origin);
  await visit(page, "/editor");
  await page.click('.cell[data-column="0"][data-row="0"]');
  await page.waitForFunction(() => /MJ[12]/.test(document.querySelector("main .fault").textContent));
  assert.ok(await page.getByRole("button", { name: "Play on this board" }).isDisabled());
  await page.context().close();
});

test("a diagram of the rules lives, and a position is played on", async () => {
  const page = await browser.visitor(server.origin);
  await visit(page, "/rules/moulin:classique");
  const diagram = page.locator("#mills figure").first();
  await diagram.getByRole("button", { name: "Try it" }).click();
  const stones = diagram.locator(".piece");
  await diagram.locator(".handle").first().waitFor({ state: "attached" });
  const before = await stones.count();
  for (const place of ["g4", "g1", "e5"]) await diagram.locator(`.handle[data-place="${place}"]`).click({ force: true });
  await diagram.getByText("Black moves a stone").waitFor();
  assert.equal(await stones.count(), before - 1);
  await diagram.getByRole("button", { name: "Start over" }).click();
  assert.equal(await stones.count(), before);
  await visit(page, "/analysis?setup=moulin:classique&moves=a1+d6+d1+f4");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/\/game\//);
  assert.match((await gameOf(page)).start, /^w=a1,d1;b=/);
  await isTurn(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { prepare, visit } from "./places.js";
import { browser, server } from "./running.js";

/** What the links of the panel give. */
async function files(page, panel = ".share") {
  const links = await page.$$eval(`${panel} a`, (all) => all.map((link) => ({ href: link.href, name: link.getAttribute("download") })));
  const answers = [];
  for (const { href, name } of links) {
    const answer = href.startsWith("data:") ? null : await page.request.get(href);
    answers.push({ name, status: answer?.status() ?? 200, kind: answer?.headers()["content-type"] ?? "data", size: answer ? (await answer.body()).length : href.length });
  }
  return answers;
}

for (const lang of ["en", "fr"]) {
  test(`a game is passed on by link, code, picture, animation, paper and record, ${lang}`, async () => {
    const page = await browser.visitor(server.origin, { lang, size: "phone" });
    const { OVER } = await prepare(page);
    await visit(page, `/game/${OVER}`);
    await page.locator(".ending button", { hasText: lang === "fr" ? "Partager" : "Share" }).click();
    await page.waitForSelector("dialog .share .code img");
    assert.equal(await page.inputValue(".share input"), `${server.origin}/game/${OVER}`);
    const given = await files(page);
    assert.deepEqual(given.map(({ status }) => status), [200, 200, 200, 200, 200]);
    const kinds = ["image/svg+xml", "image/png", "image/svg+xml", "application/pdf", "text/plain; charset=utf-8"];
    assert.deepEqual(given.map(({ kind }) => kind), kinds);
    assert.ok(given.every(({ size }) => size > 100), JSON.stringify(given));
    // The code can be seen, and large for a whole room.
    await page.waitForFunction(() => document.querySelector(".code img").naturalWidth > 0);
    await page.click(".share .code");
    await page.waitForFunction(() => document.querySelector("dialog.scan img")?.complete);
    const across = await page.$eval("dialog.scan img", (image) => image.getBoundingClientRect().width);
    assert.ok(across >= 300, `${across} px`);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog.scan"));
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog"));
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("an invitation has a code to scan, and a class sees it large", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/`);
  await page.click(".large:has-text('Play a friend')");
  await page.waitForSelector(".invitation .code img");
  await page.waitForFunction(() => document.querySelector(".invitation .code img").naturalWidth > 0);
  const source = await page.$eval(".invitation .code img", (image) => new URL(image.src).searchParams.get("link"));
  assert.equal(source, page.url());
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.click(".invitation .code");
  await page.waitForFunction(() => document.querySelector("dialog.scan img")?.complete);
  const across = await page.$eval("dialog.scan img", (image) => image.getBoundingClientRect().width);
  assert.ok(across >= 1000, `${across} px`);
  await page.click("dialog.scan button");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a line of analysis is passed on with its position", async () => {
  const page = await browser.visitor(server.origin);
  await visit(page, "/analysis?setup=moulin:classique&moves=d6+f4+d2");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForSelector("dialog .share .code");
  const given = await files(page);
  assert.deepEqual(given.map(({ status }) => status), [200, 200, 200, 200]);
  const picture = await page.$eval(".share a", (link) => new URL(link.href).searchParams.get("position"));
  assert.match(picture, /d6/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

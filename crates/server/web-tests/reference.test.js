import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { browser, server } from "./running.js";

for (const theme of ["light", "dark"]) {
  for (const [width, height] of [[320, 568], [390, 844], [1280, 800]]) {
    test(`the reference of the API is read at ${width}×${height}, ${theme}`, async () => {
      const page = await browser.visitor(server.origin, { theme });
      await page.setViewportSize({ width, height });
      await page.goto(`${server.origin}/api`);
      const { violations, passes } = await new AxeBuilder({ page }).analyze();
      assert.ok(passes.length > 10);
      assert.deepEqual(violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the screen");
      const dark = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      assert.equal(dark, theme === "dark" ? "rgb(26, 24, 22)" : "rgb(250, 246, 239)");
      await page.click("header .brand");
      await page.waitForSelector(".home");
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}

test("the reference has the colours that were chosen on the page, and those that the system forces", async () => {
  const page = await browser.visitor(server.origin, { theme: "light" });
  await page.goto(`${server.origin}/`);
  await page.evaluate(() => localStorage.setItem("settings", JSON.stringify({ theme: "dark" })));
  await page.goto(`${server.origin}/api`);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  assert.equal(await ground(), "rgb(26, 24, 22)");
  await page.emulateMedia({ forcedColors: "active" });
  const text = await page.evaluate(() => getComputedStyle(document.querySelector("main p")).color);
  assert.notEqual(text, await ground());
  await page.context().close();
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { Browser } from "./browser.js";
import { PLACES, addressOf, prepare, visit } from "./places.js";
import { Server } from "./server.js";

let server, browser, games, session;
before(async () => {
  server = await Server.start();
  browser = await Browser.start();
  const page = await browser.visitor(server.origin);
  games = await prepare(page);
  session = await page.context().cookies();
  await page.context().close();
});
after(async () => {
  await browser?.end();
  await server?.end();
});

for (const lang of ["en", "fr"]) {
  for (const theme of ["light", "dark"]) {
    test(`axe finds nothing in any place, ${lang}, ${theme}`, async () => {
      const size = lang === "en" ? "desktop" : "phone";
      const page = await browser.visitor(server.origin, { lang, theme, size });
      await page.context().addCookies(session);
      for (const [place, address] of Object.entries(PLACES)) {
        await visit(page, addressOf(address, games));
        const axe = new AxeBuilder({ page });
        // Another theme changes nothing but colours.
        if (theme === "dark") axe.withRules("color-contrast");
        const { violations, passes } = await axe.analyze();
        assert.ok(passes.length > 0, place);
        const found = violations.map(({ id, nodes }) => `${place}: ${id} ${nodes[0].html}`);
        assert.deepEqual(found, []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.ok(!wide, `${place} is wider than the screen`);
      }
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}

test("a move that was refused names its rule, in the language of the page", async () => {
  const page = await browser.visitor(server.origin, { lang: "fr" });
  await visit(page, "/analysis");
  await page.getByRole("button", { name: "Ouvrir une partie" }).click();
  await page.getByLabel("Partie ou position").fill('[Setup "mijnlieff"]\n\n1. Lb2 *');
  await page.getByRole("button", { name: "Ouvrir", exact: true }).click();
  await page.waitForFunction(() => /MJ7/.test(document.querySelector("dialog .fault:not(:empty)")?.textContent ?? ""));
  await page.context().close();
});

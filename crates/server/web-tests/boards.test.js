import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./places.js";
import { browser, server } from "./running.js";

for (const [lang, name] of [["en", "Square"], ["fr", "Carré"]]) {
  test(`boards of the atlas have names of their own and badges that differ in shape, sign and word, ${lang}`, async () => {
    const page = await browser.visitor(server.origin, { lang, size: "phone" });
    await visit(page, "/atlas");
    const cards = await page.$$eval(".atlas li", (items) =>
      items.map((item) => ({
        name: item.querySelector("strong").textContent,
        sign: item.querySelector(".worth text").textContent,
        form: item.querySelector(".worth path").getAttribute("d"),
        word: item.querySelector(".worth > span").textContent,
        inside: [...item.querySelectorAll("strong, .worth")].every((part) => part.getBoundingClientRect().right <= item.getBoundingClientRect().right),
      })));
    assert.equal(cards.length, 145);
    assert.equal(new Set(cards.map((card) => card.name)).size, 145);
    assert.ok(cards.some((card) => card.name === name));
    assert.deepEqual(cards.filter((card) => !card.inside), []);
    // The same value looks the same everywhere, and another one in another way.
    const looks = new Set(cards.map(({ sign, form, word }) => [sign, form, word].join("|")));
    assert.equal(new Set(cards.map(({ word }) => word)).size, looks.size);
    assert.equal(new Set([...looks].map((look) => look.split("|")[1])).size, 3);
    await page.context().close();
  });
}

test("the atlas is filtered by value and name, and sorted", async () => {
  const page = await browser.visitor(server.origin);
  await visit(page, "/atlas?opening=edge");
  const words = () => page.$$eval(".atlas .worth > span", (all) => all.map((one) => one.textContent));
  const option = await page.$$eval(".fields select", (all) => [...all[1].options].find(({ value }) => value === "black-1").textContent);
  await page.locator(".fields select").nth(1).selectOption("black-1");
  const shown = await words();
  assert.equal(option, `Black by 1 (${shown.length})`);
  assert.ok(shown.length > 0 && shown.every((word) => word === "Black by 1"), String(shown));
  await page.locator(".fields select").nth(1).selectOption("");
  await page.locator(".fields select").nth(2).selectOption("black");
  const values = (await page.$$eval(".atlas li", (items) => items.map((item) => [item.querySelector(".worth").className, item.querySelector("text").textContent])))
    .map(([kind, sign]) => (kind.includes("second") ? -1 : 1) * (sign === "=" ? 0 : Number(sign)));
  assert.deepEqual(values, [...values].sort((one, other) => one - other));
  assert.ok(values[0] < 0);
  await page.fill("input[type=search]", "HORSE");
  const names = await page.$$eval(".atlas strong", (all) => all.map((one) => one.textContent));
  assert.ok(names.length > 3 && names.every((name) => name.startsWith("Horseshoe ")), String(names));
  // A board leads back to what was chosen.
  await page.click(".atlas a >> nth=0");
  await page.waitForSelector(".beside");
  await page.click(".beside a.button >> nth=0");
  await page.waitForSelector(".atlas");
  assert.equal(await page.inputValue("input[type=search]"), "HORSE");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("boards are laid by touch on a phone, of one set up to four, and changes are undone", async () => {
  for (const [width, height] of [[320, 568], [390, 844], [844, 390]]) {
    const page = await browser.visitor(server.origin, { size: "phone" });
    await page.setViewportSize({ width, height });
    await visit(page, "/editor");
    const least = await page.$$eval(".cell", (cells) => Math.min(...cells.map((cell) => Math.min(cell.getBoundingClientRect().width, cell.getBoundingClientRect().height))));
    assert.ok(least >= 24, `${width}×${height}: squares of ${least} px`);
    const tiles = () => page.locator(".cell.laid").count();
    assert.equal(await tiles(), 16);
    for (const [index, sets] of ["1 set", "2 sets", "3 sets", "4 sets"].entries()) {
      await page.tap(`.editor [role=group] button:text-is("${sets}")`);
      assert.equal(await tiles(), 16 * (index + 1));
      await page.waitForSelector(".preview .board");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${width}×${height}, ${sets}: ${wide}`);
    }
    await page.locator(".cell.laid").first().tap();
    assert.equal(await tiles(), 60);
    await page.waitForFunction(() => document.querySelector(".editor .main").disabled && document.querySelector(".fault").textContent);
    await page.getByRole("button", { name: "Undo" }).tap();
    assert.equal(await tiles(), 64);
    await page.keyboard.press("Control+z");
    assert.equal(await tiles(), 48);
    await page.waitForSelector(".editor .main:enabled");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

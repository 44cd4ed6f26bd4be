import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare, visit } from "./places.js";
import { browser, server } from "./running.js";

/**
 * What is chosen in a place, and what can be seen of it afterwards in every language. `choose` leaves
 * the place in another state than it opens in, `state` reads it.
 *
 * @type {Record<string, { address: string, choose: (page: any) => Promise<void>, state: () => unknown }>}
 */
const PLACES = {
  home: {
    address: "/",
    choose: async (page) => {
      await page.check("input[value='moulin:barreau']", { force: true });
      await page.locator(".level select").selectOption("level-4");
    },
    state: () => [document.querySelector(".option input:checked")?.value, document.querySelector(".level select")?.value],
  },
  editor: {
    address: "/editor",
    choose: async (page) => {
      await page.click(".cell[data-column='4'][data-row='3']");
      await page.click(".cell[data-column='9'][data-row='5']");
    },
    state: () => [...document.querySelectorAll(".cell.laid")].map((cell) => `${cell.dataset.column}.${cell.dataset.row}`).join(" "),
  },
  "editor, larger": {
    address: "/editor?board=0.0/2.0/4.0/6.0/8.0/10.0/12.0/14.0",
    choose: async (page) => {
      await page.click(".editor .row button:last-child >> nth=0");
      await page.click(".cell.laid >> nth=0");
    },
    state: () => [document.querySelectorAll(".cell").length, [...document.querySelectorAll(".cell.laid")].map((cell) => `${cell.dataset.column}.${cell.dataset.row}`).join(" ")],
  },
  atlas: {
    address: "/atlas",
    choose: async (page) => {
      await page.locator(".fields select").nth(0).selectOption("corner");
      await page.locator(".fields select").nth(1).selectOption("white-1");
      await page.locator(".fields select").nth(2).selectOption("lines");
      await page.fill("input[type=search]", "r");
    },
    state: () => [
      ...[...document.querySelectorAll(".fields select, input[type=search]")].map((field) => field.value),
      // What a name is found by differs between languages.
      document.querySelectorAll(".atlas li").length > 0 && document.querySelectorAll(".atlas li").length < 145,
    ],
  },
  "board of the atlas": {
    address: "/atlas/0.0/2.0/0.2/2.2?opening=corner&sort=lines",
    choose: async () => {},
    state: () => [location.pathname, document.querySelector(".beside a.button").getAttribute("href")],
  },
  analysis: {
    address: "/analysis?setup=moulin:classique&moves=d6+f4+b4",
    choose: async (page) => {
      await page.locator(".moves .move").nth(0).click();
      await page.waitForSelector(".moves .move[aria-current] >> text=d6");
      await page.click('.handle[data-place="g7"]', { force: true });
      await page.waitForSelector(".variation .move[aria-current]");
    },
    state: () => [[...document.querySelectorAll(".moves .move")].map((move) => move.textContent), document.querySelector(".move[aria-current]")?.textContent],
  },
  "review of a game": {
    address: "/analysis/OVER?at=5",
    choose: async () => {},
    state: () => [document.querySelectorAll(".moves .move").length, document.querySelector(".about").textContent.length > 10, document.querySelectorAll(".piece").length],
  },
  rules: {
    address: "/rules/moulin:envol",
    choose: async () => {},
    state: () => document.querySelector(".tabs [aria-current]")?.getAttribute("href"),
  },
  game: {
    address: "/game/GAME",
    choose: async () => {},
    state: () => [location.pathname, document.querySelectorAll(".board .piece").length],
  },
  games: {
    address: "/games",
    choose: async () => {},
    state: () => [...document.querySelectorAll(".games a")].map((link) => link.getAttribute("href")),
  },
  person: {
    address: "/person/Solange",
    choose: async () => {},
    state: () => [document.querySelector("h1").textContent, document.querySelectorAll(".games a").length],
  },
};

/** What speaks of a place is only there when the place is. */
async function there(page) {
  await page.waitForSelector("main h1", { state: "attached" });
  await page.waitForLoadState("networkidle");
}

for (const [place, { address, choose, state }] of Object.entries(PLACES)) {
  test(`${place}: nothing is lost by reload, back, forward and another language`, async () => {
    const page = await browser.visitor(server.origin);
    const needed = /GAME|OVER|games|person/.test(address);
    const games = needed ? await prepare(page) : {};
    await visit(page, address.replace(/GAME|OVER/, (name) => games[name]));
    await there(page);
    await choose(page);
    await page.waitForLoadState("networkidle");
    const chosen = JSON.stringify(await page.evaluate(state));
    const same = async (how) => {
      await there(page);
      // A place may still be about to be shown.
      const text = `JSON.stringify((${state})()) === ${JSON.stringify(chosen)}`;
      await page.waitForFunction(text, null, { timeout: 5000 }).catch(async () => assert.equal(JSON.stringify(await page.evaluate(state)), chosen, how));
    };
    await page.reload();
    await same("reload");
    // To another place and back, by ways of the page.
    await page.evaluate(() => document.querySelector("footer a[href='/settings']").click());
    await page.waitForSelector(".place-settings");
    await page.goBack();
    await page.waitForSelector("main:not(.place-settings)");
    await same("back");
    await page.goForward();
    await page.waitForSelector(".place-settings");
    await page.goBack();
    await page.waitForSelector("main:not(.place-settings)");
    await same("forward and back");
    const before = await page.evaluate(() => document.documentElement.lang);
    await page.evaluate(() => document.querySelector(".corner button[lang]").click());
    await page.waitForFunction((lang) => document.documentElement.lang !== lang, before);
    await same("another language");
    await page.reload();
    await same("reload in another language");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("what was typed but not sent is there in another language", async () => {
  const page = await browser.visitor(server.origin);
  await visit(page, "/sign-in");
  await page.locator("input[type=text]").first().fill("Solange");
  await page.locator("input[type=password]").first().fill("half a pass");
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByRole("heading", { name: "Se connecter" }).first().waitFor();
  assert.equal(await page.locator("input[type=text]").first().inputValue(), "Solange");
  assert.equal(await page.locator("input[type=password]").first().inputValue(), "half a pass");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { Browser } from "./browser.js";
import { PLACES } from "./places.js";
import { Server } from "./server.js";
import { asker, prepareStates, showState } from "./states.js";

/** From the smallest phone to a projector; 640×400 is 1280×800 at 200 %. */
const SIZES = [
  [320, 568],
  [390, 844],
  [844, 390],
  [640, 400],
  [768, 1024],
  [1280, 800],
  [2560, 1440],
];

const SEATS = [".seat-far .who", ".seat-near .who"];
const BAR = [".bar .previous", ".bar .next", ".bar .scroll"];
const MINE = [...SEATS, "div.board", ".sentence", ...BAR];

/** What must be seen without scrolling, in each state of a game. */
const SEEN = {
  invited: [...SEATS, "div.board", ".invitation h2", ".invitation .main"],
  host: [...SEATS, "div.board", ".invitation h2", ".copy input", ".copy button", ".invitation > button"],
  "my-turn-mijnlieff": [...MINE, ".hand .stock", ".clock"],
  "my-turn-two-sets": [...MINE, ".hand .stock"],
  "my-turn-mill": [...MINE, ".hand .stock", ".clock"],
  "their-turn": [...MINE, ".clock"],
  capture: MINE,
  "draw-offered": [...SEATS.slice(0, 1), "div.board", ".question", ".question button", ...BAR],
  "takeback-asked": [...SEATS.slice(0, 1), "div.board", ".question", ".question button", ...BAR],
  over: [...MINE, ".ending h2", ".ending .button", ".ending button"],
  lost: [...MINE, ".ending h2", ".ending .button", ".ending button"],
  review: ["div.board", ".evaluation", ".sentence", ".steps .next", ".judged li:first-child"],
};

/** The other places; a game and its review are among the states. */
const OTHERS = Object.entries(PLACES).filter(([place]) => !["game", "ending", "review"].includes(place));

let server, browser, states, session, opponent;
before(async () => {
  server = await Server.start();
  browser = await Browser.start();
  const [me, other] = [await browser.visitor(server.origin), await browser.visitor(server.origin)];
  states = await prepareStates(asker(me.context(), server.origin), asker(other.context(), server.origin));
  session = await me.context().cookies();
  await me.context().close();
  opponent = asker(other.context(), server.origin);
  // Who is away for long can be claimed against, which would be said in the place of the sentence.
  await other.goto(server.origin + states["their-turn"]);
});
after(async () => {
  await browser?.end();
  await server?.end();
});

/** Somebody at the games. */
async function visitor(how) {
  const page = await browser.visitor(server.origin, how);
  await page.context().addCookies(session);
  return page;
}

/**
 * What is wrong with the page as it is shown, measured in the page.
 *
 * @param {string[]} seen
 */
function faultsOf(seen) {
  const faults = [];
  const boxOf = (element) => element.getBoundingClientRect();
  const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} «${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 24)}»`;
  const isShown = (element) => {
    const box = boxOf(element);
    return element.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1;
  };

  for (const selector of seen) {
    const found = [...document.querySelectorAll(selector)].filter(isShown);
    if (found.length === 0) faults.push(`${selector} is not there`);
    for (const element of found) {
      const { left, top, right, bottom } = boxOf(element);
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
        faults.push(`${name(element)} is cut: ${[left, top, right, bottom].map(Math.round)}`);
        continue;
      }
      const top_ = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!top_ || !(element.contains(top_) || top_.contains(element))) faults.push(`${name(element)} is covered by ${top_ && name(top_)}`);
    }
  }

  if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} px wide`);
  const main = document.querySelector("main");
  if (main.scrollWidth > main.clientWidth) faults.push(`its content is ${main.scrollWidth} px wide`);

  // Links in a line of text, and boxes with a label of their own, are as large as these.
  const inText = (element) => element.matches("p a, dd a, td a, li a, .who a, .rulebook a") && getComputedStyle(element).display === "inline";
  const labelled = (element) => element.matches("label input[type=checkbox], label input[type=radio]");
  const aside = (element) => element.closest(".skip, .hidden, .handle, .cell, .board") !== null;
  for (const element of document.querySelectorAll("button, a[href], input, select, textarea, summary, label:has(input[type=checkbox], input[type=radio])")) {
    if (!isShown(element) || inText(element) || labelled(element) || aside(element)) continue;
    const { width, height } = boxOf(element);
    if (width < 43.5 || height < 43.5) faults.push(`${name(element)} is small: ${Math.round(width)}×${Math.round(height)}`);
  }
  for (const cell of [...document.querySelectorAll(".cell")].slice(0, 1)) {
    if (boxOf(cell).width < 24) faults.push(`a cell is ${boxOf(cell).width} px wide`);
  }

  const playing = document.querySelector('.screen[data-status="live"]');
  const middles = [...(playing?.querySelectorAll(".handle") ?? [])].map(boxOf).map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  let reach = Infinity;
  middles.forEach((one, index) => {
    for (const two of middles.slice(index + 1)) reach = Math.min(reach, Math.hypot(one.x - two.x, one.y - two.y));
  });
  const columns = new Set(middles.map(({ x }) => Math.round(x))).size;
  if (reach < (columns <= 7 ? 44 : 24)) faults.push(`${columns} columns are ${reach.toFixed(1)} px apart`);
  return faults;
}

/** Shows the page at every size and measures it. */
async function measure(page, label, seen) {
  const found = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    // One frame to lay out, one in which the board takes the room it has got.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
    for (const fault of await page.evaluate(faultsOf, seen)) found.push(`${label} ${width}×${height}: ${fault}`);
  }
  return found;
}

for (const lang of ["en", "fr"]) {
  test(`every state of a game is one screen at every size, ${lang}`, async () => {
    const page = await visitor({ lang });
    const found = [];
    for (const [state, address] of Object.entries(states)) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await showState(page, opponent, state, address);
      found.push(...(await measure(page, state, SEEN[state])));
    }
    assert.deepEqual(found, []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test(`every place fits every size, ${lang}`, async () => {
    const page = await visitor({ lang });
    const found = [];
    for (const [place, address] of OTHERS) {
      await page.goto(server.origin + address);
      await page.waitForSelector("main h1", { state: "attached" });
      found.push(...(await measure(page, place, [".head"])));
    }
    assert.deepEqual(found, []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

/** States that differ in what stands on the screen; the others differ in what is on the board. */
const KINDS = ["invited", "host", "my-turn-mijnlieff", "capture", "draw-offered", "over"];

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing in any state of a game, ${theme}`, async () => {
    const page = await visitor({ theme, lang: theme === "light" ? "en" : "fr" });
    const found = [];
    for (const state of KINDS) {
      await showState(page, opponent, state, states[state]);
      for (const [width, height] of [SIZES[0], SIZES[5]]) {
        await page.setViewportSize({ width, height });
        const axe = new AxeBuilder({ page }).include("main");
        // Another theme changes nothing but colours.
        if (theme === "dark") axe.withRules("color-contrast");
        const { violations } = await axe.analyze();
        found.push(...violations.map(({ id, nodes }) => `${state} ${width}: ${id} ${nodes[0].html}`));
      }
    }
    assert.deepEqual(found, []);
    await page.context().close();
  });
}

test("a touch near a place means it, and one far from all of them nothing", async () => {
  const page = await visitor({ size: "phone" });
  await page.setViewportSize({ width: 320, height: 568 });
  await showState(page, opponent, "my-turn-mill", states["my-turn-mill"]);
  const box = await page.locator('.handle[data-place="a1"]').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const middle = await page.locator("div.board").boundingBox();
  await page.mouse.click(middle.x + middle.width / 2, middle.y + middle.height / 2);
  assert.equal(await page.locator(".piece").count(), 4, "the middle of the board is no point");
  await page.mouse.click(x + 20, y - 20);
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 5);
  await page.context().close();
});

test("in forced colours boards, pieces, targets, the last move, the focus and the turn stay distinguishable", async () => {
  for (const theme of ["light", "dark"]) {
    const page = await visitor({ theme });
    await page.emulateMedia({ forcedColors: "active", colorScheme: theme });
    const colours = (selectors) =>
      page.evaluate((asked) => {
        const found = {};
        for (const [name, [selector, property]] of Object.entries(asked)) {
          const element = document.querySelector(selector);
          found[name] = element ? getComputedStyle(element)[property] : null;
        }
        return found;
      }, selectors);
    const differ = (found, ...pairs) => {
      for (const [one, two] of pairs) {
        assert.ok(found[one] && found[two], `${one} ${found[one]}, ${two} ${found[two]}`);
        assert.notEqual(found[one], found[two], `${theme}: ${one} and ${two}`);
      }
    };
    // Colours that are forced win over those that were chosen.
    await page.addInitScript(() => localStorage.setItem("settings", JSON.stringify({ pace: "at-once", board: "slate" })));
    await showState(page, opponent, "my-turn-mijnlieff", states["my-turn-mijnlieff"]);
    const slate = await page.evaluate(() => [document.documentElement.dataset.board, getComputedStyle(document.documentElement).getPropertyValue("--ink-wood")]);
    assert.deepEqual(slate, ["slate", "Canvas"]);
    await page.locator('.handle[data-place="b1"]').focus();
    await page.keyboard.press("ArrowRight");
    differ(
      await colours({
        ground: [".place:not(.shut) rect", "fill"],
        line: [".board .stroke-line", "stroke"],
        shut: [".place.shut rect", "fill"],
        target: [".marks .stroke-target", "stroke"],
        last: [".marks .stroke-last", "stroke"],
        white: [".piece .fill-stone-white", "fill"],
        black: [".piece .fill-stone-black", "fill"],
        focus: [".handle:focus-visible", "stroke"],
        turn: [".player.to-move", "borderLeftColor"],
        waits: [".player:not(.to-move)", "borderLeftColor"],
        current: [".move[aria-current]", "outlineStyle"],
        other: [".move:not([aria-current])", "outlineStyle"],
      }),
      ["ground", "line"],
      ["ground", "target"],
      ["ground", "last"],
      ["ground", "shut"],
      ["white", "black"],
      ["ground", "focus"],
      ["target", "last"],
      ["turn", "waits"],
      ["current", "other"],
    );
    await showState(page, opponent, "capture", states.capture);
    differ(
      await colours({
        ground: [".board .fill-wood", "fill"],
        line: [".board .stroke-line", "stroke"],
        capture: [".marks .stroke-capture", "stroke"],
        white: [".piece .fill-stone-white", "fill"],
        black: [".piece .fill-stone-black", "fill"],
      }),
      ["ground", "line"],
      ["ground", "capture"],
      ["white", "black"],
    );
    await page.context().close();
  }
});

test("the head is one line on the smallest phone, whoever one is", async () => {
  for (const lang of ["en", "fr"]) {
    const page = await browser.visitor(server.origin, { size: "phone", lang });
    await page.setViewportSize({ width: 320, height: 568 });
    const ask = asker(page.context(), server.origin);
    const longest = ["Marie-Clémentine Lefèvre", "Maximiliane Mühlenbauer"][Number(lang === "en")];
    for (const name of [null, longest]) {
      if (name) await ask("POST", "/api/account", { name, password: "a long board game evening" });
      await page.goto(`${server.origin}/rules/mijnlieff`);
      await page.locator(".corner a").waitFor();
      const [height, wide] = await page.evaluate(() => [document.querySelector(".head").offsetHeight, document.documentElement.scrollWidth]);
      assert.ok(height <= 46 && wide <= 320, `${lang} ${name}: ${height} high, ${wide} wide`);
    }
    await page.context().close();
  }
});

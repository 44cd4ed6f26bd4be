// How long a click takes until its effect is painted, while every core has something else to do:
// `npm run speed`, with MERELLE as for the tests. What it gave is in docs/figures.md.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { Browser } from "./browser.js";
import { beginGame, playOut } from "./player.js";
import { Server } from "./server.js";

const GAMES = [
  { base: "mijnlieff", size: "desktop" },
  { base: "mijnlieff", board: "sets=2", size: "desktop" },
  { base: "moulin:classique", size: "phone" },
];

/** Keeps a core busy. */
const burn = () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });

/** Has the browser write down every event by a person: from the touch to the next picture. */
function watchEvents() {
  const times = /** @type {Map<number, number>} */ (new Map());
  const note = (/** @type {PerformanceObserverEntryList} */ list) => {
    for (const event of /** @type {any[]} */ (list.getEntries())) {
      if (event.interactionId) times.set(event.interactionId, Math.max(event.duration, times.get(event.interactionId) ?? 0));
    }
  };
  new PerformanceObserver(note).observe(/** @type {any} */ ({ type: "event", durationThreshold: 16, buffered: true }));
  Object.assign(window, { clickTimes: () => [...times.values()] });
}

const server = await Server.start();
const browser = await Browser.start();
const burning = Array.from({ length: availableParallelism() }, burn);
/** @type {number[]} */
const times = [];
try {
  for (const { size, ...wish } of GAMES) {
    const page = await browser.visitor(server.origin, { size: size === "phone" ? "phone" : "desktop" });
    await page.addInitScript(watchEvents);
    await beginGame(page, { player: "level-1", ...wish });
    await playOut(page);
    times.push(...(await page.evaluate(() => /** @type {any} */ (window).clickTimes())));
    await page.context().close();
  }
} finally {
  burning.forEach((process) => process.kill());
  await browser.end();
  await server.end();
}
times.sort((a, b) => a - b);
const within = (/** @type {number} */ part) => times[Math.ceil(part * times.length) - 1];
console.log(`${times.length} clicks of 16 ms or more on ${burning.length} busy cores: median ${within(0.5)} ms, 99 % within ${within(0.99)} ms, longest ${times.at(-1)} ms`);

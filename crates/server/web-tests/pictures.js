// Pictures of every place for docs/page.md: `npm run pictures`, with MERELLE as for the tests.
import { mkdir, writeFile } from "node:fs/promises";
import { Browser } from "./browser.js";
import { PLACES, prepare, visit } from "./places.js";
import { Server } from "./server.js";

const FOLDER = new URL("../../../docs/images/page/", import.meta.url);

/** What is shown besides the places: games that two people play, one that waits, the reference of the API. */
const SCENES = {
  play: "/game/PLAY",
  mill: "/game/MILL",
  invitation: "/game/OPEN",
  reference: "/api",
};

/** The games of the rulebook, as far as they are played in the pictures. */
const PLAYED = {
  PLAY: { setup: "mijnlieff", moves: "La1 Ea3 La2 Pa4 Eb2 Lc2 Pc3 Dc1 Ed2 Ld3" },
  MILL: { setup: "moulin:envol", moves: "d3 a4 f2 b4 c4 b6 b2 d2 c3 e3 c5xe3 e3 a1 e5 e4 f6 d6 f4 c5-d5 d2-d1 d5-c5xe3 d1-d2 e4-e3xd2 f4-e4" },
};

/** Each kind of picture, its size on the screen, its width in the file, and what it shows: all, where nothing is said. */
const KINDS = [
  { name: "light", how: { size: "desktop", theme: "light", lang: "en" }, width: 960 },
  { name: "dark", how: { size: "desktop", theme: "dark", lang: "fr" }, width: 960 },
  { name: "phone", how: { size: "phone", theme: "light", lang: "fr" }, width: 390 },
  { name: "phone-dark", how: { size: "phone", theme: "dark", lang: "en" }, width: 390, only: ["home", "play", "mill", "analysis"] },
  { name: "sideways", how: { size: "phone", theme: "light", lang: "en" }, screen: { width: 844, height: 390 }, width: 844, only: ["home", "play"] },
  { name: "projector", how: { size: "desktop", theme: "light", lang: "fr" }, screen: { width: 2560, height: 1440 }, width: 1280, only: ["home", "play", "invitation", "atlas"] },
];

const QUALITY = 0.8;

/** Turns a picture into a smaller one, in the browser itself. */
async function shrink(page, png, width) {
  const url = await page.evaluate(
    async ([source, wide, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
      const high = Math.round((image.height * wide) / image.width);
      const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: high });
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, wide, high);
      return canvas.toDataURL("image/webp", quality);
    },
    [png.toString("base64"), width, QUALITY],
  );
  return Buffer.from(url.split(",")[1], "base64");
}

/**
 * Sends something as whoever the page belongs to.
 *
 * @param {any} page
 * @param {string} path
 * @param {unknown} body
 */
function post(page, path, body) {
  const send = async ([to, what]) => {
    const answer = await fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) });
    if (!answer.ok) throw new Error(`${to}: ${await answer.text()}`);
    return answer.json();
  };
  return page.evaluate(send, [path, body]);
}

/** Makes the games that two people play, and one that waits; returns their ids. */
async function games(host, guest) {
  const ids = {};
  const wish = { opponent: { kind: "friend" }, colour: "white", clock: "600+5", listed: true };
  for (const [name, { setup, moves }] of Object.entries(PLAYED)) {
    const { id } = await post(host, "/api/games", { ...wish, setup });
    await post(guest, `/api/games/${id}/join`, {});
    for (const [ply, move] of moves.split(" ").entries()) {
      await post(ply % 2 === 0 ? host : guest, `/api/games/${id}/moves`, { ply, move });
    }
    ids[name] = id;
  }
  const { id } = await post(host, "/api/games", { ...wish, setup: "moulin:classique" });
  return { ...ids, OPEN: id };
}

const server = await Server.start();
const browser = await Browser.start();
const blank = await browser.visitor("about:blank");
const maker = await browser.visitor(server.origin);
const prepared = await prepare(maker);
const guest = await browser.visitor(server.origin);
await guest.goto(`${server.origin}/`);
await post(guest, "/api/guest", { name: "Marius" });
const ids = { ...prepared, ...(await games(maker, guest)) };
const session = await maker.context().cookies();
await mkdir(FOLDER, { recursive: true });
for (const { name, how, screen, width, only } of KINDS) {
  const page = await browser.visitor(server.origin, how);
  if (screen) await page.setViewportSize(screen);
  await page.context().addCookies(session);
  const shown = Object.entries({ ...PLACES, ...SCENES }).filter(([place]) => !only || only.includes(place));
  for (const [place, address] of shown) {
    await visit(page, address.replace(/[A-Z]{4}/, (game) => ids[game]));
    await page.waitForLoadState("networkidle");
    await writeFile(new URL(`${place}-${name}.webp`, FOLDER), await shrink(blank, await page.screenshot(), width));
  }
  await page.context().close();
}
await browser.end();
await server.end();

// Pictures of every place for docs/page.md: `npm run pictures`, with MERELLE as for the tests.
import { mkdir, writeFile } from "node:fs/promises";
import { Browser } from "./browser.js";
import { PLACES, addressOf, prepare, visit } from "./places.js";
import { Server } from "./server.js";

const FOLDER = new URL("../../../docs/images/page/", import.meta.url);

/** Each kind of picture, and its width in the file. */
const KINDS = [
  { name: "light", how: { size: "desktop", theme: "light", lang: "en" }, width: 960 },
  { name: "dark", how: { size: "desktop", theme: "dark", lang: "fr" }, width: 960 },
  { name: "phone", how: { size: "phone", theme: "light", lang: "fr" }, width: 390 },
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

const server = await Server.start();
const browser = await Browser.start();
const blank = await browser.visitor("about:blank");
const maker = await browser.visitor(server.origin);
const games = await prepare(maker);
const session = await maker.context().cookies();
await mkdir(FOLDER, { recursive: true });
for (const { name, how, width } of KINDS) {
  const page = await browser.visitor(server.origin, how);
  await page.context().addCookies(session);
  for (const [place, address] of Object.entries(PLACES)) {
    await visit(page, addressOf(address, games));
    await page.waitForLoadState("networkidle");
    await writeFile(new URL(`${place}-${name}.webp`, FOLDER), await shrink(blank, await page.screenshot(), width));
  }
}
await browser.end();
await server.end();

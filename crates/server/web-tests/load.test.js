import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "./running.js";

/** Compressed bytes of everything until a first visitor can play. */
const BUDGET = 150_000;

test("the first load stays within its budget, and one click starts a game", async (t) => {
  const page = await browser.visitor(server.origin);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  let bytes = 0;
  protocol.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(`${server.origin}/`, { waitUntil: "networkidle" });
  await page.click("button.large.main");
  await page.waitForSelector(".game .board");
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes < BUDGET, `${bytes} bytes`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a strict policy holds: no script or style inside the page is run", async () => {
  const page = await browser.visitor(server.origin);
  const answer = await page.goto(`${server.origin}/`);
  const policy = answer.headers()["content-security-policy"];
  assert.match(policy, /default-src 'none'/);
  assert.ok(!policy.includes("unsafe"), policy);
  await page.waitForSelector(".home");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'run'";
    document.body.append(script);
  });
  assert.notEqual(await page.title(), "run");
  assert.equal(page.faults.length, 1, "and the browser says so");
  await page.context().close();
});

test("the page can be installed", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/`);
  const href = await page.getAttribute("link[rel=manifest]", "href");
  const manifest = await (await page.request.get(server.origin + href)).json();
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(server.origin + src);
    assert.equal(icon.status(), 200, src);
    assert.ok(icon.headers()["content-type"].startsWith(type), `${src} ${sizes}`);
  }
  assert.ok(["standalone", "fullscreen"].includes(manifest.display));
  await page.context().close();
});

test("the language is the browser's first one that is known, and can be changed", async () => {
  const page = await browser.visitor(server.origin, { lang: "fr" });
  await page.goto(`${server.origin}/`);
  await page.getByText("Jouer contre l’ordinateur").waitFor();
  assert.equal(await page.getAttribute("html", "lang"), "fr");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByText("Play the computer").waitFor();
  await page.reload();
  await page.getByText("Play the computer").waitFor();
  await page.context().close();
});

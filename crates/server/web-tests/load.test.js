import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "./running.js";

/** Compressed bytes of everything until a first visitor is seated in a game, headers included. */
const FIRST_BYTES = 100_000;

/** The same for somebody who was here before, and how many requests. */
const SECOND_BYTES = 10_000;
const SECOND_REQUESTS = 8;

/** Opens home, starts a game by one click, and counts what that took. */
async function seated(page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  const fetched = new Map();
  protocol.on("Network.requestWillBeSent", ({ requestId, request }) => fetched.set(requestId, { url: request.url, bytes: 0 }));
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = fetched.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  protocol.on("Network.requestServedFromCache", ({ requestId }) => fetched.delete(requestId));
  protocol.on("Network.responseReceived", ({ requestId, response }) => response.fromDiskCache && fetched.delete(requestId));
  protocol.on("Network.webSocketCreated", ({ requestId, url }) => fetched.set(requestId, { url, bytes: 0 }));
  await page.goto(`${server.origin}/`, { waitUntil: "networkidle" });
  await page.click("button.large.main");
  await page.waitForSelector(".game .board");
  await page.waitForLoadState("networkidle");
  await protocol.detach();
  const all = [...fetched.values()];
  return { requests: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0), addresses: all.map(({ url, bytes }) => `${bytes} ${url}`) };
}

test("one click starts a game, and the first visit and the second stay within their budgets", async (t) => {
  const page = await browser.visitor(server.origin);
  const first = await seated(page);
  t.diagnostic(`first visit: ${first.requests} requests, ${first.bytes} bytes`);
  assert.ok(first.bytes > 10_000 && first.bytes <= FIRST_BYTES, first.addresses.join("\n"));
  const second = await seated(page);
  t.diagnostic(`second visit: ${second.requests} requests, ${second.bytes} bytes`);
  assert.ok(second.bytes <= SECOND_BYTES && second.requests <= SECOND_REQUESTS, second.addresses.join("\n"));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a module that does not load shows a card, and the page comes back", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/`);
  await page.waitForSelector(".home");
  await page.route(/places\/atlas\.js/, (route) => route.abort());
  await page.getByRole("link", { name: "Atlas" }).click();
  await page.getByText("did not load").waitFor();
  await page.unroute(/places\/atlas\.js/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForSelector(".atlas li");
  await page.context().close();
});

test("a page that does not come at all says so and can be tried again", async () => {
  const page = await browser.visitor(server.origin);
  await page.route(/app\/main\.js/, (route) => route.abort());
  await page.goto(`${server.origin}/`);
  const again = page.getByRole("link", { name: "Try again" });
  await again.waitFor({ timeout: 10_000 });
  await page.unroute(/app\/main\.js/);
  await again.click();
  await page.waitForSelector(".home");
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
    const icon = await page.request.get(new URL(src, server.origin + href).href);
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

import { after, before } from "node:test";
import { Browser } from "./browser.js";
import { Server } from "./server.js";

/** @type {Server} */
export let server;
/** @type {Browser} */
export let browser;

// Each file of tests runs in a process of its own and so has its own server and browser.
before(async () => {
  server = await Server.start();
  browser = await Browser.start();
});
after(async () => {
  await browser?.end();
  await server?.end();
});

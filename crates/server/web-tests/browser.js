import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const KNOWN = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** A browser, and visitors with a profile of their own each. */
export class Browser {
  static async start() {
    const browser = new Browser();
    const executablePath = process.env.CHROMIUM ?? KNOWN.find(existsSync);
    if (!executablePath) throw new Error("no Chromium: apt-get install chromium, or set CHROMIUM");
    browser.chromium = await chromium.launch({ executablePath, args: FLAGS });
    return browser;
  }

  /**
   * Somebody who opens the page. What goes wrong in it is kept in `faults`. Tests have no patience:
   * nothing moves, and the computer answers at once, unless asked otherwise.
   *
   * @param {string} origin
   * @param {{ size?: "desktop" | "phone", theme?: "light" | "dark", lang?: "en" | "fr", motion?: boolean, pace?: "at-once" | "natural" | "slow" }} [how]
   */
  async visitor(origin, { size = "desktop", theme = "light", lang = "en", motion = false, pace = "at-once" } = {}) {
    const context = await this.chromium.newContext({
      viewport: SIZES[size],
      colorScheme: theme,
      locale: lang === "fr" ? "fr-FR" : "en-GB",
      hasTouch: size === "phone",
      reducedMotion: motion ? "no-preference" : "reduce",
    });
    await context.addInitScript((chosen) => {
      const kept = JSON.parse(localStorage.getItem("settings") ?? "{}");
      localStorage.setItem("settings", JSON.stringify({ pace: chosen, ...kept }));
    }, pace);
    const page = await context.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error.stack ?? error)));
    page.on("console", (message) => {
      // Browsers log every answer above 399, and every connection that is lost.
      const expected = message.text().startsWith("Failed to load resource") || message.text().startsWith("WebSocket connection");
      if (message.type() === "error" && !expected) faults.push(message.text());
    });
    page.on("request", (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (protocol.startsWith("http") && asked !== origin) faults.push(`asked elsewhere: ${request.url()}`);
    });
    return Object.assign(page, { faults, origin });
  }

  async end() {
    await this.chromium.close();
  }
}

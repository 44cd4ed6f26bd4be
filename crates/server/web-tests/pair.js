import assert from "node:assert/strict";
import { gameOf, isTurn, moved, pick, touch } from "./player.js";
import { browser, server } from "./running.js";

/** Two people in a game with each other, the first with white. */
export async function pair(wish, { lobby = false } = {}) {
  const white = await browser.visitor(server.origin);
  const black = await browser.visitor(server.origin, { size: "phone", lang: "fr", theme: "dark" });
  await white.goto(`${server.origin}/`);
  await white.evaluate((kept) => localStorage.setItem("wish", JSON.stringify(kept)), { colour: "white", ...wish });
  await white.reload();
  await white.getByRole("button", { name: lobby ? "Play anyone" : "Play a friend" }).click();
  await white.waitForSelector(".copy");
  await black.goto(lobby ? `${server.origin}/lobby` : white.url());
  await black.getByRole("button", { name: lobby ? "Rejoindre" : "Prendre la place" }).click();
  await black.waitForSelector(".hand .stock:not(:disabled), .player.to-move");
  await isTurn(white);
  return { white, black };
}

/** Both go home, and nothing has gone wrong in their pages. */
export async function leave({ white, black }) {
  assert.deepEqual([...white.faults, ...black.faults], []);
  await white.context().close();
  await black.context().close();
}

/** Both play so many turns. */
export async function play({ white, black }, turns) {
  for (let turn = 0; turn < turns; turn += 1) {
    const { view, history } = await gameOf(white);
    if (view.outcome) return;
    const mover = view.turn === "white" ? white : black;
    await isTurn(mover);
    await touch(mover, pick(view.turns, 3 * turn));
    await Promise.all([moved(white, history.length + 1), moved(black, history.length + 1)]);
  }
}

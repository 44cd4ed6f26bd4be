import assert from "node:assert/strict";
import { test } from "node:test";
import { gameOf, isTurn, moved, pick, touch } from "./player.js";
import { browser, server } from "./running.js";

/** Milliseconds without a connection. */
const BREAK = Number(process.env.BREAK ?? 3000);

/** Two people in a game with each other, after so many moves; the first has white. */
async function pair(turns) {
  const [white, black] = await Promise.all([browser.visitor(server.origin), browser.visitor(server.origin)]);
  await Promise.all([white.goto(`${server.origin}/rules`), black.goto(`${server.origin}/rules`)]);
  const ask = (page, path, body) =>
    page.evaluate(async ([to, what]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(to, { method: "POST", headers, body: JSON.stringify(what) })).json();
    }, [path, body]);
  for (const page of [white, black]) await ask(page, "/api/guest", {});
  const { id } = await ask(white, "/api/games", { setup: "mijnlieff", opponent: { kind: "friend" }, colour: "white" });
  await ask(black, `/api/games/${id}/join`, {});
  for (let turn = 0; turn < turns; turn += 1) {
    const mover = turn % 2 === 0 ? white : black;
    const { view, ply } = await mover.evaluate(async (game) => (await fetch(`/api/games/${game}`)).json(), id);
    await ask(mover, `/api/games/${id}/moves`, { ply, move: pick(view.turns, 5 * turn).move });
  }
  await Promise.all([white, black].map((page) => page.goto(`${server.origin}/game/${id}`)));
  await Promise.all([moved(white, turns), moved(black, turns)]);
  await black.waitForFunction(() => document.querySelector(".player.to-move"));
  return { white, black };
}

/** Says something in the game as the page does, with or without a button for it now. */
async function act(page, action) {
  const { id, ply } = await page.gameNow;
  await page.evaluate(
    async ([game, number, what]) => {
      const module = [...document.querySelectorAll("link[rel=modulepreload]")].find(({ href }) => href.endsWith("/app/connection.js"));
      const { connection } = await import(module.href);
      connection.deliver({ type: "act", game, ply: number, action: what });
    },
    [id, ply, action],
  );
}

/** Does something without a connection, and comes back after a while. */
async function offline(page, doing) {
  page.gameNow = gameOf(page);
  await page.gameNow;
  await page.context().setOffline(true);
  await doing();
  await page.getByText("There is no connection.", { exact: false }).first().waitFor();
  await page.waitForTimeout(BREAK);
  await page.context().setOffline(false);
}

const over = (page, reason) => page.waitForFunction(() => document.querySelector(".ending")).then(async () => assert.equal((await gameOf(page)).view.outcome?.reason, reason));

/** What is done, after how many moves, by whom, and what has to come of it. */
const ACTS = {
  move: async ({ white, black }) => {
    await isTurn(white);
    const { view } = await gameOf(white);
    await offline(white, () => touch(white, pick(view.turns, 1)));
    await Promise.all([moved(white, 3), moved(black, 3)]);
    assert.equal((await gameOf(white)).history.length, 3, "played once");
  },
  resign: async ({ white, black }) => {
    await offline(white, () => act(white, "resign"));
    await over(black, "resignation");
  },
  draw: async ({ white, black }) => {
    await offline(white, () => act(white, "draw"));
    await black.getByRole("button", { name: "Agree to a draw" }).click();
    await over(white, "agreement");
  },
  takeback: async ({ white, black }) => {
    await offline(black, () => act(black, "takeback"));
    await white.getByRole("button", { name: "Let them take back" }).click();
    await black.waitForFunction(() => document.querySelectorAll(".moves .move").length === 1);
    assert.equal((await gameOf(black)).history.length, 1, "taken back once");
  },
  claim: async ({ white }) => {
    await offline(white, () => act(white, "claim"));
    await white.getByText("not been away long enough", { exact: false }).first().waitFor();
    assert.equal((await gameOf(white)).status, "live");
  },
  "an act whose time has passed": async ({ white, black }) => {
    await isTurn(white);
    const { view } = await gameOf(white);
    const { id, ply } = await gameOf(white);
    black.gameNow = Promise.resolve({ id, ply });
    await black.context().setOffline(true);
    await act(black, "draw");
    await touch(white, pick(view.turns, 1));
    await moved(white, 3);
    await black.context().setOffline(false);
    await black.getByText("has gone on", { exact: false }).first().waitFor();
    assert.equal((await gameOf(black)).offers.draw, null);
  },
};

test("what is done without a connection is done once when it is back, or refused with a sentence", async (t) => {
  await Promise.all(
    Object.entries(ACTS).map(async ([name, check]) => {
      const two = await pair(2);
      await check(two).catch((error) => {
        error.message = `${name}: ${error.message}`;
        throw error;
      });
      t.diagnostic(`${name}: as promised`);
      assert.deepEqual([...two.white.faults, ...two.black.faults], []);
      await two.white.context().close();
      await two.black.context().close();
    }),
  );
});

test("what waits for a connection survives a reload, and a server that is killed", async () => {
  const { white, black } = await pair(2);
  white.gameNow = gameOf(white);
  await white.gameNow;
  await server.kill();
  await act(white, "resign");
  await server.up();
  await white.reload();
  await over(black, "resignation");
  await white.context().close();
  await black.context().close();
});

test("what a server refuses for now is said again: the game is followed, and the move is played", async () => {
  const { white, black } = await pair(2);
  const text = { en: "The server is catching its breath.", fr: "Le serveur reprend son souffle." };
  const refusals = { watch: 1, move: 2 };
  const said = { watch: 0, move: 0 };
  await white.routeWebSocket(/\/socket$/, (socket) => {
    const there = socket.connectToServer();
    socket.onMessage((spoken) => {
      const message = JSON.parse(spoken);
      if (message.type in said) said[message.type] += 1;
      if (!(refusals[message.type]-- > 0)) return there.send(spoken);
      const problem = { code: "unavailable", text, wait: 200 };
      socket.send(JSON.stringify({ type: "refused", id: message.id, game: message.game, problem }));
    });
  });
  await white.reload();
  await isTurn(white);
  const { view } = await gameOf(white);
  await touch(white, pick(view.turns, 1));
  await white.getByText(text.en).first().waitFor();
  await Promise.all([moved(white, 3), moved(black, 3)]);
  const next = (await gameOf(black)).view;
  await touch(black, pick(next.turns, 1));
  await moved(white, 4);
  assert.deepEqual(said, { watch: said.watch, move: 3 }, "until it is played, and not more often");
  assert.ok(said.watch <= 4, `asked ${said.watch} times to follow`);
  assert.equal((await gameOf(white)).history.length, 4, "each move is played once");
  await white.context().close();
  await black.context().close();
});

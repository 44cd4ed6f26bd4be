/** Every place of the page by an address that leads there; `GAME` and `OVER` stand for games. */
export const PLACES = {
  home: "/",
  game: "/game/GAME",
  ending: "/game/OVER",
  lobby: "/lobby",
  watch: "/watch",
  analysis: "/analysis?setup=mijnlieff&moves=La1+Ea3+La2+Pa4",
  review: "/analysis/OVER",
  editor: "/editor?board=0.0/2.1/4.2/6.3",
  atlas: "/atlas",
  board: "/atlas/0.0/2.0/0.2/2.2",
  "rules-mijnlieff": "/rules/mijnlieff",
  "rules-moulin": "/rules/moulin:envol",
  games: "/games",
  person: "/person/Solange",
  leaders: "/leaders",
  settings: "/settings",
  account: "/account",
  "sign-in": "/sign-in",
  nothing: "/nowhere",
};

/** The published game of Mijnlieff. */
export const PUBLISHED = `[Setup "mijnlieff"]

1. La1 Ea3 2. La2 Pa4 3. Eb2 Lc2 4. Pc3 Dc1 5. Ed2 Ld3 6. Dd4 pass 7. Db4 pass 8. Pb3 Pb1 1-0
`;

/**
 * Makes somebody with an account, a game that goes on and one that is over; returns their ids.
 *
 * @param {any} page
 */
export async function prepare(page) {
  await page.goto(`${page.origin}/`);
  return page.evaluate(async () => {
    const post = async (path, body) => {
      const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      return answer.json();
    };
    await post("/api/account", { name: "Solange", password: "a long board game evening" });
    await post("/api/login", { name: "Solange", password: "a long board game evening" });
    const opponent = { kind: "computer", player: "level-2" };
    const live = await post("/api/games", { setup: "moulin:classique", opponent: { kind: "computer", player: "random" }, colour: "white", clock: "600+5" });
    const over = await post("/api/games", { setup: "mijnlieff", opponent, colour: "white" });
    for (const game of [live, over]) {
      for (let turn = 0; turn < (game === live ? 5 : 99); turn += 1) {
        let now = await (await fetch(`/api/games/${game.id}`)).json();
        while (now.status === "live" && now.view.turn !== "white") {
          await new Promise((resolve) => setTimeout(resolve, 50));
          now = await (await fetch(`/api/games/${game.id}`)).json();
        }
        if (now.status !== "live") break;
        const turns = now.view.turns;
        await post(`/api/games/${game.id}/moves`, { ply: now.ply, move: turns[(5 * turn) % turns.length].move });
      }
    }
    return { GAME: live.id, OVER: over.id };
  });
}

/**
 * @param {string} address
 * @param {Record<string, string>} games
 */
export const addressOf = (address, games) => address.replace(/GAME|OVER/, (name) => games[name]);

/**
 * Goes to a place and waits until it is there.
 *
 * @param {any} page
 * @param {string} address
 */
export async function visit(page, address) {
  await page.goto(page.origin + address);
  await page.waitForSelector("main h1", { state: "attached" });
  if (address.startsWith("/analysis")) await page.waitForSelector(".judged, .values p:not(:text-matches('Thinking|Réflexion')), .values:empty", { state: "attached" });
}

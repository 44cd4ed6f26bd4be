/** Every state a game can be seen in, made through the API. */

/** A position in which white closes a mill by d6-d7 and may choose what to take. */
const MILL_TO_CLOSE = { setup: "moulin:classique", position: "w=a7,g7,d6,b2;b=b4,c3,e5,f4;hand=0,0;turn=w" };

/**
 * Somebody without a page: asks the server under a session of their own.
 *
 * @param {any} context
 * @param {string} origin
 */
export function asker(context, origin) {
  return async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ data = undefined) => {
    const answer = await context.request.fetch(origin + path, { method, ...(data && { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.status() === 204 ? null : answer.json();
  };
}

/** States in which the other waits for an answer, and what was asked. */
const ASKED = { "draw-offered": "draw", "takeback-asked": "takeback" };

/**
 * Makes a game in each state; `me` sees it, `other` is the opponent. Returns addresses by the name
 * of the state.
 *
 * @param {ReturnType<typeof asker>} me
 * @param {ReturnType<typeof asker>} other
 */
export async function prepareStates(me, other) {
  await me("POST", "/api/account", { name: "Solange", password: "a long board game evening" });
  await me("POST", "/api/login", { name: "Solange", password: "a long board game evening" });
  await other("POST", "/api/guest", {});
  const make = (host, game) => host("POST", "/api/games", { opponent: { kind: "friend" }, ...game });
  const begun = async (game) => {
    const { id } = await make(me, { colour: "white", ...game });
    await other("POST", `/api/games/${id}/join`, {});
    return id;
  };
  const play = async (id, moves) => {
    for (const [index, move] of moves.entries()) {
      const { ply } = await me("GET", `/api/games/${id}`);
      await (index % 2 === 0 ? me : other)("POST", `/api/games/${id}/moves`, { ply, move });
    }
  };
  const act = async (who, id, action) => {
    const { ply } = await who("GET", `/api/games/${id}`);
    await who("POST", `/api/games/${id}/actions`, { ply, action });
  };
  const clock = "600+5";
  const invited = await make(other, { setup: "mijnlieff", colour: "white" });
  const host = await make(me, { setup: "moulin:envol", colour: "white", clock });
  const tiles = await begun({ setup: "mijnlieff", clock });
  await play(tiles, ["La1", "Ea3", "La2", "Pa4"]);
  const wide = await begun({ setup: "mijnlieff:sets=2" });
  const mill = await begun({ setup: "moulin:classique", clock });
  await play(mill, ["d6", "f4", "d2", "b4"]);
  const theirs = await begun({ setup: "moulin:classique", clock });
  await play(theirs, ["d6", "f4", "d2"]);
  const capture = await begun(MILL_TO_CLOSE);
  const draw = await begun({ setup: "moulin:classique", clock });
  await play(draw, ["d6", "f4", "d2", "b4"]);
  const takeback = await begun({ setup: "mijnlieff" });
  await play(takeback, ["La1", "Ea3", "La2", "Pa4"]);
  const over = await begun({ setup: "mijnlieff", clock });
  await play(over, ["La1", "Ea3", "La2", "Pa4", "Eb2", "Lc2", "Pc3", "Dc1", "Ed2", "Ld3", "Dd4", "pass", "Db4", "pass", "Pb3", "Pb1"]);
  const lost = await begun({ setup: "moulin:classique" });
  await play(lost, ["d6", "f4", "d2", "b4"]);
  await act(me, lost, "resign");
  const at = (/** @type {string} */ id) => `/game/${id}`;
  return {
    invited: at(invited.id),
    host: at(host.id),
    "my-turn-mijnlieff": at(tiles),
    "my-turn-two-sets": at(wide),
    "my-turn-mill": at(mill),
    "their-turn": at(theirs),
    capture: at(capture),
    "draw-offered": at(draw),
    "takeback-asked": at(takeback),
    over: at(over),
    lost: at(lost),
    review: `/analysis/${over}`,
  };
}

/**
 * Goes to a game, and further to where its state is seen.
 *
 * @param {any} page
 * @param {ReturnType<typeof asker>} other the opponent
 * @param {string} state
 * @param {string} address
 */
export async function showState(page, other, state, address) {
  await page.goto(page.origin + address);
  await page.waitForSelector("main h1", { state: "attached" });
  const asked = ASKED[state];
  if (asked) {
    // What is asked is forgotten when nobody is there for a while.
    const game = await other("GET", `/api${address.replace("game", "games")}`);
    if (!game.offers[asked]) await other("POST", `/api/games/${game.id}/actions`, { ply: game.ply, action: asked });
    await page.waitForSelector(".question");
  }
  if (state === "review") await page.waitForSelector(".judged li");
  if (state === "capture") {
    for (const place of ["d6", "d7"]) await page.click(`.handle[data-place="${place}"]`, { force: true });
    await page.waitForSelector(".handle.lively");
  }
}

/** @typedef {import("../types.js").GameSummary} GameSummary */
/** @typedef {import("../types.js").Words} Words */
import { catalogue, get, stageOf } from "../api.js";
import { miniature } from "../board/miniature.js";
import { element } from "../element.js";
import { gameList } from "../games.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { begin, going, kept, setupOf, strength, wishForm } from "../wish.js";
import { setupName } from "../setup.js";
import { words } from "../words.js";

/** Games shown before one has to ask for more. */
const FEW = 5;

/** @param {import("../router.js").Visit} visit */
export async function open({ root, signal }) {
  const known = await catalogue();
  const picture = element("button", { type: "button", class: "picture", onclick: start("computer") });
  const level = element("div", { class: "level" });
  const rules = element("a", {}, say(words.learn));
  const look = async () => {
    level.replaceChildren(strength(known));
    rules.href = `/rules/${encodeURIComponent(kept().base)}`;
    const setup = setupOf(kept(), known);
    const stage = await stageOf(setup);
    if (setup !== setupOf(kept(), known)) return;
    const title = say(words.touchToStart(setupName(setup, known)));
    picture.setAttribute("aria-label", title);
    picture.title = title;
    picture.style.setProperty("--shape", String(stage.width / stage.height));
    picture.replaceChildren(miniature(stage, stage.shown));
  };
  const form = wishForm(known, () => attempt(look));
  await attempt(look);
  const below = element("div", { class: "below" }, element("p", {}, rules));
  root.append(
    element(
      "div",
      { class: "home" },
      element("div", { class: "welcome" }, element("h1", {}, say(words.title)), element("p", { class: "lead" }, say(words.what))),
      choices(level),
      form,
      picture,
      below,
    ),
  );
  // Nobody waits for the games of others before playing.
  attempt(async () => {
    const lists = await games(known);
    if (!signal.aborted) below.prepend(...lists);
  });
  return say(words.title);
}

/**
 * Games to go on with, and games to watch.
 *
 * @param {import("../types.js").Catalogue} known
 */
async function games(known) {
  const [mine, live] = await Promise.all([going(), /** @type {Promise<GameSummary[]>} */ (get("/api/games", { status: "live" }))]);
  const seen = new Set(mine.map(({ id }) => id));
  const lists = /** @type {const} */ ([
    [words.goOn, mine],
    [words.playedNow, live.filter(({ id }) => !seen.has(id))],
  ]);
  const shown = lists.filter(([, list]) => list.length > 0);
  return shown.map(([title, list]) => element("section", {}, element("h2", {}, say(title)), gameList(list.slice(0, FEW), known)));
}

/** @param {import("../wish.js").Kind} kind */
function start(kind) {
  return (/** @type {Event} */ { currentTarget }) => {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    button.disabled = true;
    attempt(() => begin(kind)).then(() => (button.disabled = false));
  };
}

/**
 * Against whom.
 *
 * @param {HTMLElement} level how strong the computer plays
 */
function choices(level) {
  const large = (/** @type {"friend" | "anyone"} */ kind, /** @type {Words} */ name, /** @type {Words} */ text) =>
    element("button", { type: "button", class: "large", onclick: start(kind) }, element("strong", {}, say(name)), element("small", {}, say(text)));
  return element(
    "div",
    { class: "choices" },
    element("button", { type: "button", class: "large main", onclick: start("computer") }, element("strong", {}, say(words.playComputer))),
    level,
    large("friend", words.playFriend, words.playFriendText),
    large("anyone", words.playAnyone, words.playAnyoneText),
    element("button", { type: "button", class: "here", onclick: start("here") }, say(words.playHere)),
  );
}

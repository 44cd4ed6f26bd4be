/** @typedef {import("../types.js").GameSummary} GameSummary */
import { catalogue, get, stageOf } from "../api.js";
import { Board } from "../board/board.js";
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
export async function open({ root }) {
  const [known, mine, live] = await Promise.all([
    catalogue(),
    going(),
    /** @type {Promise<GameSummary[]>} */ (get("/api/games", { status: "live" })),
  ]);
  const picture = element("div", { class: "picture" });
  const level = element("div", { class: "level" }, strength(known));
  const look = async () => {
    const setup = setupOf(kept(), known);
    const board = new Board(await stageOf(setup), say(setupName(setup, known)), null);
    picture.replaceChildren(board.element);
    board.show({ pieces: [], lines: [], targets: [], captures: [], chosen: [], open: null });
  };
  const form = wishForm(known, () => {
    attempt(look);
    level.replaceChildren(strength(known));
  });
  await attempt(look);
  const seen = new Set(mine.map(({ id }) => id));
  const others = live.filter(({ id }) => !seen.has(id));
  root.append(
    element(
      "div",
      { class: "home" },
      element("div", { class: "welcome" }, element("h1", {}, say(words.title)), element("p", { class: "lead" }, say(words.what))),
      picture,
      element("div", { class: "choices" }, form, buttons(level)),
      element(
        "div",
        { class: "below" },
        mine.length > 0 && element("section", {}, element("h2", {}, say(words.goOn)), gameList(mine.slice(0, FEW), known)),
        others.length > 0 && element("section", {}, element("h2", {}, say(words.playedNow)), gameList(others.slice(0, FEW), known)),
        element("p", {}, element("a", { href: `/rules/${encodeURIComponent(kept().base)}` }, say(words.learn))),
      ),
    ),
  );
  return say(words.title);
}

/** @param {HTMLElement} level */
function buttons(level) {
  const start = (/** @type {"computer" | "friend" | "anyone"} */ kind) => (/** @type {Event} */ { currentTarget }) => {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    button.disabled = true;
    attempt(() => begin(kind)).then(() => (button.disabled = false));
  };
  const large = (/** @type {"friend" | "anyone"} */ kind, /** @type {import("../types.js").Words[]} */ [name, text]) =>
    element("button", { type: "button", class: "large", onclick: start(kind) }, element("strong", {}, name && say(name)), element("small", {}, text && say(text)));
  return element(
    "div",
    { class: "three" },
    element(
      "div",
      { class: "with-level" },
      element("button", { type: "button", class: "large main", onclick: start("computer") }, element("strong", {}, say(words.playComputer))),
      level,
    ),
    large("friend", [words.playFriend, words.playFriendText]),
    large("anyone", [words.playAnyone, words.playAnyoneText]),
  );
}

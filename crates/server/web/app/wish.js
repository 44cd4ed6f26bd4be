/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").GameState} GameState */
import { catalogue, get, post } from "./api.js";
import { miniature } from "./board/miniature.js";
import { element } from "./element.js";
import { say } from "./language.js";
import { becomeSomebody, me } from "./person.js";
import { go } from "./router.js";
import { baseOf, clockName, playerWords, withKeys } from "./setup.js";
import { words } from "./words.js";

const KEPT = "wish";

/** @typedef {"computer" | "friend" | "anyone" | "here"} Kind */

/** Seconds and increment, days per move, or none. */
const CLOCKS = ["none", "180+2", "300+3", "600+5", "1800+20", "1d", "3d"];

/**
 * The game somebody would like to play; kept for the next time.
 *
 * @typedef {object} Wish
 * @property {string} base
 * @property {string} board empty, `sets=N`, or `board=…`
 * @property {string} opening
 * @property {string} clock
 * @property {"random" | "white" | "black"} colour
 * @property {boolean} rated
 * @property {boolean} listed whether games with friends and the computer are shown to everybody
 * @property {string} player
 * @property {Partial<Record<import("./types.js").Side, string>>} names of two at one screen
 */

/** @returns {Wish} */
export function kept() {
  const wish = { base: "mijnlieff", board: "", opening: "", clock: "none", colour: "random", rated: false, listed: false, player: "level-2", names: {} };
  return Object.assign(wish, JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
}

/** @param {Partial<Wish>} change */
export function keep(change) {
  localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...change }));
}

/**
 * @param {Wish} wish
 * @param {Catalogue} known
 */
export function setupOf({ base, board, opening }, known) {
  if (!offered(base, known)?.sets) return base;
  const [key, value] = board.split("=");
  return withKeys(base, { ...(key ? { [key]: value } : {}), opening });
}

/**
 * The offered game with this setup.
 *
 * @param {string} base
 * @param {Catalogue} known
 */
function offered(base, known) {
  return known.games.find(({ setup }) => setup === base);
}

/**
 * The computer player nearest to the wish that plays the game.
 *
 * @param {Wish} wish
 * @param {Catalogue} known
 */
export function opponentOf({ base, player }, known) {
  const players = offered(base, known)?.players ?? [];
  return players.includes(player) ? player : (players[Math.min(1, players.length - 1)] ?? player);
}

/**
 * Makes a game and goes there.
 *
 * @param {Kind} kind
 * @param {{ setup?: string, position?: string }} [other] than what is wished for
 */
export async function begin(kind, other = {}) {
  await becomeSomebody();
  const wish = kept();
  const known = await catalogue();
  const setup = other.setup ?? setupOf(wish, known);
  const player = opponentOf({ ...wish, base: baseOf(setup) }, known);
  /** @type {GameState} */
  const game = await post("/api/games", {
    setup,
    opponent: kind === "computer" ? { kind, player } : kind === "here" ? { kind, ...wish.names } : { kind },
    colour: wish.colour,
    clock: (kind === "computer" || kind === "here") && wish.clock.endsWith("d") ? "none" : wish.clock,
    rated: wish.rated && !other.position && (kind === "friend" || kind === "anyone") && me()?.guest === false,
    listed: wish.listed || kind === "anyone",
    position: other.position,
  });
  await go(`/game/${game.id}`);
}

/**
 * Games one could go on with.
 *
 * @returns {Promise<import("./types.js").GameSummary[]>}
 */
export async function going() {
  return me() ? get("/api/games", { player: "me", status: "live" }) : [];
}

/**
 * The form in which the wish is written; tells when it changes.
 *
 * @param {Catalogue} known
 * @param {() => void} changed
 */
export function wishForm(known, changed) {
  const form = element("form", { class: "wish", onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
  const fill = () => form.replaceChildren(games(), details());
  const take = (/** @type {Partial<Wish>} */ change) => {
    keep(change);
    form.querySelector("summary")?.replaceChildren(told(kept(), offered(kept().base, known)));
    changed();
  };

  function games() {
    const { base } = kept();
    const cards = known.games.map(({ setup, name, about, stage }) => {
      const radio = element("input", { type: "radio", name: "game", value: setup, checked: setup === base });
      radio.addEventListener("change", () => {
        take({ base: setup });
        const open = form.querySelector("details")?.open ?? false;
        form.querySelector("details")?.replaceWith(details(open));
      });
      const texts = [element("strong", {}, say(name)), element("small", {}, say(about))];
      return element("label", { class: "option" }, radio, miniature(stage, stage.shown), element("span", {}, texts));
    });
    return element("fieldset", {}, element("legend", { class: "hidden" }, say(words.game)), cards);
  }

  function details(open = false) {
    const wish = kept();
    const game = offered(wish.base, known);
    const openings = (game?.openings ?? []).map(({ word, name }, index) => /** @type {[string, string]} */ ([index === 0 ? "" : word, say(name)]));
    const rows = [
      game?.sets && select(words.boardChoice, boards(wish), wish.board, chooseBoard),
      openings.length > 0 && select(words.opening, openings, wish.opening, (opening) => take({ opening })),
      clocks(wish.clock),
      select(words.colour, colours(), wish.colour, (colour) => take({ colour: /** @type {Wish["colour"]} */ (colour) })),
      me()?.guest === false && check(words.rated, wish.rated, (rated) => take({ rated })),
      check(words.mayWatch, wish.listed, (listed) => take({ listed })),
      ...names(wish),
    ];
    const summary = element("summary", {}, told(wish, game));
    return element("details", { open }, summary, element("div", { class: "fields" }, rows));
  }

  /**
   * The usual clocks, and one's own by minutes and seconds.
   *
   * @param {string} clock
   */
  function clocks(clock) {
    const box = element("div", { class: "stack" });
    const fill = (/** @type {string} */ chosen, own = !CLOCKS.includes(chosen)) => {
      const options = CLOCKS.map((clock) => /** @type {[string, string]} */ ([clock, say(clockName(clock))]));
      const list = select(words.clock, [...options, ["own", say(words.ownClock)]], own ? "own" : chosen, (value) => {
        if (value === "own") fill(chosen.includes("+") ? chosen : "600+5", true);
        else take({ clock: value });
        box.querySelector(".own-clock")?.toggleAttribute("hidden", value !== "own");
        if (value === "own") box.querySelector("input")?.focus();
      });
      box.replaceChildren(list, ...(own ? [ownClock(chosen, (clock) => take({ clock }))] : []));
    };
    fill(clock);
    return box;
  }

  /**
   * What two at one screen are called.
   *
   * @param {Wish} wish
   */
  function names({ names }) {
    const sides = /** @type {import("./types.js").Side[]} */ (["white", "black"]);
    return sides.map((side) => {
      const field = element("input", { type: "text", value: names[side] ?? "", placeholder: say(words.sides[side]), maxlength: 24, autocomplete: "off" });
      field.addEventListener("change", () => take({ names: { ...kept().names, [side]: field.value.trim() || undefined } }));
      return element("label", { class: "field" }, element("span", {}, say(words.nameHere[side])), field);
    });
  }

  /** @param {string} board */
  function chooseBoard(board) {
    if (board === "other") go("/atlas");
    else take({ board });
  }

  /**
   * @param {Wish} wish
   * @returns {[string, string][]}
   */
  function boards({ board }) {
    const sets = [2, 3, 4].map((count) => /** @type {[string, string]} */ ([`sets=${count}`, say(words.sets(count))]));
    const own = board.startsWith("board=") ? [/** @type {[string, string]} */ ([board, say(words.shownBoard(board.slice(6)))])] : [];
    return [["", say(words.baseBoard)], ...sets, ...own, ["other", say(words.ownBoard)]];
  }

  /** @returns {[string, string][]} */
  function colours() {
    return [["random", say(words.byLot)], ["white", say(words.sides.white)], ["black", say(words.sides.black)]];
  }

  fill();
  return form;
}

/**
 * What is chosen besides the game, in a line.
 *
 * @param {Wish} wish
 * @param {import("./types.js").Offered | undefined} game
 */
function told({ board, opening, clock, colour, rated }, game) {
  const [key, value = ""] = board.split("=");
  const boardName = key === "sets" ? words.sets(Number(value)) : key === "board" ? words.shownBoard(value) : words.baseBoard;
  const openingName = game?.openings.find(({ word }, index) => (opening ? word === opening : index === 0))?.name;
  const colourName = colour === "random" ? words.colourByLot : words.sides[colour];
  const said = [game?.sets && boardName, openingName, clockName(clock), colourName, rated && me()?.guest === false && words.rated];
  const texts = said.flatMap((text) => (text ? say(text) : []));
  return texts.map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1))).join(" · ");
}

/**
 * Minutes at the beginning and seconds after each move; told when both are numbers the server takes.
 *
 * @param {string} clock
 * @param {(clock: string) => void} change
 */
function ownClock(clock, change) {
  const [initial = "600", increment = "5"] = clock.split("+");
  const number = (/** @type {Record<string, string | number>} */ bounds) => element("input", { type: "number", inputmode: "decimal", required: true, ...bounds });
  const minutes = number({ value: Number(initial) / 60, min: 0.25, max: 180, step: 0.25 });
  const seconds = number({ value: increment, min: 0, max: 180, step: 1 });
  const fault = element("small", { class: "fault", role: "status" });
  const take = () => {
    const right = minutes.checkValidity() && seconds.checkValidity();
    fault.textContent = right ? "" : say(words.ownClockBounds);
    if (right) change(`${Math.round(60 * minutes.valueAsNumber)}+${seconds.valueAsNumber}`);
  };
  for (const field of [minutes, seconds]) field.addEventListener("input", take);
  const label = (/** @type {import("./types.js").Words} */ name, /** @type {HTMLElement} */ field) => element("label", { class: "field" }, element("span", {}, say(name)), field);
  take();
  return element("div", { class: "own-clock" }, label(words.ownMinutes, minutes), label(words.ownSeconds, seconds), fault);
}

/**
 * A list to choose from.
 *
 * @param {import("./types.js").Words} label
 * @param {[string, string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function select(label, options, chosen, change) {
  const made = options.map(([value, text]) => element("option", { value, selected: value === chosen }, text));
  const list = element("select", { onchange: () => change(list.value) }, made);
  return element("label", { class: "field" }, element("span", {}, say(label)), list);
}

/**
 * Something to be ticked.
 *
 * @param {import("./types.js").Words} label
 * @param {boolean} checked
 * @param {(is: boolean) => void} change
 */
export function check(label, checked, change) {
  const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return element("label", { class: "check" }, box, " ", say(label));
}

/**
 * The strengths of the computer at the game of the wish.
 *
 * @param {Catalogue} known
 */
export function strength(known) {
  const wish = kept();
  const game = offered(wish.base, known);
  const players = game?.players ?? [];
  const setup = wish.board.startsWith("sets=") ? withKeys(wish.base, { sets: wish.board.slice("sets=".length) }) : wish.base;
  const remark = element("small", { class: "muted", role: "status" });
  const choose = (/** @type {string} */ player) => {
    keep({ player });
    remark.textContent = say(playerWords(player, setup).about);
  };
  const options = players.filter((player, index) => index > 0 || player !== "random" || players.length === 1);
  const named = options.map((player) => /** @type {[string, string]} */ ([player, say(playerWords(player, setup).name)]));
  const chosen = opponentOf(wish, known);
  choose(chosen);
  return element("div", {}, select(words.strength, named, chosen, choose), remark);
}

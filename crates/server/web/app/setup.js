/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").Words} Words */
import { offers } from "./api.js";
import { both } from "./typography.js";
import { words } from "./words.js";

/**
 * A setup as its parts: `NAME[:key=value,…]`, where the mill family has the rule set first.
 *
 * @param {string} setup
 */
export function parts(setup) {
  const [family = "", rest = ""] = setup.split(":", 2);
  const items = rest.split(",").filter(Boolean);
  const pairs = items.filter((item) => item.includes("="));
  return {
    family,
    set: items.find((item) => !item.includes("=")),
    keys: new Map(pairs.map((pair) => /** @type {[string, string]} */ (pair.split("=", 2)))),
  };
}

/**
 * The setup of a family with keys; those without a value are left out.
 *
 * @param {string} base
 * @param {Record<string, string | undefined>} keys
 */
export function withKeys(base, keys) {
  const pairs = Object.entries(keys).filter((pair) => pair[1]);
  const text = pairs.map(([key, value]) => `${key}=${value}`).join(",");
  return text ? `${base}${base.includes(":") ? "," : ":"}${text}` : base;
}

/**
 * The offered game that a setup varies.
 *
 * @param {string} setup
 */
export function baseOf(setup) {
  const { family, set } = parts(setup);
  return set ? `${family}:${set}` : family;
}

/**
 * What a setup is called.
 *
 * @param {string} setup
 * @param {Catalogue} catalogue
 */
export function setupName(setup, catalogue) {
  const { keys } = parts(setup);
  const base = baseOf(setup);
  const game = catalogue.games.find(({ setup }) => setup === base);
  const known = game?.name ?? both(base, base);
  const rest = [...keys].map(([key, value]) => {
    if (key === "sets") return words.sets(Number(value));
    if (key === "board") return words.shownBoard(value);
    const opening = key === "opening" && game?.openings.find(({ word }) => word === value);
    return opening ? opening.name : both(`${key}=${value}`, `${key}=${value}`);
  });
  return join([known, ...rest]);
}

/** @param {Words[]} all */
function join(all) {
  return { en: all.map(({ en }) => en).join(" · "), fr: all.map(({ fr }) => fr).join(" · ") };
}

/**
 * What a computer player is called at a setup, and what it can do there.
 *
 * @param {string} player
 * @param {string | undefined} setup
 * @returns {import("./types.js").PlayerWords}
 */
export function playerWords(player, setup) {
  const game = setup && offers?.games.find((offered) => offered.setup === baseOf(setup));
  const several = setup && parts(setup).keys.has("sets");
  const strongest = game && (several ? game.strongest_with_sets : game.strongest);
  const plain = { name: words.strongest, about: both("", "") };
  if (player === "perfect") return strongest || plain;
  return offers?.players.find((known) => known.player === player) ?? { ...plain, name: both(player, player) };
}

/**
 * Who a record names: a computer player has its name in every language.
 *
 * @param {string} name
 * @param {string} setup
 */
export function recordedName(name, setup) {
  const computer = /^(random|level-\d|perfect)$/.test(name);
  return computer ? words.computerNamed(playerWords(name, setup).name) : both(name, name);
}

/**
 * What a clock is called.
 *
 * @param {string} clock
 */
export function clockName(clock) {
  if (clock.endsWith("d")) return words.days(Number.parseInt(clock, 10));
  const [initial, increment] = clock.split("+");
  if (!initial || !increment) return words.noClock;
  return words.minutes(String(Math.round(Number(initial) / 6) / 10), increment);
}

/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Rating} Rating */
import { element } from "./element.js";
import { say } from "./language.js";
import { playerWords } from "./setup.js";
import { words } from "./words.js";

/**
 * Whether two people at one screen play a game.
 *
 * @param {Pick<import("./types.js").GameState, "players">} game
 */
export const atOneScreen = ({ players }) => players.white?.kind === "here";

/**
 * @param {Player | null} player
 * @param {import("./types.js").Side} [side] where they sit
 * @param {string} [setup] what they play
 */
export function seatName(player, side, setup) {
  if (!player) return say(words.nobody);
  if (player.kind === "here") return player.name ?? say(side ? words.sides[side] : words.somebodyHere);
  if (player.kind === "person") return isUnmarkedGuest(player) ? say(words.guestNamed(player.name)) : player.name || say(words.deletedAccount);
  return say(words.computerNamed(playerWords(player.player, setup).name));
}

/**
 * Whether somebody is a guest whose name does not say so by itself. The server keeps accounts from such names.
 *
 * @param {Extract<Player, { kind: "person" }>} player
 */
const isUnmarkedGuest = ({ guest, name }) => guest && name !== "" && !/^(Guest|Invité) \d+$/.test(name);

/** @param {Rating | null | undefined} rating */
export function ratingText(rating) {
  if (!rating) return say(words.unrated);
  return say(words.ratingText(Math.round(rating.value), Math.round(rating.deviation)));
}

/**
 * A player by name, with the rating and a way to the profile where there is one.
 *
 * @param {Player | null} player
 * @param {import("./types.js").Side} [side] where they sit
 * @param {string} [setup] what they play
 */
export function seatElement(player, side, setup) {
  if (player?.kind === "person" && isUnmarkedGuest(player)) {
    return element("span", {}, element("span", { class: "name" }, player.name), " ", element("small", { class: "guest" }, say(words.guestMark)));
  }
  const name = seatName(player, side, setup);
  if (player?.kind !== "person" || player.guest) return element("span", { class: "name" }, name);
  const link = element("a", { class: "name", href: `/person/${encodeURIComponent(name)}` }, name);
  const rating = player.rating && element("span", { class: "rating" }, ratingText(player.rating));
  return element("span", {}, link, " ", rating);
}

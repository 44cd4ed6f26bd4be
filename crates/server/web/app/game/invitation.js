/** @typedef {import("../types.js").GameState} GameState */
import { element } from "../element.js";
import { say } from "../language.js";
import { copyField } from "../notice.js";
import { seatName } from "../seat.js";
import { words } from "../words.js";

/**
 * A game that waits for its second player, as the host and as the invited see it.
 *
 * @param {GameState} game
 * @param {{ join: () => void, abort: () => void }} listener
 */
export function invitation(game, { join, abort }) {
  if (game.you) {
    const off = element("button", { type: "button", class: "small", onclick: abort }, say(words.abort));
    const scanned = element("div", { class: "scanned" });
    import("../share/code.js").then(({ code }) => scanned.append(code(location.href)));
    return element(
      "section",
      { class: "invitation" },
      scanned,
      element("h2", {}, say(words.waitOther)),
      element("p", {}, say(words.waitOtherText)),
      copyField(words.link, location.href),
      off,
    );
  }
  const by = seatName(game.players.white ?? game.players.black);
  const take = element("button", { type: "button", class: "main", onclick: join }, say(words.takeSeat));
  return element("section", { class: "invitation" }, element("h2", {}, say(words.invited(by))), take);
}

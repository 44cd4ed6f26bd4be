/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Words} Words */
import { element } from "../element.js";
import { say } from "../language.js";
import { words } from "../words.js";

/**
 * What is offered and asked between the players and waits for an answer, and the last answer.
 *
 * @param {GameState} game
 * @param {(action: Action) => void} act
 * @param {import("../types.js").Offer | null} declined what the other has just declined
 */
export function questions({ you, status, offers }, act, declined) {
  if (you === null) return [];
  const answered = declined ? [element("div", { class: "question" }, say(words.declined[declined]))] : [];
  if (status !== "live") return answered;
  const other = you === "white" ? "black" : "white";
  const answer = (/** @type {Words} */ name, /** @type {Action} */ action, main = false) =>
    element("button", { type: "button", class: main ? "small main" : "small", onclick: () => act(action) }, say(name));
  const question = (/** @type {Words} */ text, /** @type {HTMLElement[]} */ ...answers) =>
    element("div", { class: "question" }, element("span", {}, say(text)), element("div", { class: "answers" }, answers));
  const asked = answered;
  if (offers.draw === other) asked.push(question(words.theyOfferDraw, answer(words.acceptDraw, "draw", true), answer(words.decline, "decline")));
  if (offers.draw === you) asked.push(question(words.youOfferDraw, answer(words.withdraw, "decline")));
  if (offers.takeback === other) asked.push(question(words.theyAskTakeback, answer(words.grantTakeback, "takeback", true), answer(words.decline, "decline")));
  if (offers.takeback === you) asked.push(question(words.youAskTakeback, answer(words.withdraw, "decline")));
  return asked;
}

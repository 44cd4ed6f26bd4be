/** @typedef {import("../types.js").GameState} GameState */
import { element } from "../element.js";
import { say } from "../language.js";
import { seatName } from "../seat.js";
import { choose, setting } from "../settings.js";
import { chime } from "../sound.js";
import { words } from "../words.js";

/**
 * Whether it is the reader's turn.
 *
 * @param {GameState} game
 */
const isMine = ({ status, you, view }) => status === "live" && you === view.turn;

/** Calls a player whose turn it is: in the tab's title, by a sound, and outside the page where that is wanted. */
export class Attention {
  #was = /** @type {boolean | null} */ (null);

  /** @param {string} name of the game that is played */
  constructor(name) {
    this.name = name;
  }

  /** @param {GameState} game */
  title(game) {
    return [headline(game), this.name].filter(Boolean).join(" · ");
  }

  /** @param {GameState} game */
  show(game) {
    const first = this.#was === null;
    const called = isMine(game) && this.#was === false;
    this.#was = isMine(game);
    if (!first) document.title = `${this.title(game)} · ${say(words.title)}`;
    if (!called) return;
    chime();
    if (document.hidden && setting().notifications && mayNotify() === "granted") this.#notify(game);
  }

  /** @param {GameState} game */
  #notify({ id, history }) {
    const shown = new Notification(say(words.turnIsYours), { body: [this.name, history.at(-1)].filter(Boolean).join(" · "), tag: id });
    shown.addEventListener("click", () => {
      focus();
      shown.close();
    });
  }

  /**
   * Asks once whether to notify, in a game that takes days and while the other is to move.
   *
   * @param {GameState} game
   * @param {() => void} answered
   */
  question(game, answered) {
    const long = game.clock.endsWith("d");
    const open = setting().notifications === undefined && mayNotify() === "default";
    if (!long || !open || !game.you || game.status !== "live" || isMine(game)) return [];
    const answer = async (/** @type {boolean} */ wanted) => {
      await choose({ notifications: wanted && (await allowed()) });
      answered();
    };
    return [
      element(
        "div",
        { class: "question" },
        element("span", {}, say(words.askNotify)),
        element(
          "div",
          { class: "answers" },
          element("button", { type: "button", class: "small main", onclick: () => answer(true) }, say(words.notifyMe)),
          element("button", { type: "button", class: "small", onclick: () => answer(false) }, say(words.no)),
        ),
      ),
    ];
  }
}

/** What the browser says of notifications; browsers without them deny them. */
const mayNotify = () => ("Notification" in window ? Notification.permission : "denied");

/** Asks the browser whether notifications are allowed; only ever after a touch. */
export async function allowed() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** @param {GameState} game */
function headline({ status, you, view, players }) {
  if (status === "open") return say(words.waitOther);
  if (status === "aborted") return say(words.calledOff);
  const winner = view.outcome?.winner;
  if (view.outcome) return say(!winner ? words.draw : !you ? words.sideWins[winner] : winner === you ? words.youWin : words.youLose);
  if (you === view.turn) return say(words.turnIsYours);
  return you ? say(words.turnOf(seatName(players[view.turn]))) : "";
}

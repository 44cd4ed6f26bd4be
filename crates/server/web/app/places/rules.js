/** @typedef {import("../types.js").RulePoint} RulePoint */
/** @typedef {import("../types.js").View} View */
import { catalogue, get, lasting, stageOf } from "../api.js";
import { Table } from "../board/table.js";
import { DIAGRAMS } from "../diagrams.js";
import { element } from "../element.js";
import { say } from "../language.js";
import { attempt } from "../notice.js";
import { parts, setupName } from "../setup.js";
import { begin, keep } from "../wish.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, path }) {
  const known = await catalogue();
  const setup = path[0] || "mijnlieff";
  /** @type {RulePoint[]} */
  const points = await lasting("/api/rules", { setup });
  const name = say(setupName(setup, known));
  const tabs = known.games.map((game) =>
    element("a", { href: `/rules/${encodeURIComponent(game.setup)}`, "aria-current": game.setup === setup ? "page" : null }, say(game.name)));
  const play = () => {
    if (known.games.some((game) => game.setup === setup)) keep({ base: setup, board: "", opening: "" });
    return begin("computer", { setup });
  };
  root.append(
    element("nav", { class: "tabs", "aria-label": say(words.rules) }, tabs),
    element("h1", {}, name),
    element("p", { class: "lead" }, say(words.rulesText)),
    element("p", {}, element("button", { type: "button", class: "main", onclick: () => attempt(play) }, say(words.tryGame))),
    ...(await Promise.all(points.map((rule) => point(rule, setup)))),
  );
  return `${say(words.rules)} · ${name}`;
}

/**
 * @param {RulePoint} point
 * @param {string} setup
 */
async function point({ rule, title, text }, setup) {
  const diagrams = (DIAGRAMS[parts(setup).family]?.[rule] ?? []).map((position) => diagram(setup, position, say(title)));
  return element(
    "section",
    { class: "rule", id: rule },
    element("div", {}, element("h2", {}, element("span", { class: "muted" }, rule), " ", say(title)), element("p", {}, say(text))),
    element("div", { class: "diagrams" }, await Promise.all(diagrams)),
  );
}

/**
 * A position in which one can move about by the rules; it goes back to its beginning on demand.
 *
 * @param {string} setup
 * @param {string} position
 * @param {string} label
 */
async function diagram(setup, position, label) {
  const query = withFlights(setup, position);
  const [stage, view] = await Promise.all([stageOf(setup), /** @type {Promise<View>} */ (lasting("/api/position", { setup, position: query }))]);
  /** @type {string[]} */
  let moves = [];
  const sentence = element("p", { "aria-live": "polite" });
  const show = (/** @type {View} */ now, fresh = false) => {
    table.show(now, "both", { fresh });
    sentence.textContent = say(now.sentence);
    again.hidden = moves.length === 0;
  };
  const table = new Table(stage, {
    play: (turn) =>
      attempt(async () => {
        moves = [...moves, turn.move];
        show(await get("/api/position", { setup, position: query, moves: moves.join(" ") }), true);
      }),
  });
  const again = element("button", { type: "button", class: "small" }, say(words.resetDiagram));
  again.addEventListener("click", () => {
    moves = [];
    show(view);
  });
  show(view);
  const { white, black } = table.hands;
  return element("figure", { "aria-label": label }, black.element, table.board.element, white.element, element("figcaption", {}, sentence, again));
}

/**
 * Where a flight is granted once, a position says who has it.
 *
 * @param {string} setup
 * @param {string} position
 */
function withFlights(setup, position) {
  return setup === "moulin:envol" && position.includes("hand=0,0") ? `${position};flight=wb` : position;
}

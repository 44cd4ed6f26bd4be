/** @typedef {import("../types.js").RecordFrames} RecordFrames */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../analysis/asker.js").Known} Known */
/** @typedef {import("../analysis/tree.js").Node} Node */
import { catalogue, get, stageOf } from "../api.js";
import { Address, linkTo, opened } from "../analysis/address.js";
import { Asker } from "../analysis/asker.js";
import { Bar } from "../analysis/bar.js";
import { Graph } from "../analysis/graph.js";
import { importForm } from "../analysis/import.js";
import { Lesson } from "../analysis/lesson.js";
import { MoveTree } from "../analysis/moves.js";
import { Overlay } from "../analysis/overlay.js";
import { panelButton } from "../analysis/panel.js";
import { recordText } from "../analysis/record.js";
import { Review, remark } from "../analysis/review.js";
import { Steps } from "../analysis/steps.js";
import { Tree, mainLine } from "../analysis/tree.js";
import { forWhite } from "../analysis/value.js";
import { Values } from "../analysis/values.js";
import { words } from "../analysis/words.js";
import { Mat } from "../board/mat.js";
import { Table } from "../board/table.js";
import { element } from "../element.js";
import { Aid } from "../game/aid.js";
import { touched } from "../game/prompt.js";
import { say } from "../language.js";
import { attempt, copyField } from "../notice.js";
import { go } from "../router.js";
import { withRules } from "../rule-links.js";
import { recordedName, setupName } from "../setup.js";
import { styled } from "../style.js";
import { begin } from "../wish.js";

/** Characters of a link that messengers take. */
const LONGEST = 1800;

/** @param {import("../router.js").Visit} visit */
export async function open({ root, path, query, signal }) {
  const known = await catalogue();
  const [{ game, frames, moves, at }] = await Promise.all([opened(path[0], query, known), styled("analysis")]);
  const tree = new Tree(frames.known(0) ?? null, mainLine(game.moves));
  const line = [tree.root, ...tree.root.rest];
  tree.read(moves);
  const address = new Address(path[0], query.get("kept"), signal);
  const place = new Analysis(game, { tree, line, frames }, address, say(setupName(game.setup, known)), await stageOf(game.setup), signal);
  root.append(place.element);
  // A game that was played is looked at from its beginning, a line of one's own from its end.
  const last = tree.root.rest.at(-1) ?? tree.root;
  await place.look(at === null ? (path[0] ? tree.root : last) : tree.find(at));
  return say(words.analysis);
}

/** A game that is looked through, tried out and judged. */
class Analysis {
  /** @type {Node} */
  #at;
  /** Where one is on the way to. @type {Node | null} */
  #going = null;
  /** @type {Lesson | null} */
  #lesson = null;
  #shows = true;

  /**
   * @param {RecordFrames} game
   * @param {{ tree: Tree, line: Node[], frames: import("../frames.js").Frames }} moves all moves, and the main line that was
   *   asked for with its boards
   * @param {Address} address
   * @param {string} name
   * @param {import("../types.js").Stage} stage
   * @param {AbortSignal} signal
   */
  constructor(game, { tree, line, frames }, address, name, stage, signal) {
    this.game = game;
    this.tree = tree;
    this.line = line;
    this.frames = frames;
    this.address = address;
    this.stage = stage;
    this.signal = signal;
    this.#at = tree.root;
    const start = tree.root.view?.position ?? "";
    this.asker = new Asker(game.setup, start, signal);
    this.table = new Table(stage, {
      play: (turn) => attempt(() => this.#play(turn.move)),
      changed: () => this.#touched(),
      refused: (touched) => this.aid.refused(touched),
    });
    this.aid = new Aid(game.setup, { table: () => this.table, view: () => this.#view, tell: () => this.#tell() });
    this.overlay = new Overlay(this.table);
    this.bar = new Bar();
    this.steps = new Steps((place) => this.#go(place));
    this.moves = new MoveTree({
      look: (node) => this.#visit(node),
      note: (node) => this.#note(node),
      promote: (node) => this.#change(() => tree.promote(node)),
      remove: (node) => this.#remove(node),
    });
    this.values = new Values({
      follow: (moves) => attempt(() => this.#follow(moves)),
      deeper: () => this.#ask({ deeper: true }),
      point: (move) => this.#point(move),
    });
    this.graph = new Graph((place) => this.#go(place));
    this.review = new Review(
      game.setup,
      start,
      {
        changed: () => this.#judged(),
        look: (node) => this.#visit(node),
        learn: (side) => this.#learn(side),
        shown: () => this.#at,
        line: () => this.tree.line(this.#at).slice(1),
      },
      signal,
    );
    this.sentence = element("p", { class: "sentence", "aria-live": "polite" });
    this.pass = element("button", { type: "button", class: "main", onclick: () => attempt(() => this.#play(this.table.choice.pass?.move ?? "")) }, say(words.pass));
    this.lesson = element("div", { class: "lessons" });
    const toggle = element("input", { type: "checkbox", checked: true, onchange: () => this.#toggle(toggle.checked) });
    this.element = element(
      "div",
      { class: "study" },
      element("p", { class: "about" }, element("h1", { class: "hidden" }, say(words.analysis)), element("span", {}, [name, names(game)].filter(Boolean).join(" · "))),
      element("div", { class: "hands" }, this.table.hands.black.element, this.table.hands.white.element),
      element("div", { class: "boardrow" }, this.bar.element, new Mat(this.table.board, signal).element),
      element("div", { class: "telling" }, this.sentence, this.pass),
      this.steps.element,
      element(
        "div",
        { class: "beside" },
        this.lesson,
        this.values.element,
        this.review.element,
        this.graph.element,
        this.moves.element,
        element(
          "div",
          { class: "row tools" },
          element("label", { class: "check" }, toggle, say(words.showValues)),
          element("button", { type: "button", class: "small", onclick: () => this.aid.ask("hint") }, say(words.hint)),
          element("button", { type: "button", class: "small", onclick: () => this.aid.ask("threats") }, say(words.threats)),
          this.#panels(),
        ),
      ),
    );
    this.element.style.setProperty("--shape", String(stage.width / stage.height));
    addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  #panels() {
    return [
      panelButton(words.share, () => this.#sharing(), this.signal),
      panelButton(words.openText, () => importForm(this.game.setup), this.signal),
      panelButton(words.editPosition, async (close) => {
        const { PositionEditor } = await import("../analysis/position-editor.js");
        const use = (/** @type {string} */ position) => {
          close();
          go(`/analysis?${new URLSearchParams({ setup: this.game.setup, position })}`);
        };
        return new PositionEditor(this.game.setup, this.stage, this.#view, use).element;
      }, this.signal),
    ];
  }

  async #sharing() {
    const { sharePanel } = await import("../share/share.js");
    const link = linkTo(this.game, this.tree, this.#at);
    // How the line ends is told by its last board.
    await this.#reveal(this.tree.root.rest.at(-1) ?? this.tree.root);
    const record = recordText(this.game, this.tree);
    const play = () => attempt(() => begin("computer", { setup: this.game.setup, position: this.#view.position }));
    return element(
      "div",
      { class: "stack" },
      sharePanel({ link: link.length <= LONGEST ? link : null, setup: this.game.setup, position: this.#view.position, record }),
      copyField(words.positionText, this.#view.position),
      copyField(words.recordOut, record),
      element("div", { class: "row" }, element("button", { type: "button", onclick: play }, say(words.playFromHere))),
    );
  }

  /** The board that is looked at. */
  get #view() {
    return /** @type {View} */ (this.#at.view);
  }

  /** @param {Node} node */
  #visit(node) {
    return attempt(() => this.look(node));
  }

  /** @param {number} place on the line that is shown */
  #go(place) {
    const node = this.tree.line(this.#at)[place];
    if (node) this.#visit(node);
  }

  /**
   * Shows a place, once its board is known.
   *
   * @param {Node} node
   */
  async look(node) {
    this.#going = node;
    await this.#reveal(node);
    // Somebody may have gone elsewhere meanwhile.
    if (this.#going !== node) return;
    if (this.#lesson && node !== this.#lesson.node) this.#endLesson();
    const fresh = node.parent === this.#at;
    this.#at = node;
    this.#show(fresh);
  }

  /**
   * Makes the board of a place known, and has those near it come.
   *
   * @param {Node} node
   */
  async #reveal(node) {
    const number = node.depth;
    const played = this.line[number] === node;
    if (!node.view && played) node.view = (await this.frames.at(number)) ?? null;
    node.view ??= await this.#viewAfterAll(node.moves);
    if (played) this.frames.prepare(number, this.line.length - 1);
  }

  /** @param {string[]} moves @returns {Promise<View>} */
  #viewAfterAll(moves) {
    const position = this.tree.root.view?.position;
    return get("/api/position", { setup: this.game.setup, position, moves: moves.join(" ") });
  }

  /** @param {string} move */
  async #play(move) {
    try {
      if (this.#lesson) {
        const lesson = this.#lesson;
        const view = await this.#viewAfter(move);
        this.table.show(view, null, { fresh: true });
        this.pass.hidden = true;
        lesson.try(move);
      } else await this.look(this.tree.add(this.#at, move, await this.#viewAfter(move)));
    } catch (error) {
      this.table.undo();
      throw error;
    }
  }

  /** @param {string} move @returns {Promise<View>} */
  async #viewAfter(move) {
    const known = this.#at.children.find((child) => child.move === move);
    if (known) await this.#reveal(known);
    return known?.view ?? this.#viewAfterAll([...this.#at.moves, move]);
  }

  /** @param {string[]} moves */
  async #follow(moves) {
    let node = this.#at;
    for (const move of moves) node = this.tree.add(node, move);
    // One step is looked at; the rest of a line waits as a variation.
    const next = this.#at.children.find((child) => child.move === moves[0]);
    if (next) await this.look(next);
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    this.#show(false);
  }

  /** @param {Node} node */
  #remove(node) {
    this.tree.remove(node);
    attempt(() => this.look(node.parent ?? this.tree.root));
  }

  /** @param {boolean} fresh */
  #show(fresh) {
    const view = this.#view;
    this.overlay.point([]);
    this.overlay.show([]);
    this.table.show(view, "both", { fresh });
    this.element.dataset.turn = view.turn;
    this.pass.hidden = !this.table.choice.pass;
    this.steps.show(this.#at.depth, this.tree.line(this.#at).length - 1);
    this.moves.show(this.tree, this.#at);
    this.#tell();
    this.#course();
    this.review.show();
    this.address.show(this.game, this.tree, this.#at);
    if (!this.#lesson) this.#ask();
  }

  /** @param {{ deeper?: boolean }} [how] */
  #ask(how) {
    const node = this.#at;
    if (this.#view.outcome) {
      this.asker.stop();
      this.values.clear();
      this.bar.clear();
      return;
    }
    if (!this.asker.known(node)) {
      this.values.wait();
      this.bar.clear();
    }
    this.asker.ask(
      node,
      (known) => {
        if (this.#at !== node || this.#lesson) return;
        if ("value" in known) this.#known(known);
        else this.values.refuse(known);
      },
      { ...how, queued: (ahead) => this.#at === node && !this.#lesson && this.values.wait(ahead) },
    );
  }

  /** @param {Known} known */
  #known(known) {
    this.values.show(known);
    this.bar.show(known, this.#view.turn);
    this.overlay.show(this.#shows ? known.value.moves : []);
    this.#course();
  }

  /** @param {boolean} shows */
  #toggle(shows) {
    this.#shows = shows;
    this.element.classList.toggle("without-values", !shows);
    const known = this.asker.known(this.#at);
    if (known) this.#known(known);
  }

  #touched() {
    this.overlay.draw();
    this.aid.forget();
  }

  /** @param {string | null} move */
  #point(move) {
    const turn = move && this.#view.turns.find((legal) => legal.move === move);
    this.overlay.point(turn && turn.to ? [{ from: turn.from, to: turn.to, class: "asked" }] : []);
  }

  /** @param {Node} node */
  #note(node) {
    const reviewed = this.review.of(node);
    return reviewed ? remark(reviewed) : null;
  }

  #tell() {
    const note = this.#note(this.#at);
    const said = this.aid.said(this.#view) ?? touched(this.table) ?? say(this.#view.sentence);
    const text = note && !this.#lesson ? `${note.text} ${said}` : said;
    if (this.sentence.textContent !== text) this.sentence.replaceChildren(...withRules(text, this.game.setup));
  }

  /** Something new is known from the review. */
  #judged() {
    this.moves.show(this.tree, this.#at);
    this.#tell();
    this.#course();
  }

  /** The values along the line as far as they are known. */
  #course() {
    const line = this.tree.line(this.#at);
    const values = line.map((node, place) => {
      const known = this.asker.known(node);
      const turn = node.view?.turn;
      if (known && turn) return forWhite(known.value.value, turn);
      const next = line[place + 1];
      const reviewed = next && this.review.of(next);
      if (reviewed) return forWhite(reviewed.best.value, reviewed.side);
      const own = this.review.of(node);
      return own ? forWhite(own.value, own.side) : null;
    });
    const mistakes = line.flatMap((node, place) => {
      const note = this.#note(node);
      return note ? [{ place, label: note.text }] : [];
    });
    this.graph.show(values, this.#at.depth, mistakes);
  }

  /** @param {import("../types.js").Side} side */
  #learn(side) {
    this.element.classList.add("learning");
    this.#lesson = null;
    const lesson = new Lesson(side, this.review, this.asker, {
      show: async (node) => {
        await this.#reveal(node);
        // Somebody may have had enough meanwhile.
        if (!this.element.classList.contains("learning")) return;
        this.#at = node;
        this.#lesson = lesson;
        this.#show(false);
      },
      point: (judged, how) => {
        const turn = judged && this.#view.turns.find((legal) => legal.move === judged.move);
        const place = turn && (turn.from ?? turn.to);
        if (!turn || !turn.to || !place) this.overlay.point([]);
        else this.overlay.point([how === "hint" ? { to: place, class: "asked" } : { from: turn.from, to: turn.to, class: "good" }]);
      },
      end: () => this.#endLesson(),
    });
    this.#lesson = lesson;
    attempt(() => lesson.begin());
    this.lesson.replaceChildren(lesson.element);
  }

  #endLesson() {
    this.#lesson = null;
    this.lesson.replaceChildren();
    this.element.classList.remove("learning");
    this.#show(false);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.aid.key(event);
    const busy = event.target instanceof Element && event.target.closest("input, select, textarea, [role=button], [role=slider], dialog");
    if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.table.clear();
    const siblings = this.#at.parent?.children ?? [];
    const aside = siblings[siblings.indexOf(this.#at) + (event.key === "ArrowDown" ? 1 : -1)];
    const next = /** @type {Record<string, Node | null | undefined>} */ ({
      ArrowLeft: this.#at.parent,
      ArrowRight: this.#at.children[0],
      ArrowUp: aside,
      ArrowDown: aside,
      Home: this.tree.root,
      End: this.#at.rest.at(-1),
    })[event.key];
    if (!next) return;
    event.preventDefault();
    this.#visit(next);
  }
}

/** Who played, where that is known. @param {RecordFrames} game */
function names({ setup, tags }) {
  const { White, Black } = Object.fromEntries(tags);
  return White && Black ? say(words.versus(say(recordedName(White, setup)), say(recordedName(Black, setup)))) : "";
}

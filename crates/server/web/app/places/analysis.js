/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").RecordFrames} RecordFrames */
/** @typedef {import("../types.js").View} View */
import { Refusal, catalogue, get, post, stageOf } from "../api.js";
import { graph } from "../analysis/graph.js";
import { importForm, pastedRecord } from "../analysis/import.js";
import { Judge } from "../analysis/judge.js";
import { recordText } from "../analysis/record.js";
import { valueSign, valueText } from "../analysis/value.js";
import { Table } from "../board/table.js";
import { element } from "../element.js";
import { MoveList } from "../game/moves.js";
import { touched } from "../game/prompt.js";
import { say } from "../language.js";
import { attempt, copyField } from "../notice.js";
import { recordedName, setupName } from "../setup.js";
import { begin, kept, setupOf } from "../wish.js";
import { words } from "../words.js";

/** Milliseconds to stay at a position before it is judged. */
const PAUSE = 150;

/** Moves of a best line that are shown. */
const LINE = 8;

/** @param {import("../router.js").Visit} visit */
export async function open({ root, path, query, signal }) {
  const known = await catalogue();
  const pasted = pastedRecord();
  /** @type {RecordFrames} */
  const game = path[0]
    ? await get(`/api/games/${path[0]}/frames`)
    : pasted
      ? await post("/api/record", { record: pasted })
      : await fromQuery(query, known);
  const place = new Analysis(game, say(setupName(game.setup, known)), await stageOf(game.setup), signal);
  const started = game.frames.length > 1;
  root.append(place.element);
  place.look(started && path[0] ? 0 : game.frames.length - 1);
  return say(words.analysis);
}

/**
 * A game of its own from an address: `setup`, `position`, `moves`.
 *
 * @param {URLSearchParams} query
 * @param {import("../types.js").Catalogue} known
 * @returns {Promise<RecordFrames>}
 */
async function fromQuery(query, known) {
  const position = query.get("position");
  const tags = [`[Setup "${query.get("setup") ?? setupOf(kept(), known)}"]`, position ? `[Position "${position}"]` : ""];
  const record = `${tags.filter(Boolean).join("\n")}\n\n${query.get("moves") ?? ""} *`;
  return post("/api/record", { record });
}

/** A line of play that is looked through, tried out and judged. */
class Analysis {
  #at = 0;
  /** @type {Map<number, { mark: string, note: string }>} */
  #notes = new Map();
  #timer = 0;

  /**
   * @param {RecordFrames} game
   * @param {string} name
   * @param {import("../types.js").Stage} stage
   * @param {AbortSignal} signal
   */
  constructor(game, name, stage, signal) {
    this.game = game;
    this.signal = signal;
    this.line = game.frames;
    this.judge = new Judge(game.setup);
    this.table = new Table(stage, { play: (turn) => attempt(() => this.#try(turn.move)), changed: () => this.#tell() });
    addEventListener("keydown", ({ key }) => key === "Escape" && this.table.clear(), { signal });
    this.moves = new MoveList((shown) => this.look(shown), signal);
    this.sentence = element("p", { class: "sentence", "aria-live": "polite" });
    this.pass = element("button", { type: "button", class: "main", onclick: () => attempt(() => this.#try("pass")) }, say(words.pass));
    this.values = element("div", { class: "values" });
    this.course = element("div");
    this.progress = element("p", { class: "muted", role: "status" });
    this.review = element("button", { type: "button", class: "small", onclick: () => this.#review() }, say(words.reviewGame));
    this.back = element("button", { type: "button", class: "small", onclick: () => this.#backToGame() }, say(words.backToGame));
    this.shares = element("div");
    const tags = Object.fromEntries(game.tags);
    const names = tags.White && tags.Black ? say(words.versus(say(recordedName(tags.White)), say(recordedName(tags.Black)))) : "";
    const { white, black } = this.table.hands;
    this.element = element(
      "div",
      { class: "game" },
      element("div", { class: "seat-top" }, element("h1", {}, say(words.analysis)), element("p", { class: "about" }, [name, names].filter(Boolean).join(" · ")), black.element),
      element("div", { class: "boardbox" }, this.table.board.element, element("div", { class: "telling" }, this.sentence, this.pass)),
      element("div", { class: "seat-bottom" }, white.element, element("div", { class: "row" }, this.review, this.back), this.progress),
      element("div", { class: "middle" }, this.values, this.course, this.moves.element),
      element("div", { class: "card stack" }, this.#sharing(), importForm(game.setup)),
    );
  }

  #sharing() {
    const play = element(
      "button",
      { type: "button", onclick: () => attempt(() => begin("computer", { setup: this.game.setup, position: this.#view().position })) },
      say(words.playFromHere),
    );
    return element("section", {}, element("h2", {}, say(words.share)), this.shares, play);
  }

  #view() {
    return /** @type {Frame} */ (this.line[this.#at]).view;
  }

  /** @param {number} shown */
  look(shown) {
    const fresh = shown > this.#at;
    this.#at = Math.max(0, Math.min(this.line.length - 1, shown));
    this.#show(fresh);
  }

  /** @param {string} move */
  async #try(move) {
    const next = this.line[this.#at + 1];
    if (next?.move === move) {
      this.look(this.#at + 1);
      return;
    }
    try {
      const view = await get("/api/position", { setup: this.game.setup, position: this.#view().position, moves: move });
      this.line = [...this.line.slice(0, this.#at + 1), { move, view }];
      this.look(this.#at + 1);
    } catch (error) {
      this.table.undo();
      throw error;
    }
  }

  /** @param {string[]} moves */
  async #follow(moves) {
    for (const move of moves) await this.#try(move);
  }

  #backToGame() {
    const shared = this.line.findIndex((frame, index) => frame !== this.game.frames[index]);
    this.line = this.game.frames;
    this.look(Math.min(this.#at, shared === -1 ? this.#at : shared - 1));
  }

  /** @param {boolean} fresh */
  #show(fresh) {
    const view = this.#view();
    const moves = this.line.slice(1).flatMap(({ move }) => move ?? []);
    this.table.showValues({});
    this.table.show(view, "both", { fresh });
    this.moves.show(moves, this.#at, { blackFirst: this.line[0]?.view.turn === "black", notes: this.line === this.game.frames ? this.#notes : new Map() });
    this.back.hidden = this.line === this.game.frames || this.game.frames.length < 2;
    this.review.hidden = this.game.frames.length < 2 || this.line !== this.game.frames;
    this.pass.hidden = !this.table.choice.pass;
    this.#tell();
    this.#share(moves);
    this.#drawCourse();
    this.#judge(view);
  }

  /** @param {string[]} moves */
  #share(moves) {
    const { setup } = this.game;
    const start = this.line[0]?.view.position ?? "";
    const query = new URLSearchParams({ setup, position: start, moves: moves.slice(0, this.#at).join(" ") });
    this.shares.replaceChildren(
      copyField(words.shareLink, `${location.origin}/analysis?${query}`),
      copyField(words.positionText, this.#view().position),
      copyField(words.recordOut, recordText(this.game, this.line)),
    );
  }

  #tell() {
    const note = this.#notes.get(this.#at);
    const said = touched(this.table) ?? say(this.#view().sentence);
    this.sentence.textContent = note && this.line === this.game.frames ? `${note.note} ${said}` : said;
  }

  /** @param {View} view */
  #judge(view) {
    clearTimeout(this.#timer);
    if (view.outcome) {
      this.values.replaceChildren();
      return;
    }
    const known = this.judge.known(view.position);
    if (known) {
      this.#showValues(known);
      return;
    }
    this.values.replaceChildren(element("p", { class: "muted" }, say(words.thinking)));
    this.#timer = setTimeout(async () => {
      const value = await this.judge.value(view.position);
      if (!this.signal.aborted && this.#view() === view) this.#showValues(value);
    }, PAUSE);
  }

  /** @param {import("../types.js").PositionValue | Refusal} known */
  #showValues(known) {
    const title = element("h2", {}, say(words.values));
    if (known instanceof Refusal) {
      this.values.replaceChildren(title, element("p", { class: "muted" }, say(known.problem.text)));
      return;
    }
    const best = known.moves[0]?.value.hundredths;
    /** @type {Record<string, { text: string, good: boolean }>} */
    const onBoard = {};
    for (const { move, value } of known.moves) {
      const turn = this.#view().turns.find((legal) => legal.move === move);
      if (turn?.to && !turn.from) onBoard[turn.to] ??= { text: valueSign(value), good: value.hundredths === best };
    }
    this.table.showValues(onBoard);
    const step = (/** @type {string} */ text, /** @type {string[]} */ moves) =>
      element("button", { type: "button", class: "move", onclick: () => attempt(() => this.#follow(moves)) }, text);
    const items = known.moves.map(({ move, value, line, limit_first }) => {
      const steps = line.slice(0, LINE).map((next, index) => step(next, [move, ...line.slice(0, index + 1)]));
      return element(
        "li",
        { class: value.hundredths === best ? "best" : null },
        step(move, [move]),
        element("span", {}, valueText(value), " ", element("small", {}, say(value.exact ? words.exact : words.guess), limit_first && ` · ${say(words.limitFirst)}`)),
        element("span", { class: "line", role: "group", "aria-label": say(words.bestLine) }, steps),
      );
    });
    this.values.replaceChildren(
      title,
      ...(known.notes ?? []).map((note) => element("p", { class: "muted" }, say(note))),
      element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say(words.values) }, element("ol", { class: "judged" }, items)),
    );
    this.#drawCourse();
  }

  /** The values along the line as far as they are known. */
  #drawCourse() {
    const values = this.line.map(({ view }) => {
      const known = this.judge.known(view.position);
      if (!known || known instanceof Refusal) return null;
      return view.turn === "white" ? known.value.hundredths : -known.value.hundredths;
    });
    const enough = values.filter((value) => value !== null).length > 1;
    this.course.replaceChildren(...(enough ? [graph(values, this.#at, (place) => this.look(place))] : []));
  }

  /** From the end back to the beginning: the nearer the end, the sooner a value is found. */
  async #review() {
    const frames = this.game.frames;
    this.review.disabled = true;
    let said = say(words.reviewed(0));
    for (let index = frames.length - 2; index >= 0 && !this.signal.aborted; index -= 1) {
      const [position, move] = [frames[index]?.view.position ?? "", frames[index + 1]?.move ?? ""];
      this.progress.textContent = say(words.reviewing(index + 1));
      const value = await this.judge.value(position);
      if (value instanceof Refusal) {
        if (index === frames.length - 2) said = say(value.problem.text);
        break;
      }
      const mistake = this.judge.mistake(position, move);
      if (mistake) {
        this.#notes.set(index + 1, { mark: "?", note: say(words.mistake(move, mistake.better)) });
        said = say(words.reviewed(this.#notes.size));
      }
      this.#drawCourse();
    }
    this.progress.textContent = said;
    this.review.disabled = false;
    this.look(this.#at);
  }
}

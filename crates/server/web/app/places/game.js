/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("../frames.js").Frames} Frames */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").ServerMessage} ServerMessage */
/** @typedef {import("../types.js").Turn} Turn */
import { catalogue, get, post, put, stageOf } from "../api.js";
import { Mat } from "../board/mat.js";
import { Table } from "../board/table.js";
import { connection } from "../connection.js";
import { element } from "../element.js";
import { Actions, acts, conduct } from "../game/actions.js";
import { Aid } from "../game/aid.js";
import { Attention } from "../game/attention.js";
import { Claim } from "../game/claim.js";
import { ClockPair } from "../game/clock.js";
import { ending } from "../game/ending.js";
import { invitation } from "../game/invitation.js";
import { MoveList } from "../game/moves.js";
import { questions } from "../game/offers.js";
import { Pace } from "../game/pace.js";
import { PlayerRow } from "../game/player.js";
import { prompt } from "../game/prompt.js";
import { changeTurning, turns } from "../game/turning.js";
import { Spoken } from "../game/spoken.js";
import { say } from "../language.js";
import { attempt, notice } from "../notice.js";
import { becomeSomebody } from "../person.js";
import { arrive, go } from "../router.js";
import { withRules } from "../rule-links.js";
import { atOneScreen } from "../seat.js";
import { setting, settings } from "../settings.js";
import { clockName, setupName } from "../setup.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, path, signal }) {
  const id = path[0] ?? "";
  const [game, known] = await Promise.all([/** @type {Promise<GameState>} */ (get(`/api/games/${id}`)), catalogue()]);
  const stage = await stageOf(game.setup);
  const place = new GamePlace(game, known, stage, signal);
  root.append(place.screen, place.spoken.element);
  connection.follow({ type: "watch", game: id }, { type: "leave", game: id }, (message) => place.pace.hear(message), signal);
  return place.attention.title(game);
}

/**
 * Shows the ways to pass a game on.
 *
 * @param {GameState} game
 */
async function share({ id, setup, view }) {
  const { openShare } = await import("../share/share.js");
  openShare({ link: `${location.origin}/game/${id}`, setup, position: view.position, game: id });
}

/** A game that is played or watched. */
class GamePlace {
  /** @type {{ ply: number, move: string } | null} */
  #sent = null;
  /** @type {Frames | null} */
  #frames = null;
  /** The place in the game that was asked for last. */
  #going = /** @type {number | null} */ (null);
  /** What the other has declined since the last entry. */
  #declined = /** @type {import("../types.js").Offer | null} */ (null);
  /** Moves that the computer looks for before the one of this game. */
  #busy = 0;
  /** Whether the other's wish that everybody finds the game was declined. */
  #private = false;
  /** What the tray is about. */
  #asking = "";
  /** The place in the game that is looked at; none: the present. */
  #past = /** @type {number | null} */ (null);

  /**
   * @param {GameState} game
   * @param {import("../types.js").Catalogue} known
   * @param {import("../types.js").Stage} stage
   * @param {AbortSignal} signal
   */
  constructor(game, known, stage, signal) {
    this.game = game;
    this.known = known;
    this.table = new Table(stage, {
      play: (turn) => this.#play(turn),
      changed: () => this.aid.forget(),
      refused: (touched) => this.aid.refused(touched),
    });
    this.aid = new Aid(game.setup, {
      table: () => this.table,
      view: () => this.game.view,
      tell: () => this.#tell(),
      may: () => mayBeHelped(this.game),
    });
    this.clocks = new ClockPair(signal);
    const bottom = atOneScreen(game) ? "white" : (game.you ?? "white");
    const row = (/** @type {import("../types.js").Side} */ side) => new PlayerRow(side, this.table.hands[side].element, this.clocks.faces[side], (lines) => this.table.showHelp({ lines }));
    this.rows = { white: row("white"), black: row("black") };
    this.moves = new MoveList((shown) => this.#look(shown), signal);
    this.claim = new Claim(() => this.#show(false), signal);
    const choices = [
      { name: words.hint, act: () => this.aid.ask("hint"), often: true, when: mayBeHelped },
      { name: words.threats, act: () => this.aid.ask("threats"), often: true, when: mayBeHelped },
      ...acts((action) => this.#act(action), this.claim),
      { name: words.share, act: () => share(this.game), when: (/** @type {GameState} */ { status }) => status !== "open" },
      this.#turning(),
      ...this.#listing(),
      ...conduct(game.id),
    ];
    this.actions = new Actions(choices, known, (phrase) => this.#speak(phrase), signal);
    this.spoken = new Spoken((turn) => this.table.play(turn));
    this.attention = new Attention(say(setupName(game.setup, known)));
    this.pace = new Pace((message, heard) => this.#hear(message, heard), (message) => this.#isAnswer(message), signal);
    this.sentence = element("p", { class: "sentence", "aria-live": "polite" });
    this.pass = element("button", { type: "button", class: "main", hidden: true, onclick: () => this.#pass() }, say(words.pass));
    this.tray = element("div", { class: "tray", role: "status" });
    this.about = element("p", { class: "about" });
    const other = bottom === "white" ? "black" : "white";
    this.far = element("div", { class: "seat-far" }, this.rows[other].element);
    this.near = element("div", { class: "seat-near" }, this.rows[bottom].element);
    const mat = new Mat(this.table.board, signal);
    this.screen = element(
      "div",
      { class: "game screen" },
      element("h1", { class: "hidden" }, say(words.gameOf(setupName(game.setup, known)))),
      this.far,
      element("div", { class: "boardbox" }, mat.element, element("div", { class: "telling" }, this.sentence, this.pass)),
      this.near,
      this.tray,
      this.spoken.form,
      element("div", { class: "bar" }, this.about, this.moves.element, this.actions.element),
    );
    this.screen.style.setProperty("--shape", String(stage.width / stage.height));
    addEventListener("keydown", (event) => this.#key(event), { signal });
    settings.addEventListener("change", () => this.#tell(), { signal });
    for (const event of ["state", "outbox"]) connection.addEventListener(event, () => this.#tell(), { signal });
    this.#take(game);
  }

  /**
   * Replaces all that was known of the game.
   *
   * @param {GameState} game
   */
  #take(game) {
    this.#busy = 0;
    const grown = game.history.length === this.game.history.length + 1;
    this.game = game;
    this.#frames = null;
    this.clocks.set(game.clocks);
    this.claim.set(game.presence);
    if (this.#sent?.ply !== game.ply) this.#sent = null;
    this.#show(grown);
  }

  /**
   * Whether something that was heard is a move of the computer.
   *
   * @param {ServerMessage} message
   */
  #isAnswer(message) {
    if (message.type !== "played" || message.game !== this.game.id) return false;
    return this.game.players[this.game.view.turn]?.kind === "computer";
  }

  /**
   * @param {ServerMessage} message
   * @param {number} heard
   */
  #hear(message, heard) {
    if (message.type === "game") {
      if (message.id === this.game.id) this.#take(message);
      return;
    }
    if (!("game" in message) || message.game !== this.game.id) return;
    switch (message.type) {
      case "played":
        if (message.ply < this.game.ply) return;
        this.game.history = [...this.game.history, message.move];
        this.#frames?.add(this.game.history.length, message.view);
        this.#advance(message, message.ply + 1, { heard, fresh: true });
        break;
      case "back":
        this.game.history = this.game.history.slice(0, -message.count);
        this.#frames?.forget(this.game.history.length + 1);
        this.#past = null;
        this.#advance(message, message.ply + 1, { heard });
        break;
      case "over":
        this.game.status = message.outcome ? "over" : "aborted";
        this.game.rating_changes = message.rating_changes;
        this.game.rating_mark = message.rating_mark;
        this.#advance(message, message.ply, { heard });
        break;
      case "thinking":
        if (message.ply !== this.game.ply) return;
        this.#busy = message.ahead;
        this.#tell();
        break;
      case "offers":
        this.game.offers = message.offers;
        this.#show(false);
        break;
      case "declined":
        if (message.by !== this.game.you) this.#declined = message.offer;
        this.#show(false);
        break;
      case "presence":
        this.game.presence = message.presence;
        this.claim.set(message.presence);
        this.#show(false);
        break;
      case "said":
        this.#said(message.by, message.phrase);
        break;
      case "rematch":
        if (this.game.you) go(`/game/${message.next}`);
        else {
          this.game.next = message.next;
          this.#show(false);
        }
        break;
      case "refused":
        this.#refused(message.problem);
        break;
    }
  }

  /**
   * @param {{ view: import("../types.js").View, clocks?: import("../types.js").Clocks }} message
   * @param {number} ply
   * @param {{ heard: number, fresh?: boolean }} how
   */
  #advance({ view, clocks }, ply, { heard, fresh = false }) {
    this.#sent = null;
    this.#declined = null;
    this.#busy = 0;
    Object.assign(this.game, { view, ply, clocks });
    if (this.game.you && atOneScreen(this.game)) this.game.you = view.turn;
    if (view.outcome) this.game.status = "over";
    this.clocks.set(clocks, heard);
    this.#show(fresh);
  }

  /** @param {import("../types.js").Problem} problem */
  #refused(problem) {
    // Those who run the server took it away: to ask for it again is to be told so.
    if (problem.code === "removed") return void arrive();
    this.#sent = null;
    notice(problem.rule ? `${problem.rule} · ${say(problem.text)}` : say(problem.text), this.game.setup);
    this.table.undo();
    this.#tell();
    connection.send({ type: "watch", game: this.game.id });
  }

  /** @param {import("../types.js").Side} side @param {import("../types.js").Phrase} phrase */
  #said(side, phrase) {
    const text = this.known.phrases.find((known) => known.phrase === phrase)?.text;
    if (text) this.rows[side].say(say(text));
  }

  /** @param {boolean} fresh whether the last move was just made */
  #show(fresh) {
    const { game } = this;
    const present = this.#past === null;
    const view = this.#past === null ? game.view : (this.#frames?.known(this.#past) ?? game.view);
    const mover = present && game.status === "live" ? game.you : null;
    if (!this.#sent) this.table.show(view, mover, { fresh: fresh && present });
    for (const row of Object.values(this.rows)) row.show(game, view);
    if (atOneScreen(game)) this.#turnTo(turns() ? view.turn : "white");
    this.moves.show(game.history, this.#past ?? game.history.length, { blackFirst: startsBlack(game) });
    const watching = game.presence.watchers > 0 ? say(words.watchers(game.presence.watchers)) : "";
    const about = [say(setupName(game.setup, this.known)), say(clockName(game.clock)), game.rated && say(words.rated), watching];
    this.about.textContent = about.filter(Boolean).join(" · ");
    this.claim.about(game);
    this.actions.show(game, this.about.textContent);
    this.screen.dataset.status = game.status;
    this.attention.show(game);
    this.#ask();
    this.#tell();
  }

  /** Fills the tray, but leaves it alone as long as it would say the same: something there may have the focus. */
  #ask() {
    const { status, you, offers, next, players, view, shows } = this.game;
    const { left } = this.claim;
    const notify = this.attention.question(this.game, () => this.#ask());
    const about = JSON.stringify([status, you, offers, next, players, view.outcome, shows, this.#private, this.#declined, left && Math.sign(left), notify.length]);
    if (about === this.#asking) return;
    this.#asking = about;
    const had = this.tray.contains(document.activeElement);
    this.tray.replaceChildren(...this.#asked(), ...notify);
    if (had && !this.tray.contains(document.activeElement)) this.table.board.refocus();
  }

  /** What waits for an answer: an invitation, an offer, or what to do after the end. */
  #asked() {
    const { game } = this;
    const act = (/** @type {Action} */ action) => this.#act(action);
    if (game.status === "over" || game.status === "aborted") return [ending(game, act, () => share(game)), ...questions(game, act, this.#declined)];
    if (game.status === "open") return [invitation(game, { join: () => attempt(() => this.#join()), abort: () => act("abort") })];
    return [...questions(game, act, this.#declined), ...this.claim.waiting, ...this.#findable()];
  }

  /** Whether everybody is to find this game: each player says so, and may change their mind. */
  #listing() {
    const wants = (/** @type {GameState} */ { you, shows }) => you !== null && shows[you];
    const plays = (/** @type {GameState} */ { you, status }) => you !== null && status !== "aborted";
    return [
      { name: words.letFind, act: () => attempt(() => this.#list(true)), when: (/** @type {GameState} */ game) => plays(game) && !wants(game) },
      { name: words.hideGame, act: () => attempt(() => this.#list(false)), when: (/** @type {GameState} */ game) => plays(game) && wants(game) },
    ];
  }

  /** @param {boolean} listed */
  async #list(listed) {
    const game = await put(`/api/games/${this.game.id}/listed`, { listed });
    notice(say(game.listed ? words.isFound : listed ? words.isFoundIf : words.isHidden));
  }

  /** The other's wish that everybody finds this game, until it is answered. */
  #findable() {
    const { you, shows, players } = this.game;
    if (you === null || this.#private || shows[you]) return [];
    const other = you === "white" ? "black" : "white";
    if (!shows[other] || players[other]?.kind !== "person") return [];
    const agree = element("button", { type: "button", class: "small main", onclick: () => attempt(() => this.#list(true)) }, say(words.agreeFind));
    const keep = () => {
      this.#private = true;
      this.#ask();
    };
    const no = element("button", { type: "button", class: "small", onclick: keep }, say(words.no));
    return [element("div", { class: "question" }, element("span", {}, say(words.theyLetFind)), element("div", { class: "answers" }, agree, no))];
  }

  /** At one screen the board may turn to who is to move. */
  #turning() {
    const turn = () => {
      changeTurning();
      this.#show(false);
    };
    return { name: words.turnBoard, act: turn, when: atOneScreen };
  }

  /** @param {import("../types.js").Side} side who sees the board the right way round */
  #turnTo(side) {
    const near = this.rows[side].element;
    if (near.parentElement === this.near) return;
    this.near.replaceChildren(near);
    this.far.replaceChildren(this.rows[side === "white" ? "black" : "white"].element);
    this.table.board.turn(side === "black");
  }

  async #join() {
    await becomeSomebody();
    await post(`/api/games/${this.game.id}/join`);
    await go(location.pathname);
  }

  /** Says what is happening and what can be done. */
  #tell() {
    const { game, table } = this;
    const mine = game.status === "live" && game.you === game.view.turn && this.#past === null && !this.#sent;
    const told = mine ? this.aid.said(game.view) : null;
    const hints = game.status === "over" && this.aid.hints ? ` ${say(words.hintsUsed(this.aid.hints))}` : "";
    const text = this.#unsent() ?? told ?? prompt(game, table, { sent: this.#sent !== null, past: this.#past, busy: this.#busy }) + hints;
    if (this.sentence.textContent !== text) this.sentence.replaceChildren(...withRules(text, game.setup));
    const passing = document.activeElement === this.pass;
    this.pass.hidden = !(mine && table.choice.pass);
    if (passing && this.pass.hidden) table.board.refocus();
    this.spoken.element.hidden = this.spoken.form.hidden = !setting().text_mode;
    this.spoken.show(game.view, mine);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") this.table.clear();
    else this.aid.key(event);
  }

  /** What waits for the connection to come back. */
  #unsent() {
    const letter = connection.isOpen ? undefined : connection.unanswered(this.game.id).at(-1);
    if (!letter) return null;
    return say(letter.type === "act" ? words.actKept[letter.action] : words.moveKept);
  }

  #pass() {
    const { pass } = this.table.choice;
    if (pass) this.table.play(pass);
  }

  /** @param {Turn} turn */
  #play(turn) {
    this.#sent = { ply: this.game.ply, move: turn.move };
    this.pace.saw();
    this.#tell();
    connection.deliver({ type: "move", game: this.game.id, ...this.#sent });
  }

  /** @param {Action} action */
  #act(action) {
    this.#declined = null;
    connection.deliver({ type: "act", game: this.game.id, ply: this.game.ply, action });
  }

  /** @param {import("../types.js").Phrase} phrase */
  #speak(phrase) {
    connection.send({ type: "say", game: this.game.id, phrase });
  }

  /** @param {number} shown */
  async #look(shown) {
    const back = shown < (this.#past ?? this.game.history.length);
    this.#going = shown;
    const { Frames } = await import("../frames.js");
    this.#frames ??= new Frames(`/api/games/${this.game.id}/frames`);
    const frames = this.#frames;
    if (shown < this.game.history.length && !(await attempt(() => frames.at(shown)))) return;
    // Somebody may have gone elsewhere meanwhile.
    if (this.#going !== shown) return;
    frames.prepare(shown, this.game.history.length);
    this.#past = shown >= this.game.history.length ? null : shown;
    this.#show(!back);
  }
}

/**
 * Whether the player may be helped: never against somebody elsewhere.
 *
 * @param {GameState} game
 */
function mayBeHelped(game) {
  const { status, you, view, players } = game;
  if (status !== "live" || you === null || you !== view.turn) return false;
  return atOneScreen(game) || players[you === "white" ? "black" : "white"]?.kind === "computer";
}

/** @param {GameState} game */
function startsBlack({ view, history }) {
  return (view.turn === "black") === (history.length % 2 === 0);
}

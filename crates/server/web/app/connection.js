/** @typedef {import("./types.js").ClientMessage} ClientMessage */
/** @typedef {import("./types.js").ServerMessage} ServerMessage */
import { Outbox } from "./outbox.js";
import { me, person } from "./person.js";

/** How long to wait before the next try, in milliseconds: at first, and at most. */
const FIRST = 300;
const LONGEST = 5000;

/** A sign of life is asked for so often; without one for so long the connection is dead. */
const BEAT = 10_000;
const SILENCE = 25_000;

/**
 * What is said is answered much sooner. Halfway it is asked whether anybody is there; a server that hangs is left
 * for another one.
 */
const ANSWER = 5000;
const GLANCE = 500;

/**
 * How a game is asked for.
 *
 * @param {string} game
 */
const watching = (game) => JSON.stringify({ type: "watch", game });

/**
 * The one socket of the page. It opens when something is followed, and again whenever it is lost.
 * It tells `state` when it comes and goes, `message` with what the server says, `later` with what it
 * refuses for now and is said again, and `outbox` when something is waiting for an answer or has it.
 */
class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Set<string>} */
  #followed = new Set();
  #delay = FIRST;
  #heard = 0;
  /** Since when something was said and nothing has come back, and whether it was asked about. */
  #said = 0;
  #asked = false;
  #wanted = false;
  #outbox = new Outbox();
  /**
   * What is said again, in a moment for all of it, because the server has refused it for now.
   *
   * @type {Set<string>}
   */
  #refused = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #repeating;
  /** Whose page it is. */
  #owner = me()?.name;

  constructor() {
    super();
    addEventListener("online", () => this.#again());
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.#look());
    person.addEventListener("change", () => this.#changeOwner());
    setInterval(() => this.#look(), BEAT);
    setInterval(() => this.#glance(), GLANCE);
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Says something now; what is said while nobody listens is lost.
   *
   * @param {ClientMessage} message
   */
  send(message) {
    this.#say(JSON.stringify(message));
  }

  /** @param {string} text */
  #say(text) {
    if (!this.isOpen) return;
    this.#socket?.send(text);
    this.#said ||= Date.now();
  }

  /**
   * Says something that must not be lost: now, and again after every break until it is answered.
   *
   * @param {Extract<ClientMessage, { id?: number }>} message
   */
  deliver(message) {
    const letter = this.#outbox.add(message);
    this.send(letter);
    this.#wanted = true;
    this.#again();
    this.dispatchEvent(new Event("outbox"));
  }

  /**
   * What was said about a game and is not answered yet.
   *
   * @param {string} game
   */
  unanswered(game) {
    return this.#outbox.letters.filter((letter) => letter.game === game);
  }

  #changeOwner() {
    const now = me()?.name;
    // The first to be recognised may have left something here before a reload.
    if (this.#owner !== undefined) this.#outbox.clear();
    this.#owner = now;
    if (this.#outbox.letters.length > 0) this.#wanted = true;
    this.#drop();
    this.#again();
  }

  /**
   * Asks for something now and each time the connection is back, until the signal.
   *
   * @param {ClientMessage} begin
   * @param {ClientMessage} end
   * @param {(message: ServerMessage) => void} listener
   * @param {AbortSignal} signal
   */
  follow(begin, end, listener, signal) {
    const asked = JSON.stringify(begin);
    const hear = (/** @type {any} */ event) => listener(event.detail);
    this.addEventListener("message", hear, { signal });
    this.#followed.add(asked);
    signal.addEventListener("abort", () => {
      this.#followed.delete(asked);
      this.send(end);
    });
    this.#wanted = true;
    if (this.isOpen) this.#say(asked);
    else this.#open();
  }

  #open() {
    if (this.#socket) return;
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/socket`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.addEventListener("open", () => {
      this.#delay = FIRST;
      for (const asked of this.#followed) this.#say(asked);
      for (const letter of this.#outbox.letters) this.send(letter);
      this.dispatchEvent(new Event("state"));
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket !== socket) return;
      this.#heard = Date.now();
      this.#answered();
      this.#hear(JSON.parse(data));
    });
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lost();
    });
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    if (message.type === "refused" && this.#isForNow(message)) {
      const { wait = FIRST, code } = message.problem;
      if (message.game !== undefined) this.#refused.add(watching(message.game));
      this.#repeating ??= setTimeout(() => this.#repeat(), wait);
      if (code !== "too-many") this.dispatchEvent(new CustomEvent("later", { detail: message }));
      return;
    }
    const answer = message.type === "done" || message.type === "refused" ? message : null;
    const settled = answer?.id !== undefined && this.#outbox.answered(answer.id);
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
    if (settled) this.dispatchEvent(new Event("outbox"));
  }

  /**
   * Whether what was refused is said again when its time has come: a letter, what is followed, or, where the
   * server has not read what it was, all letters.
   *
   * @param {Extract<ServerMessage, { type: "refused" }>} refused
   */
  #isForNow({ id, game, problem }) {
    if (problem.wait === undefined && problem.code !== "too-many") return false;
    if (id !== undefined) return this.#outbox.letters.some((letter) => letter.id === id);
    if (problem.code === "too-many") return !game && this.#outbox.letters.length > 0;
    return game !== undefined && this.#followed.has(watching(game));
  }

  /** Says again what is not answered yet: it is done once all the same. What is followed is told anew first. */
  #repeat() {
    this.#repeating = undefined;
    for (const asked of this.#refused) if (this.#followed.has(asked)) this.#say(asked);
    this.#refused.clear();
    for (const letter of this.#outbox.letters) this.send(letter);
  }

  /** Gives up the connection at once: closing it properly may take long when nobody answers. */
  #drop() {
    if (!this.#socket) return;
    this.#socket.close();
    this.#lost();
  }

  #lost() {
    this.#socket = null;
    this.#answered();
    this.dispatchEvent(new Event("state"));
    setTimeout(() => this.#again(), this.#delay * (0.5 + Math.random()));
    this.#delay = Math.min(2 * this.#delay, LONGEST);
  }

  #again() {
    if (this.#wanted) this.#open();
  }

  #answered() {
    this.#said = 0;
    this.#asked = false;
  }

  /** Drops a connection on which nothing comes back soon. */
  #glance() {
    if (this.#said === 0 || !this.isOpen) return;
    const silence = Date.now() - this.#said;
    if (silence > ANSWER) this.#drop();
    else if (silence > ANSWER / 2 && !this.#asked) {
      this.#asked = true;
      this.send({ type: "ping" });
    }
  }

  /** Drops a connection that only seems to be there. */
  #look() {
    if (!this.isOpen) this.#again();
    else if (Date.now() - this.#heard > SILENCE) this.#drop();
    else this.send({ type: "ping" });
  }
}

export const connection = new Connection();

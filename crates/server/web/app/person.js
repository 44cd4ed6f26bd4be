/** @typedef {import("./types.js").Me} Me */
import { get, post } from "./api.js";
import { say } from "./language.js";
import { words } from "./words.js";

/** Tells `change` when the page belongs to somebody else. */
export const person = new EventTarget();

/** @type {Me | null} */
let known = null;

export const me = () => known;

/** @param {Me | null} somebody */
export function belongsTo(somebody) {
  known = somebody;
  person.dispatchEvent(new Event("change"));
}

/** Who the server says one is. */
export async function recognise() {
  belongsTo(await get("/api/me").catch(() => null));
}

/** Whoever has no name yet gets one as a guest. */
export async function becomeSomebody() {
  if (!known) belongsTo(await post("/api/guest", { name: say(words.guest(1000 + Math.floor(9000 * Math.random()))) }));
}

export async function signOut() {
  await post("/api/logout");
  belongsTo(null);
}

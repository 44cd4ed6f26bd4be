import { connection } from "./connection.js";
import { frame } from "./frame.js";
import { queue } from "./api.js";
import { say } from "./language.js";
import { notice } from "./notice.js";
import { me, person, recognise } from "./person.js";
import { words } from "./words.js";
import { arrive, go } from "./router.js";
import { apply, settings } from "./settings.js";
import { typeAgain, typed } from "./typed.js";

apply();
frame();
person.addEventListener("change", frame);
await recognise();
await arrive();

// Another language says everything anew.
let spoken = document.documentElement.lang;
settings.addEventListener("change", async () => {
  if (spoken === document.documentElement.lang) return;
  spoken = document.documentElement.lang;
  const kept = typed();
  frame();
  await arrive();
  typeAgain(kept);
});
connection.addEventListener("message", (event) => {
  const message = /** @type {CustomEvent} */ (event).detail;
  if (message.type === "hello" && message.me?.name !== me()?.name) lookAgain();
  if (message.type === "started" && location.pathname !== `/game/${message.game}`) go(`/game/${message.game}`);
});
connection.addEventListener("later", (event) => notice(say(/** @type {CustomEvent} */ (event).detail.problem.text)));

/** The server knows somebody else here, or nobody: the session has ended, perhaps from elsewhere. */
async function lookAgain() {
  const before = me()?.name;
  if (before === undefined) return;
  await recognise();
  if (me()?.name === before) return;
  if (!me()) notice(say(words.signedOutElsewhere));
  await arrive();
}

queue.addEventListener("nobody", lookAgain);

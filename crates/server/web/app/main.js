import { connection } from "./connection.js";
import { frame } from "./frame.js";
import { person, recognise } from "./person.js";
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
  if (message.type === "started" && location.pathname !== `/game/${message.game}`) go(`/game/${message.game}`);
});

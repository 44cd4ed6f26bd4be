/**
 * @typedef {import("../types.js").Named} Named
 * @typedef {import("../types.js").Profile} Profile
 */
import { catalogue, get } from "../api.js";
import { element } from "../element.js";
import { dateText, gamesOf } from "../games.js";
import { say } from "../language.js";
import { block, report } from "../conduct.js";
import { attempt } from "../notice.js";
import { me, signOut } from "../person.js";
import { go } from "../router.js";
import { ratingGraph } from "../rating-graph.js";
import { ratingText } from "../seat.js";
import { words } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function open({ root, path }) {
  const name = path[0] ?? "";
  const [profile, known] = await Promise.all([/** @type {Promise<Profile>} */ (get(`/api/people/${encodeURIComponent(name)}`)), catalogue()]);
  const rating = (/** @type {Named} */ family) => [
    element("dt", {}, say(family.name)),
    element("dd", {}, ratingText(profile.ratings[family.word])),
  ];
  const own = me()?.name === profile.name;
  const out = async () => {
    await signOut();
    await go("/");
  };
  root.append(
    element(
      "div",
      { class: "column" },
      element("h1", {}, profile.name),
      element("p", { class: "muted" }, `${say(words.since(dateText(profile.since)))} · ${say(words.gamesFinished(profile.games))}`),
      element("dl", { class: "facts" }, known.families.flatMap(rating)),
      await Promise.all(known.families.filter(({ word }) => profile.ratings[word]).map((family) => went(profile.name, family))),
      own &&
        element(
          "p",
          { class: "row" },
          element("a", { class: "button", href: "/settings" }, say(words.settings)),
          element("button", { type: "button", onclick: () => attempt(out) }, say(words.signOut)),
        ),
      me() && !own && conduct({ name: profile.name }),
      await gamesOf({ player: profile.name }, known),
    ),
  );
  return profile.name;
}

/**
 * How the rating in a family of games went.
 *
 * @param {string} name
 * @param {Named} family
 */
async function went(name, family) {
  const points = await get(`/api/people/${encodeURIComponent(name)}/ratings`, { family: family.word });
  const way = element("a", { href: `/leaders/${family.word}` }, say(words.leaders));
  return element("section", {}, element("h2", {}, say(family.name)), ratingGraph(points), element("p", {}, way));
}

/** @param {import("../types.js").Whom} whom */
function conduct(whom) {
  return element(
    "p",
    { class: "row" },
    element("button", { type: "button", onclick: () => attempt(() => block(whom)) }, say(words.block)),
    element("button", { type: "button", onclick: () => report(whom) }, say(words.report)),
  );
}

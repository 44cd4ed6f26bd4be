import { queue } from "./api.js";
import { connection } from "./connection.js";
import { element, shape } from "./element.js";
import { unfolds } from "./fold.js";
import { language, say } from "./language.js";
import { me } from "./person.js";
import { here, router } from "./router.js";
import { choose, setting } from "./settings.js";
import { words } from "./words.js";

/** Places of the head, with what they are called. */
const WAYS = /** @type {const} */ ([
  ["/", words.play],
  ["/watch", words.watch],
  ["/analysis", words.analysis],
  ["/atlas", words.atlas],
  ["/rules", words.rules],
]);

/** Places of the foot; where there is no room for a foot they follow those of the head. */
const FURTHER = /** @type {const} */ ([
  ["/games", words.myGames],
  ["/lobby", words.lobby],
    ["/leaders", words.leaders],
  ["/editor", words.editor],
  ["/settings", words.settings],
  ["/api", words.programs],
]);

/** Ends what the frame before listened to. */
let shown = new AbortController();

/** Puts head and foot around the place that is shown. */
export function frame() {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  const nav = ways();
  const button = element("button", { type: "button", class: "quiet icon menu", "aria-label": say(words.menu), title: say(words.menu) }, bars());
  const menu = unfolds(button, nav, signal);
  router.addEventListener("change", () => menu.fold(), { signal });
  const header = element("header", { class: "head" }, skip(), button, brand(), nav, corner());
  document.querySelector("header")?.replaceWith(header);
  document.querySelector("footer")?.replaceWith(foot());
  mark();
}

function bars() {
  return shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: "M4 7h16M4 12h16M4 17h16" }));
}

function skip() {
  return element("a", { class: "skip", href: "#main" }, say(words.skip));
}

function brand() {
  const mill = shape(
    "svg",
    { viewBox: "0 0 24 24", class: "logo", "aria-hidden": "true" },
    shape("path", { d: "M3 3h18v18H3zM7.5 7.5h9v9h-9zM12 3v4.5M12 16.5V21M3 12h4.5M16.5 12H21" }),
    shape("circle", { cx: 12, cy: 12, r: 1.6 }),
  );
  return element("a", { class: "brand", href: "/" }, mill, element("span", {}, say(words.title)));
}

function ways() {
  const items = WAYS.map(([href, name]) => element("li", {}, element("a", { href }, say(name))));
  const further = FURTHER.map(([href, name]) => element("li", { class: "further" }, element("a", { href }, say(name))));
  return element("nav", { "aria-label": say(words.menu) }, element("ul", {}, items, further));
}

/** Language, colours, and who one is. */
function corner() {
  const other = language() === "en" ? "fr" : "en";
  const tongue = element(
    "button",
    { type: "button", class: "quiet icon", lang: other, onclick: () => choose({ lang: other }) },
    element("span", { "aria-hidden": "true" }, other.toUpperCase()),
    element("span", { class: "hidden" }, say(words.otherLanguage)),
  );
  const dark = setting().theme ? setting().theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = dark ? "light" : "dark";
  const label = say(dark ? words.makeLight : words.makeDark);
  const colours = element(
    "button",
    {
      type: "button",
      class: "quiet icon",
      "aria-label": label,
      title: label,
      onclick: () => {
        choose({ theme });
        frame();
      },
    },
    shape(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      shape("circle", { cx: 12, cy: 12, r: 8 }),
      shape("path", { d: "M12 4a8 8 0 0 1 0 16z", class: "full" }),
    ),
  );
  const somebody = me();
  const who = somebody && !somebody.guest
    ? element("a", { href: `/person/${encodeURIComponent(somebody.name)}` }, somebody.name)
    : element("a", { href: "/sign-in" }, say(words.signIn));
  return element("div", { class: "corner" }, tongue, colours, who);
}

function foot() {
  return element("footer", { class: "foot" }, FURTHER.map(([href, name]) => element("a", { href }, say(name))));
}

/** Shows in the head where one is. */
function mark() {
  for (const link of document.querySelectorAll("header nav a")) {
    const at = link.getAttribute("href") === `/${here()}`;
    if (at) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

router.addEventListener("change", mark);

// A short break heals before anybody has read about it.
const PATIENCE = 1200;

/** What keeps the page waiting, and since when it is worth a word. */
const worries = { lost: 0, busy: 0 };

/** @param {keyof typeof worries} worry @param {boolean} is */
function worried(worry, is) {
  if (!is) {
    clearTimeout(worries[worry]);
    worries[worry] = 0;
    tell(worry, false);
  } else worries[worry] ||= setTimeout(() => tell(worry, true), PATIENCE);
}

/** @param {keyof typeof worries} worry @param {boolean} is */
function tell(worry, is) {
  const banner = document.getElementById("connection");
  if (banner && (is || banner.dataset.worry === worry)) {
    banner.textContent = is ? say({ lost: words.lost, busy: words.busy }[worry]) : "";
    banner.dataset.worry = worry;
  }
}

connection.addEventListener("state", () => worried("lost", !connection.isOpen));
queue.addEventListener("wait", () => worried("busy", true));
queue.addEventListener("go", () => worried("busy", false));

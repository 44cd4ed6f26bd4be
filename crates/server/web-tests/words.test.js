import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { words as accounts } from "../web/app/account/words.js";
import { words as analysis } from "../web/app/analysis/words.js";
import { words as sharing } from "../web/app/share/words.js";

const APP = new URL("../web/app/", import.meta.url);

/** Where texts are: those of the analysis board are apart, and contain those of `words.js`; those of accounts contain them too; those of sharing are apart. */
const WORDS = ["words.js", "account/words.js", "analysis/words.js", "share/words.js"];
const ALL = [...Object.entries(analysis), ...Object.entries(sharing), ...Object.entries(accounts)];

/** Stands for any argument: a text, a message, a piece, what a list asks for. */
const ANYTHING = Object.assign(new String("a1"), { en: "x", fr: "y", at: "a1", side: "white", games: 15, opponents: 5, deviation: 110, weeks: 13 });

/** Arguments, among them numbers that take a singular and a plural. */
const SAMPLES = [[ANYTHING, ANYTHING, ANYTHING, ANYTHING], [1, 1, 1], [2, 2, 2], [ANYTHING, 1], [ANYTHING, 2], [ANYTHING, null, null, false]];

/** Every text of a part of the words, by its name; samples that do not fit are left out. */
function* texts(part, name) {
  if (typeof part !== "function") {
    if ("en" in part) yield [name, part];
    else for (const [key, inner] of Object.entries(part)) yield* texts(inner, `${name}.${key}`);
    return;
  }
  for (const sample of SAMPLES) {
    // Only short lists of arguments have numbers that count something.
    if (sample.some(Number.isInteger) && part.length > 2) continue;
    let made;
    try {
      made = part(...sample);
    } catch {
      continue;
    }
    const fits = !/undefined|NaN/.test(made.en + made.fr);
    if (fits || sample[0] === ANYTHING) yield [name, made];
  }
}

test("every text has both languages, set as each asks", () => {
  const seen = new Set();
  for (const [key, part] of ALL) {
    for (const [name, { en, fr }] of texts(part, key)) {
      seen.add(key);
      assert.ok(en?.trim() && fr?.trim(), name);
      assert.doesNotMatch(en + fr, /['"]|\s\s|undefined|TODO/, name);
      assert.doesNotMatch(en, /[\u00a0\u202f«]/, name);
      const prose = fr.replace(/w=\S+/, "");
      for (const [, before, mark] of prose.matchAll(/(.)([:;!?»])/gu)) {
        assert.equal(before, mark === ":" ? "\u00a0" : "\u202f", `${name}: ${fr}`);
      }
    }
  }
  assert.deepEqual(ALL.filter(([key]) => !seen.has(key)), []);
});

test("every text is said somewhere", async () => {
  const files = (await readdir(APP, { recursive: true })).filter((file) => file.endsWith(".js") && !WORDS.includes(file));
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, APP), "utf8")));
  const all = sources.join("\n") + (await readFile(new URL("words.js", APP), "utf8")).split("export function kindName")[1];
  const unused = ALL.map(([key]) => key).filter((key) => !new RegExp(`words\\.${key}\\b`).test(all));
  assert.deepEqual(unused, []);
});

test("no text for people is written anywhere else", async () => {
  const files = (await readdir(APP, { recursive: true })).filter((file) => file.endsWith(".js") && !WORDS.includes(file));
  for (const file of files) {
    const source = await readFile(new URL(file, APP), "utf8");
    const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
    const spoken = [...code.matchAll(/"([^"\n]*[a-z] [a-z][^"\n]*)"/g)].map(([, text]) => text);
    // Names of classes, selectors and drawings also have spaces.
    const plain = spoken.filter((text) => /^[A-ZÀ-Ý]/.test(text) && !/^M[\d.]/.test(text));
    assert.deepEqual(plain, [], file);
  }
});

import { element } from "./element.js";

/** The id of a rule, such as ML4. */
const RULE = /\b[A-Z]{1,2}\d{1,2}\b/g;

/**
 * A text whose ids of rules lead to the rule.
 *
 * @param {string} text
 * @param {string | undefined} setup whose rules; nothing: the text stays as it is
 * @returns {(string | HTMLAnchorElement)[]}
 */
export function withRules(text, setup) {
  if (!setup) return [text];
  /** @type {(string | HTMLAnchorElement)[]} */
  const parts = [];
  let end = 0;
  for (const { 0: rule, index } of text.matchAll(RULE)) {
    const link = element("a", { class: "rule", href: `/rules/${encodeURIComponent(setup)}#${rule}` }, rule);
    parts.push(text.slice(end, index), link);
    end = index + rule.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

/** Fields that people type into. What is only shown or chosen comes from elsewhere. */
const FIELDS = "input:not([type=checkbox], [type=radio], [type=range], [type=file], [readonly]), textarea:not([readonly])";

/** @returns {(HTMLInputElement | HTMLTextAreaElement)[]} */
const fields = () => [...document.querySelectorAll(`main :is(${FIELDS})`)].map((field) => /** @type {HTMLInputElement} */ (field));

/** What was typed in the place that is shown. */
export const typed = () => fields().map(({ value }) => value);

/**
 * Types it again where the same fields are there anew.
 *
 * @param {string[]} values
 */
export function typeAgain(values) {
  const anew = fields();
  if (anew.length === values.length) anew.forEach((field, index) => (field.value = values[index] ?? ""));
}

/**
 * Lets a button unfold something. It folds again on Escape, on a touch elsewhere, and when the
 * focus goes elsewhere.
 *
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} content
 * @param {AbortSignal} signal
 */
export function unfolds(button, content, signal) {
  const set = (/** @type {boolean} */ open) => {
    button.setAttribute("aria-expanded", String(open));
    content.classList.toggle("unfolded", open);
  };
  const isOpen = () => content.classList.contains("unfolded");
  const inside = (/** @type {EventTarget | null} */ target) =>
    target instanceof Node && (button.contains(target) || content.contains(target));
  set(false);
  button.addEventListener("click", () => set(!isOpen()), { signal });
  document.addEventListener("pointerdown", ({ target }) => isOpen() && !inside(target) && set(false), { signal });
  document.addEventListener("focusin", ({ target }) => isOpen() && !inside(target) && set(false), { signal });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !isOpen()) return;
      event.stopPropagation();
      set(false);
      button.focus();
    },
    { signal, capture: true },
  );
  return { fold: () => set(false) };
}

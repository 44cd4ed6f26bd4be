import { element } from "./element.js";

/**
 * A style sheet that only some places need. Without it they are plain, but there.
 *
 * @param {string} name
 * @returns {Promise<void>}
 */
export function styled(name) {
  const href = new URL(`../style/${name}.css`, import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(element("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}

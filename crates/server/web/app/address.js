/**
 * What the address of the place that is shown says behind the `?`.
 *
 * @param {string} key
 */
export function told(key) {
  return new URLSearchParams(location.search).get(key);
}

/**
 * Writes into the address what was chosen here, so that reloading, going back and another language
 * lose nothing. What is undefined is left out.
 *
 * @param {Record<string, string | undefined>} chosen
 */
export function remember(chosen) {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(chosen)) {
    if (value === undefined) query.delete(key);
    else query.set(key, value);
  }
  // Slashes need no signs of their own behind a question mark.
  const search = query.toString().replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",");
  history.replaceState(history.state, "", location.pathname + (search && `?${search}`) + location.hash);
}

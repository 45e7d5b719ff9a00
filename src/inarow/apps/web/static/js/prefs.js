/** What a visitor likes, kept in this browser. */

const KEY = "inarow.preferences";

const usual = {
  /** "auto", "light" or "dark". */
  theme: "auto",
  sound: false,
  numbers: false,
  engine: true,
  opponents: /** @type {Record<string, string>} */ ({}),
  game: "connect4",
  /** Puzzles answered, and those solved at the first try. */
  puzzles: 0,
  solved: 0,
};

/** @returns {typeof usual} */
function load() {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...usual };
  }
}

export const prefs = load();

/** @param {Partial<typeof usual>} changes */
export function remember(changes) {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

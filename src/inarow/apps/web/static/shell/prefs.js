/** What a visitor likes, kept in this browser. */

const KEY = "inarow.preferences";

const usual = {
  /** "auto", "light" or "dark". */
  theme: "auto",
  sound: false,
  numbers: false,
  engine: true,
  /** Do opponents take their time, as people do? */
  pace: false,
  /** What the visitor answered to "How strong are you?", if anything. */
  strength: "",
  opponents: /** @type {Record<string, string>} */ ({}),
  game: "connect4",
  /** What is known of the person in each game, for opponents that adapt. */
  known: /** @type {Record<string, KnownInfo>} */ ({}),
  /** Puzzles answered, and those solved at the first try. */
  puzzles: 0,
  solved: 0,
};

/** @returns {Partial<typeof usual>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const prefs = { ...usual, ...load() };

/** @param {Partial<typeof usual>} changes */
export function remember(changes) {
  // Another tab may have changed other things meanwhile.
  Object.assign(prefs, load(), changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

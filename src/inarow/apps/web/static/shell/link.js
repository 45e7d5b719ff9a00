/**
 * The address holds the game, `#play?game=connect4(7x6)&moves=4453&o=discount`, a puzzle with what is asked in it,
 * `#learn?game=connect4(7x6)&moves=45312&puzzle=win`, or a place of the course: `#course`, `#chapter/minimax`,
 * `#exercise/minimax`, with code if it was shared.
 */

/**
 * @typedef {{
 *   mode: string, game: string, moves: string, start: string, x: string, o: string, time: string,
 *   think: string, adapt: string, swap2: string, puzzle: string, place: string, code: string,
 * }} Link
 */

const FIELDS = /** @type {const} */ (["game", "moves", "start", "x", "o", "time", "think", "adapt", "swap2", "puzzle"]);
const PLACE = /^(course|(chapter|exercise)\/[a-z0-9-]{1,40})$/;

/** @param {string} hash @returns {Link} */
export function readLink(hash) {
  const [mode, query = ""] = hash.replace(/^#/, "").split("?", 2);
  const values = new URLSearchParams(query);
  const isPlace = PLACE.test(mode);
  const link = /** @type {any} */ ({ mode: isPlace ? "learn" : mode, place: isPlace ? mode : "", code: values.get("code") ?? "" });
  for (const field of FIELDS) link[field] = values.get(field) ?? "";
  for (const field of ["time", "think"]) {
    if (!/^\d{1,3}(\.\d)?$/.test(link[field])) link[field] = "";
  }
  return link;
}

/** @param {Link} link */
export function writeLink(link) {
  if (link.place) return `#${link.place}${link.code ? `?code=${link.code}` : ""}`;
  const values = FIELDS.filter((field) => link[field]).map(
    // Brackets and commas may stand in an address as they are, which is easier to read.
    (field) => `${field}=${encodeURIComponent(link[field]).replaceAll("%20", "+").replaceAll("%2C", ",")}`,
  );
  return `#${link.mode}?${values.join("&")}`;
}

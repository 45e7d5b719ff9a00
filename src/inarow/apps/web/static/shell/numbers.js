/** Numbers for people, short. */

const UNITS = /** @type {const} */ ([[1e9, "G"], [1e6, "M"], [1e3, "k"]]);

/** Four characters or so: 999, 1.2k, 35k, 4.1M. @param {number} value */
export function short(value) {
  const size = Math.abs(value);
  const [unit, letter] = UNITS.find(([least]) => size >= least) ?? [1, ""];
  const digits = unit === 1 || size / unit < 10 ? 1 : 0;
  return `${Number((value / unit).toFixed(digits))}${letter}`.replace("-", "−");
}

/** The same with a sign before what is above zero. @param {number} value */
export function signed(value) {
  return `${value > 0 ? "+" : ""}${short(value)}`;
}

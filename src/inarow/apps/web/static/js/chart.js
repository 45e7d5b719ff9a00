/** The game as a curve: above the middle X is ahead, below it O. */

import { s } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 90;
/** Room for half a dot on either side. */
const EDGE = 5;

/**
 * @param {(number | null)[]} meters one for each position, null where nothing is known yet
 * @param {number} current
 * @param {(ply: number) => void} go
 */
export function chart(meters, current, go) {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, meters.length - 1);
  const across = (/** @type {number} */ ply) => EDGE + ply * step;
  const middle = HEIGHT / 2;
  const at = (/** @type {number} */ meter) => middle - meter * (middle - 6);
  const points = meters
    .map((meter, ply) => ({ ply, meter }))
    .filter((point) => point.meter !== null)
    .map(({ ply, meter }) => ({ ply, x: across(ply), y: at(/** @type {number} */ (meter)) }));
  const curve = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const first = points[0];
  const last = points.at(-1);
  const picture = s(
    "svg",
    {
      class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none",
      role: "img", "aria-label": describe(meters),
    },
    first && last
      ? s("path", { class: "area", d: `M${first.x} ${middle}L${curve}L${last.x} ${middle}Z` })
      : null,
    s("path", { class: "middle", d: `M0 ${middle}H${WIDTH}` }),
    points.length > 1 ? s("path", { class: "curve", d: `M${curve}` }) : null,
    s("path", { class: "now", d: `M${across(current).toFixed(1)} 0V${HEIGHT}` }),
    ...points.map(({ ply, x, y }) =>
      s("ellipse", { class: ply === current ? "dot here" : "dot", cx: x, cy: y, rx: 2.6, ry: 2.6 }),
    ),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const x = (WIDTH * (event.clientX - box.left)) / box.width;
    go(Math.max(0, Math.min(meters.length - 1, Math.round((x - EDGE) / step))));
  });
  return picture;
}

/** @param {(number | null)[]} meters */
function describe(meters) {
  const known = meters.filter((meter) => meter !== null);
  if (!known.length) return "Course of the game: not analysed yet";
  const last = /** @type {number} */ (known.at(-1));
  const ahead = last > 0.1 ? "X is ahead" : last < -0.1 ? "O is ahead" : "the game is even";
  return `Course of the game over ${meters.length - 1} moves; in the end ${ahead}`;
}

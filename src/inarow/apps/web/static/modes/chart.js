/** The game as a curve: above the middle X is ahead, below it O. */

import { s } from "../shell/dom.js";
import { words } from "../shell/words.js";

const WIDTH = 320;
const HEIGHT = 90;
/** Room for half a dot on every side. */
const EDGE = 5;

/** @param {(number | null)[]} shares how likely X is to win in each position, if that is known @param {Record<Side, string>} people @param {number} current @param {(ply: number) => void} go */
export function chart(shares, people, current, go) {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, shares.length - 1);
  const across = (/** @type {number} */ ply) => EDGE + ply * step;
  const middle = HEIGHT / 2;
  const points = shares.flatMap((share, ply) =>
    share === null ? [] : [{ ply, x: across(ply), y: HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE) }]);
  const curve = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const [first, last] = [points[0], points.at(-1)];
  const picture = s(
    "svg",
    {
      class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none",
      role: "img", "aria-label": words.analyse.curve(shares, people),
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
    go(Math.max(0, Math.min(shares.length - 1, Math.round((x - EDGE) / step))));
  });
  return picture;
}

/** The outlines of a board, as the paths of SVG. */

/** The side of a cell, and how much of it a piece takes. */
export const CELL = 100;
export const RADIUS = 41;
/** How wide the frame of a standing board is, and its foot, where the columns are numbered. */
export const FRAME = 16;
export const FOOT = 54;
/** Where a flat board has the names of its rows and columns. */
export const MARGIN = 46;

/** @param {number} width @param {number} height */
export function holes(width, height) {
  let path = "";
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = (x + 0.5) * CELL - RADIUS;
      const middle = (y + 0.5) * CELL;
      const d = 2 * RADIUS;
      path += `M${left} ${middle}a${RADIUS} ${RADIUS} 0 1 0 ${d} 0a${RADIUS} ${RADIUS} 0 1 0 ${-d} 0Z`;
    }
  }
  return path;
}

/** @param {number} width @param {number} height */
export function framePath(width, height) {
  const w = width * CELL + 2 * FRAME;
  const t = height * CELL + FRAME + FOOT;
  const r = 30;
  return (
    `M${r - FRAME} ${-FRAME}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${t - 2 * r}` +
    `a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - t}` +
    `a${r} ${r} 0 0 1 ${r} ${-r}Z${holes(width, height)}`
  );
}

/** @param {number} width @param {number} height @param {boolean} between lines run between the cells, not through them */
export function gridPath(width, height, between) {
  const w = width * CELL;
  const t = height * CELL;
  let path = "";
  if (between) {
    for (let x = 1; x < width; x++) path += `M${x * CELL} 12V${t - 12}`;
    for (let y = 1; y < height; y++) path += `M12 ${y * CELL}H${w - 12}`;
    return path;
  }
  for (let x = 0; x < width; x++) path += `M${(x + 0.5) * CELL} ${CELL / 2}V${t - CELL / 2}`;
  for (let y = 0; y < height; y++) path += `M${CELL / 2} ${(y + 0.5) * CELL}H${w - CELL / 2}`;
  return path;
}

/** The cells with dots that help the eye on a large square board. @param {number} width @param {number} height */
export function starPoints(width, height) {
  if (width !== height || width < 13) return [];
  const near = 3;
  const far = width - 4;
  const middle = (width - 1) / 2;
  const points = [[near, near], [near, far], [far, near], [far, far]];
  if (Number.isInteger(middle)) points.push([middle, middle]);
  return points.map(([x, y]) => y * width + x);
}

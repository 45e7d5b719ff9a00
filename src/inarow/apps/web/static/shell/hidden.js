/**
 * A text hidden in the pixels of a picture, so that the picture can be opened again as a game.
 *
 * Of a copied picture the clipboard keeps nothing but the pixels. The text stands in the lowest bit
 * of red, green and blue, pixel by pixel, as a message of bytes: four that say what this is, two for
 * the length, four for a checksum, then the text in UTF-8. The picture is cut into seven equal parts
 * with a copy at the beginning of each; where the copies differ, as in browsers that blur what a page
 * reads, most of them decide.
 */

const MARK = [0x69, 0x6e, 0x72, 0x77];
const HEADER = MARK.length + 6;
const COPIES = 7;

/** @param {ImageData} image opaque @param {string} text */
export function hideText({ data }, text) {
  const bytes = message(new TextEncoder().encode(text));
  const room = roomIn(data);
  if (8 * bytes.length > room) throw new RangeError("the picture is too small for its game");
  for (let copy = 0; copy < COPIES; copy++) {
    for (let i = 0; i < 8 * bytes.length; i++) {
      const at = place(copy * room + i);
      const bit = (bytes[i >> 3] >> (i & 7)) & 1;
      data[at] = (data[at] & ~1) | bit;
    }
  }
}

/** The text in a picture, or null if there is none. @param {ImageData} image */
export function findText({ data }) {
  const header = readBytes(data, HEADER);
  if (MARK.some((byte, i) => header[i] !== byte)) return null;
  const view = new DataView(header.buffer);
  const length = view.getUint16(MARK.length);
  const content = readBytes(data, HEADER + length).subarray(HEADER);
  if (content.length !== length || checksum(content) !== view.getUint32(MARK.length + 2)) return null;
  return new TextDecoder().decode(content);
}

/** @param {Uint8Array} content */
function message(content) {
  const bytes = new Uint8Array(HEADER + content.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MARK);
  view.setUint16(MARK.length, content.length);
  view.setUint32(MARK.length + 2, checksum(content));
  bytes.set(content, HEADER);
  return bytes;
}

/** How many bits each copy has for itself. @param {Uint8ClampedArray} data */
function roomIn(data) {
  return Math.floor((data.length / 4) * (3 / COPIES));
}

/** Where the n-th bit is: every fourth value of a picture is its opacity. @param {number} n */
function place(n) {
  return 4 * Math.floor(n / 3) + (n % 3);
}

/** The first bytes of the message; fewer where the picture is too small. @param {Uint8ClampedArray} data @param {number} count */
function readBytes(data, count) {
  const room = roomIn(data);
  const bytes = new Uint8Array(Math.min(count, room >> 3));
  for (let i = 0; i < 8 * bytes.length; i++) {
    let votes = 0;
    for (let copy = 0; copy < COPIES; copy++) votes += data[place(copy * room + i)] & 1;
    if (2 * votes > COPIES) bytes[i >> 3] |= 1 << (i & 7);
  }
  return bytes;
}

/** FNV-1a. @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}

/** Pictures as files: a drawing painted as PNG, and the game found again in whatever was brought. */

import { h } from "./dom.js";
import { findText, hideText } from "./hidden.js";
import { Refusal } from "./http.js";
import { words } from "./words.js";

/** Screens with fine pixels deserve a picture that is larger than its drawing says. */
const SCALE = 2;
const LARGEST_FILE = 20e6;
const MOST_PIXELS = 40e6;
/** As much of a text as the server reads; the link of a drawing stands at its beginning. */
export const LONGEST_TEXT = 20_000;

/** A drawing with a link written into it, from which it can be opened again. @param {string} svg @param {string} link */
export function linkedSvg(svg, link) {
  const text = link.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return svg.replace("<title>", `<desc>${text}</desc>\n<title>`);
}

/** A drawing as a PNG file with a link hidden in it. @param {string} svg @param {string} link @returns {Promise<Blob>} */
export async function linkedPng(svg, link) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  const { context, canvas } = easel(SCALE * image.naturalWidth, SCALE * image.naturalHeight);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  hideText(pixels, link);
  context.putImageData(pixels, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture cannot be made"))), "image/png");
  });
}

/** What the server can open of a file: its text, or the text hidden in a picture. @param {Blob} file */
export async function textOf(file) {
  if (file.size > LARGEST_FILE) throw new Refusal(words.share.largeFile);
  if (file.type.startsWith("image/") && file.type !== "image/svg+xml") return hiddenText(file);
  return readable(await file.text());
}

/** As much of a text as is needed of it. @param {string} text */
export function readable(text) {
  const trimmed = text.trim();
  return trimmed.startsWith("<") ? trimmed.slice(0, LONGEST_TEXT) : trimmed;
}

/** @param {Blob} file */
async function hiddenText(file) {
  const options = /** @type {const} */ ({ colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const image = await createImageBitmap(file, options).catch(() => null);
  if (!image) throw new Refusal(words.share.badPicture);
  if (image.width * image.height > MOST_PIXELS) throw new Refusal(words.share.largePicture);
  const { context } = easel(image.width, image.height);
  context.drawImage(image, 0, 0);
  const text = findText(context.getImageData(0, 0, image.width, image.height));
  if (text === null) throw new Refusal(words.share.noGame);
  return text;
}

/** A canvas without transparency, for a transparent pixel forgets its colour. @param {number} width @param {number} height */
function easel(width, height) {
  const canvas = h("canvas", { width, height });
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context) throw new Refusal(words.share.noCanvas);
  return { canvas, context };
}

/** What reaches the page as a whole: keys, texts that are pasted, files that are dropped. */

import { words } from "./words.js";

/** @param {{press: (key: string) => boolean, take: (brought: DataTransfer | null) => void}} events */
export function listenToPage({ press, take }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    if (!document.querySelector("dialog[open]") && press(event.key)) event.preventDefault();
  });
  document.addEventListener("paste", (event) => {
    const isFile = Boolean(event.clipboardData?.files.length);
    if (document.querySelector("dialog.setup[open]") || (isTyping(event.target) && !isFile)) return;
    event.preventDefault();
    take(event.clipboardData);
  });
  acceptFiles(take);
}

/** Let a file be dropped anywhere on the page. @param {(brought: DataTransfer) => void} take */
function acceptFiles(take) {
  document.body.dataset.drop = words.page.drop;
  const show = (/** @type {boolean} */ over) => document.body.classList.toggle("dropping", over);
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    show(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) show(false);
  });
  document.addEventListener("drop", (event) => {
    show(false);
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    take(event.dataTransfer);
  });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}

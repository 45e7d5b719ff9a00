"""A traced search tree as one web page that needs nothing else: zoom, drag, and replay."""

from __future__ import annotations

import json
from html import escape

from inarow.study.trace.tree import Trace
from inarow.study.trace.tree_svg import USUAL_NODES, tree_svg
from inarow.study.trace.words import caption, describe

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
<style>
html, body { margin: 0; height: 100%; font: 15px/1.4 system-ui, sans-serif; color: #1d2433; }
body { display: flex; flex-direction: column; }
header { padding: .5rem 1rem; border-bottom: 1px solid #ccd3de; display: flex; flex-wrap: wrap;
  gap: .4rem 1rem; align-items: center; }
header h1 { font-size: 1rem; margin: 0; flex: 1 1 100%; }
#step { flex: 1 1 12rem; }
#about { flex: 1 1 100%; min-height: 1.4em; margin: 0; }
#sheet { flex: 1; overflow: hidden; cursor: grab; touch-action: none; background: #fff; }
#sheet:active { cursor: grabbing; }
.hidden { visibility: hidden; }
.node { cursor: pointer; }
.chosen .board { stroke: #000 !important; stroke-width: 4 !important; }
button { font: inherit; padding: .15rem .6rem; }
</style></head><body>
<header><h1>@TITLE@</h1>
<button id="out" aria-label="zoom out">-</button><button id="in" aria-label="zoom in">+</button>
<button id="fit">whole tree</button>
<label for="step">node <output id="number"></output></label>
<input id="step" type="range" min="1" max="@COUNT@" value="@COUNT@">
<p id="about">Drag to move, turn the wheel to zoom, click a node; the slider replays the search.</p>
</header>
<div id="sheet">@SVG@</div>
<script>
const notes = @NOTES@;
const sheet = document.getElementById("sheet"), svg = sheet.querySelector("svg");
const full = svg.viewBox.baseVal, whole = [full.x, full.y, full.width, full.height];
let box = [...whole];
svg.setAttribute("width", "100%"); svg.setAttribute("height", "100%");
svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
function show() { svg.setAttribute("viewBox", box.join(" ")); }
function point(event) {
  const place = svg.createSVGPoint();
  place.x = event.clientX; place.y = event.clientY;
  return place.matrixTransform(svg.getScreenCTM().inverse());
}
function zoom(factor, x, y) {
  box = [x - (x - box[0]) * factor, y - (y - box[1]) * factor, box[2] * factor, box[3] * factor];
  show();
}
function zoomMiddle(factor) { zoom(factor, box[0] + box[2] / 2, box[1] + box[3] / 2); }
sheet.addEventListener("wheel", event => {
  event.preventDefault();
  const at = point(event);
  zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, at.x, at.y);
}, { passive: false });
let held = null;
sheet.addEventListener("pointerdown", event => { held = point(event); });
window.addEventListener("pointerup", () => { held = null; });
window.addEventListener("pointermove", event => {
  if (!held) return;
  const at = point(event);
  box[0] += held.x - at.x; box[1] += held.y - at.y; show();
});
document.getElementById("in").onclick = () => zoomMiddle(1 / 1.4);
document.getElementById("out").onclick = () => zoomMiddle(1.4);
document.getElementById("fit").onclick = () => { box = [...whole]; show(); };
// The middle of a node's board, in the drawing's own units.
function middle(n) {
  const area = svg.querySelector(`.node[data-n="${n}"] .board`).getBBox();
  return [area.x + area.width / 2, area.y + area.height / 2];
}
// A wide tree would open too small to read: begin at the root, at the size it was drawn for.
function begin() {
  box = [...whole];
  if (whole[2] > 2 * sheet.clientWidth) {
    const width = 1.5 * sheet.clientWidth, height = 1.5 * sheet.clientHeight;
    box = [middle(1)[0] - width / 2, whole[1], width, height];
  }
  show();
}
function follow(n) {
  const [x, y] = middle(n);
  if (x < box[0] || x > box[0] + box[2] || y < box[1] || y > box[1] + box[3]) {
    box[0] = x - box[2] / 2; box[1] = y - box[3] / 2; show();
  }
}
const step = document.getElementById("step"), number = document.getElementById("number");
const parts = [...svg.querySelectorAll("[data-n]")];
function tell(n) {
  document.getElementById("about").textContent = notes[n - 1];
  parts.forEach(part => part.classList.toggle(
    "chosen", part.classList.contains("node") && +part.dataset.n === n));
}
function replay() {
  const last = +step.value;
  number.textContent = last;
  parts.forEach(part => part.classList.toggle("hidden", +part.dataset.n > last));
}
step.addEventListener("input", () => { replay(); tell(+step.value); follow(+step.value); });
svg.addEventListener("click", event => {
  const node = event.target.closest(".node");
  if (node) tell(+node.dataset.n);
});
replay();
begin();
</script></body></html>
"""


def tree_html(trace: Trace, most: int = USUAL_NODES) -> str:
    """The first ``most`` nodes of a trace as a page that can be zoomed, dragged and replayed."""
    shown = [node for node in trace.nodes if node.number <= most]
    notes = [describe(trace, node) for node in shown]
    filled = {
        "@TITLE@": escape(caption(trace)),
        "@COUNT@": str(len(shown)),
        # A closing tag inside a script would end it.
        "@NOTES@": json.dumps(notes, ensure_ascii=False).replace("</", "<\\/"),
        "@SVG@": tree_svg(trace, most),
    }
    page = _PAGE
    for name, text in filled.items():
        page = page.replace(name, text)
    return page

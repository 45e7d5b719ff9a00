"""A traced search tree as one web page that needs nothing else: zoom, drag, and replay.

The page's own tree viewer is written into it: its modules stand one after the other in one script.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html import escape
from importlib.resources import files

from inarow.study.trace.tree import Trace
from inarow.study.trace.tree_svg import USUAL_NODES, tree_svg
from inarow.study.trace.words import caption

#: The modules of the viewer under ``apps/web/static``, each after those that it imports.
_MODULES = ("shell/words.js", "shell/dom.js", "tree/view.js", "tree/exported.js")

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
html, body {{ margin: 0; height: 100%; font: 15px/1.4 system-ui, sans-serif; color: #1d2433; }}
body {{ display: flex; flex-direction: column; }}
header {{ padding: .5rem 1rem; border-bottom: 1px solid #ccd3de; }}
h1 {{ font-size: 1rem; margin: 0 0 .4rem; }}
#about {{ min-height: 1.4em; margin: .4rem 0 0; }}
button {{ font: inherit; padding: .15rem .6rem; }}
button .icon {{ display: none; }}
.replay {{ display: flex; gap: .4rem 1rem; align-items: center; }}
.replay input {{ flex: 1; }}
.treebox {{ flex: 1; position: relative; min-height: 0; }}
.treebox .tree {{ width: 100%; height: 100%; cursor: grab; touch-action: none;
  font-family: sans-serif; text-anchor: middle; }}
.zoom {{ position: absolute; right: .5rem; top: .5rem; display: flex; gap: .4rem; }}
.hidden, .node.open text, .edge.open:has(> title) {{ visibility: hidden; }}
.node {{ cursor: pointer; }}
.chosen .board {{ stroke: #000 !important; stroke-width: 4 !important; }}
</style></head><body>
<header><h1>{title}</h1>
<p id="about">Drag to move, scroll to zoom, click a node; the slider replays the search.</p>
</header>
{svg}
<script type="application/json" id="parents">{parents}</script>
<script type="module">
{script}</script></body></html>
"""


def tree_html(trace: Trace, most: int = USUAL_NODES) -> str:
    """The first ``most`` nodes of a trace as a page that can be zoomed, dragged and replayed."""
    parents = [node.parent for node in trace.nodes if node.number <= most]
    return _PAGE.format(
        title=escape(caption(trace)),
        svg=tree_svg(trace, most),
        parents=json.dumps(parents),
        script=_viewer(),
    )


@lru_cache(maxsize=1)
def _viewer() -> str:
    """The viewer's modules as one: what they import from each other is all there."""
    static = files("inarow").joinpath("apps/web/static")
    modules = (static.joinpath(name).read_text(encoding="utf-8") for name in _MODULES)
    return "".join(re.sub(r"^import .*;\n|^export ", "", text, flags=re.M) for text in modules)

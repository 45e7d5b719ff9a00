"""How the documentation becomes a site: `make docs`. Nothing is fetched from the network.

Sphinx with MyST, since one living tool builds guides and reference and checks their links; MkDocs
has had no release for years, its successor Zensical is young, and pdoc builds the reference alone.
"""

from pathlib import Path

from sphinx.application import Sphinx

import inarow
from inarow.learn.forms.documentation import documentation

project = "inarow"
author = "The inarow developers"
project_copyright = author
version = release = inarow.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
# Headings of every page can be linked to, as on other sites that show these files.
myst_heading_anchors = 3
myst_enable_extensions = ["dollarmath"]

autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
add_module_names = False

html_theme = "furo"
html_title = f"inarow {release}"
html_show_sphinx = False


def write_course(app: Sphinx) -> None:
    """Write the chapters of the course, every number worked out by the program as it is now."""
    folder = Path(app.srcdir, "course")
    folder.mkdir(exist_ok=True)
    for name, text in documentation().items():
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Make the pages that are not files of the project."""
    app.connect("builder-inited", write_course)

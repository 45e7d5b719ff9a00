"""How much memory the table of a search takes unless something else is asked for."""

from __future__ import annotations

import os

#: In megabytes. ``INAROW_TABLE_MB`` sets it, for devices that have little.
TABLE_MB = int(os.environ.get("INAROW_TABLE_MB") or 64)

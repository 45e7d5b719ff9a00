"""What reading a file of arrays may raise where it is something else, or half of one."""

from __future__ import annotations

import zlib
from zipfile import BadZipFile

UNREADABLE_ARRAYS = (OSError, EOFError, ValueError, TypeError, KeyError, BadZipFile, zlib.error)

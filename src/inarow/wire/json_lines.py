"""Documents of the wire as JSON text."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from inarow.wire.types import RecordInfo


def json_line(document: DataclassInstance) -> str:
    """A document as JSON on one line; what is no number is refused."""
    return json.dumps(asdict(document), allow_nan=False)


def record_text(record: RecordInfo) -> str:
    """A record as the text of a file, a move's annotation a line."""
    data = asdict(record)
    notes = data.pop("annotations")
    head = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False).removesuffix("\n}")
    rows = ",\n".join(
        "  " + json.dumps(note, ensure_ascii=False, allow_nan=False) for note in notes
    )
    listed = f"[\n{rows}\n ]" if notes else "[]"
    return f'{head},\n "annotations": {listed}\n}}\n'

"""The page's types, ``tools/page/api.d.ts``, written from what the API says of itself.

``python tools/page/api_types.py`` writes the file; ``--check`` fails if it is another one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from inarow.apps.web.app import create_app
from inarow.wire.types import FeedbackInfo

_FILE = Path(__file__).with_name("api.d.ts")
_HEAD = """\
/** What goes to the server and comes from it; `python tools/page/api_types.py` writes this. */

type Side = PositionInfo["turn"];
"""
_PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean"}


def page_types() -> str:
    """The documents of the API as interfaces of TypeScript."""
    components = create_app().openapi()["components"]["schemas"]
    # The sandbox answers in the page itself, so that the API does not know of this.
    feedback = TypeAdapter(FeedbackInfo).json_schema(ref_template="{model}")
    components |= {feedback["title"]: feedback, **feedback["$defs"]}
    return "\n".join([_HEAD, *(_interface(name, one) for name, one in sorted(components.items()))])


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    fields = (
        f"  {field}{'' if field in required else '?'}: {_type(one)};\n"
        for field, one in schema["properties"].items()
    )
    return f"interface {name} {{\n{''.join(fields)}}}\n"


def _type(schema: dict[str, Any]) -> str:
    """A type as TypeScript writes it.

    >>> _type({"type": "array", "items": {"anyOf": [{"type": "number"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    match schema:
        case {"$ref": reference}:
            return str(reference.rpartition("/")[2])
        case {"anyOf": choices}:
            return " | ".join(map(_type, choices))
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"const": value}:
            return json.dumps(value)
        case {"type": "null"}:
            return "null"
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": values}:
            keys = schema.get("propertyNames", {"type": "string"})
            return f"Partial<Record<{_type(keys)}, {_type(values)}>>"
    return _PLAIN[schema["type"]]


def main(arguments: list[str]) -> int:
    """Write the file, or check it."""
    if "--check" not in arguments:
        _FILE.write_text(page_types(), encoding="utf-8")
    elif _FILE.read_text(encoding="utf-8") != page_types():
        print(f"{_FILE} is out of date: run python tools/page/api_types.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

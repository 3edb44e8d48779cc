"""Reading what a page sent: JSON as browsers write it, and nothing that only looks like it.

text ──▶ {"open": 1, …}      or BadText: no object · nested too deep · a number that JavaScript
                             does not have · half a character
"""

import json
import math
from typing import Any

from plyground.errors import BadText

DEEPEST = 32
"""Brackets within brackets: a map needs four."""
LARGEST = 2**53
"""JavaScript counts no further."""


def read(text: str) -> dict[str, Any]:
    """The object that a message holds."""
    try:
        found = json.loads(text, parse_int=_whole, parse_float=_number, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise BadText(f"this is not JSON: {error}") from error
    except RecursionError as error:
        raise BadText(f"nested more than {DEEPEST} deep") from error
    if not isinstance(found, dict):
        raise BadText('a message should be an object, such as {"open": 1, …}')
    if text.count("[") + text.count("{") > DEEPEST and _depth(found) > DEEPEST:
        raise BadText(f"nested more than {DEEPEST} deep")
    if "\\ud" in text.lower() and not _whole_characters(found):
        raise BadText("half of a character: \\ud800 to \\udfff come in pairs")
    return found


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise BadText(f"{digits[:20]}…: whole numbers go up to {LARGEST:,}")
    return int(digits)


def _number(digits: str) -> float:
    found = float(digits)
    if not math.isfinite(found):
        raise BadText(f"{digits[:20]} is too large a number")
    return found


def _constant(name: str) -> float:
    raise BadText(f"{name} is not JSON: a number should be finite")


def _depth(value: object) -> int:
    """How many brackets within brackets, looked at level by level."""
    level, depth = [value], 0
    while level := [each for each in level if isinstance(each, list | dict)]:
        depth += 1
        level = [
            inner for each in level for inner in (each if isinstance(each, list) else each.values())
        ]
    return depth


def _whole_characters(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True

"""The ids of rules: the prefix of each family, and former ids as aliases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

#: Family -> what the ids of its rules begin with.
PREFIXES = {
    "api": "API",
    "build_files": "BLD",
    "findings": "FND",
    "language": "LNG",
    "launch": "LCH",
    "memory": "MEM",
    "numerics": "NUM",
    "package": "PKG",
    "python": "PYT",
    "scripts": "SCR",
    "warp": "WRP",
}
#: A former id -> the id of the rule.
ALIASES = {
    "HDR01": "API14",
    "F04": "API15",
    "N01": "API16",
    "M01": "API17",
    "B01": "BLD01",
    "B02": "BLD02",
    "B03": "BLD03",
    "B04": "BLD04",
    "B05": "BLD05",
    "B06": "BLD06",
    "B07": "BLD07",
    "B08": "BLD08",
    "B09": "BLD09",
    "B10": "BLD10",
    "B11": "BLD11",
    "B12": "BLD12",
    "B13": "BLD13",
    "B14": "BLD14",
    "B15": "BLD15",
    "B16": "BLD16",
    "B20": "BLD20",
    "B21": "BLD21",
    "B22": "BLD22",
    "B23": "BLD23",
    "B24": "BLD24",
    "REN01": "BLD25",
    "L01": "LCH01",
    "C02": "LCH02",
    "M02": "LCH03",
    "L04": "LCH04",
    "L05": "LCH05",
    "L06": "LCH06",
    "L07": "LCH07",
    "CMP01": "LNG11",
    "CMP02": "LNG12",
    "P01": "LNG13",
    "P02": "LNG14",
    "P03": "LNG15",
    "P04": "LNG16",
    "P05": "LNG17",
    "P06": "LNG18",
    "P07": "LNG19",
    "A01": "MEM01",
    "M03": "MEM03",
    "M04": "MEM04",
    "T01": "NUM01",
    "F03": "NUM03",
    "PY01": "PYT01",
    "PY02": "PYT02",
    "PY03": "PYT03",
    "PY04": "PYT04",
    "PY05": "PYT05",
    "PY06": "PYT06",
    "PY07": "PYT07",
    "PY08": "PYT08",
    "PY09": "PYT09",
    "PY10": "PYT10",
    "PY11": "PYT11",
    "PY12": "PYT12",
    "W01": "WRP01",
    "W02": "WRP02",
    "W03": "WRP03",
    "W04": "WRP04",
    "W05": "WRP05",
    "W06": "WRP06",
    "W07": "WRP07",
    "W08": "WRP08",
    "W09": "WRP09",
    "W10": "WRP10",
    "W11": "WRP11",
    "W12": "WRP12",
    "W13": "WRP13",
    "W14": "WRP14",
    "W15": "WRP15",
    "C01": "WRP16",
    "W20": "WRP20",
    "W21": "WRP21",
    "W22": "WRP22",
    "W23": "WRP23",
    "W24": "WRP24",
}


def current(id: str) -> str:
    """Return the id that a rule has, given that or another one under which it is known."""
    return ALIASES.get(id, id)


def former(id: str) -> list[str]:
    """Return the ids that a rule had before."""
    return [alias for alias, rule in ALIASES.items() if rule == id]


def next_free(family: str, taken: Iterable[str]) -> str:
    """Return the id of the next rule of a family.

    Args:
        family: one of `PREFIXES`.
        taken: the ids of all rules.
    """
    prefix = PREFIXES[family]
    numbers = (id[len(prefix) :] for id in (*taken, *ALIASES) if id.startswith(prefix))
    return f"{prefix}{max((int(one) for one in numbers if one.isdigit()), default=0) + 1:02}"


def with_current_ids(choices: str) -> str:
    """Return choices, as a lock holds them in JSON, with the ids that rules have.

    Args:
        choices: the text; it is returned as it is when it holds no choices.
    """
    try:
        recorded: Any = json.loads(choices)
        for key in ("only", "skip"):
            if key in recorded:
                recorded[key] = sorted(current(one) for one in recorded[key])
        if "findings" in recorded:
            recorded["findings"] = {current(id): one for id, one in recorded["findings"].items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return choices
    return json.dumps(recorded, sort_keys=True, separators=(",", ":"))


def text_with_current_ids(text: bytes) -> bytes:
    """Return a text that porter wrote with the ids that rules have."""
    pattern = rb"\b(?:" + "|".join(ALIASES).encode() + rb")\b"
    return re.sub(pattern, lambda found: ALIASES[found.group().decode()].encode(), text)

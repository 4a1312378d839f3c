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
    "language": "LNG",
    "launch": "LCH",
    "memory": "MEM",
    "numerics": "NUM",
    "package": "PKG",
    "python": "PYT",
    "warp": "WRP",
}
#: Another id -> the id of the rule.
ALIASES = {
    "API14": "HDR01",
    "API15": "F04",
    "API16": "N01",
    "API17": "M01",
    "BLD01": "B01",
    "BLD02": "B02",
    "BLD03": "B03",
    "BLD04": "B04",
    "BLD05": "B05",
    "BLD06": "B06",
    "BLD07": "B07",
    "BLD08": "B08",
    "BLD09": "B09",
    "BLD10": "B10",
    "BLD11": "B11",
    "BLD12": "B12",
    "BLD13": "B13",
    "BLD14": "B14",
    "BLD15": "B15",
    "BLD16": "B16",
    "BLD20": "B20",
    "BLD21": "B21",
    "BLD22": "B22",
    "BLD23": "B23",
    "BLD24": "B24",
    "BLD25": "REN01",
    "LCH01": "L01",
    "LCH02": "C02",
    "LCH03": "M02",
    "LCH04": "L04",
    "LCH05": "L05",
    "LCH06": "L06",
    "LCH07": "L07",
    "LNG11": "CMP01",
    "LNG12": "CMP02",
    "LNG13": "P01",
    "LNG14": "P02",
    "LNG15": "P03",
    "LNG16": "P04",
    "LNG17": "P05",
    "LNG18": "P06",
    "LNG19": "P07",
    "MEM01": "A01",
    "MEM03": "M03",
    "MEM04": "M04",
    "NUM01": "T01",
    "NUM03": "F03",
    "PYT01": "PY01",
    "PYT02": "PY02",
    "PYT03": "PY03",
    "PYT04": "PY04",
    "PYT05": "PY05",
    "PYT06": "PY06",
    "PYT07": "PY07",
    "PYT08": "PY08",
    "PYT09": "PY09",
    "PYT10": "PY10",
    "PYT11": "PY11",
    "PYT12": "PY12",
    "WRP01": "W01",
    "WRP02": "W02",
    "WRP03": "W03",
    "WRP04": "W04",
    "WRP05": "W05",
    "WRP06": "W06",
    "WRP07": "W07",
    "WRP08": "W08",
    "WRP09": "W09",
    "WRP10": "W10",
    "WRP11": "W11",
    "WRP12": "W12",
    "WRP13": "W13",
    "WRP14": "W14",
    "WRP15": "W15",
    "WRP16": "C01",
    "WRP20": "W20",
    "WRP21": "W21",
    "WRP22": "W22",
    "WRP23": "W23",
    "WRP24": "W24",
}


def current(id: str) -> str:
    """Return the id that a rule has, given that or another one under which it is known."""
    return ALIASES.get(id, id)


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

"""Modules of pybind11 within an extension's: `auto ops = m.def_submodule("ops");`."""

from __future__ import annotations

import re

from porter.source.file import SourceFile

_MADE = re.compile(rb"\b(\w++)\s*+(?:=|\(|\{)\s*+(\w++)\s*+\.\s*+def_submodule\s*+\(\s*+\"(\w++)\"")


def inner_modules(file: SourceFile) -> dict[str, str]:
    """Return, by the variables of a file that hold such a module, where Python finds it.

    A variable that two of them share says nothing, and is left out with those made of it.

    Returns:
        "ops" or, of a module in that one, "ops.points".
    """
    found: dict[str, set[str]] = {}
    for made in _MADE.finditer(file.data):
        if not file.code[made.start() : made.start() + 1].strip():
            continue  # in a comment
        variable, holder, name = (text.decode() for text in made.groups())
        places = {f"{outer}.{name}" for outer in found.get(holder, ())} or {name}
        found.setdefault(variable, set()).update(places)
    return {name: next(iter(places)) for name, places in found.items() if len(places) == 1}

"""What a file of cases declares, read without running it: sides are built before it is run."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from porter.files.regular import read_regular
from porter.source.python.syntax import parse_python


def declared(cases: Path) -> Mapping[str, object]:
    """Return the literals that a file of cases gives names, such as MODULE.

    Of a file that cannot be read, there are none: running it says what is wrong.
    """
    try:
        tree = parse_python(read_regular(cases))
    except (OSError, SyntaxError):
        return {}
    said: dict[str, object] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                said[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return said

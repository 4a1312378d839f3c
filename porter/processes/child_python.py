"""Starts child Python processes that import nothing from the current folder.

Python puts the current folder, or that of the script, before everything else that it imports from.
Where that folder is a stranger's tree, a `pip.py` in it would run in place of pip (`-P`, "safe
path": https://docs.python.org/3/using/cmdline.html#cmdoption-P).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import porter


def python(*arguments: str) -> list[str]:
    """Return the command that runs this Python with `arguments`."""
    return [sys.executable, "-P", *arguments]


def import_path(environment: Mapping[str, str] = os.environ) -> str:
    """Return a PYTHONPATH that finds this porter, installed or not, before what the user's has.

    An empty part of PYTHONPATH is the current folder to Python: it is left out.

    Args:
        environment: where the user's is looked up.
    """
    own = str(Path(porter.__file__).parents[1])
    others = environment.get("PYTHONPATH", "").split(os.pathsep)
    return os.pathsep.join([own, *filter(None, others)])

"""The sources that Cython makes of `.pyx` files, which are not there where it is not installed.

setuptools asks the compiler for them by their names then.
"""

from __future__ import annotations

import glob
import re
from pathlib import Path

from porter.compile.feedback.brought import Brought
from porter.compile.feedback.causes import Cause, Kind

_ABSENT = re.compile(
    r"(?m)^[ \t|]*+(?:cc1(?:plus)?|g\+\+|gcc|clang(?:\+\+)?(?:-\d++)?): "
    r"(?:fatal )?error: (?:(?P<gcc>[^\s:']++): No such file"
    r"|no such file or directory: '(?P<clang>[^'\n]++)')"
)
_MADE = (".c", ".cpp")


def without_cython(output: str, upstream: Brought) -> Cause | None:
    """Return the cause of a build that lacks what Cython makes; None of any other.

    Args:
        output: what the build printed.
        upstream: the tree that was converted.
    """
    for match in _ABSENT.finditer(output):
        made = Path(match["gcc"] or match["clang"])
        if made.suffix not in _MADE:
            continue
        found = upstream.called(glob.escape(f"{made.stem}.pyx"))
        source = next((path for path in sorted(found) if path.is_file()), None)
        if source is not None and not source.with_suffix(made.suffix).exists():
            place = f"{source.relative_to(upstream.root).as_posix()}:1"
            return Cause(Kind.ABSENT, "", place, f"Cython makes {made.name} of it")
    return None

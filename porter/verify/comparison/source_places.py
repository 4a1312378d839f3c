"""Recognises where programs say that something is: places in sources, and folders.

The two sides stand in two folders, a port's lines have other numbers, and its files may have other
names (`__FILE__`, `__LINE__`). What stays of a place is the name of the file as a port has it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from porter.project.renaming import renamed

#: What a line of either has, which most lines of numbers have not.
_MAY_HAVE = re.compile(r"/|\.(?:c|h|i|t)", re.IGNORECASE)
_SOURCE = r"[\w+-][\w.+-]*?\.(?:cuh?|hip|[ch](?:pp|xx|c|h|\+\+)?|in[lc]|[it]pp)(?:\.in)?"
_IS_SOURCE = re.compile(_SOURCE)
#: A path, as far as it goes, and the number of a line behind it.
_PATH = re.compile(
    r"""(?<![\w./+~@-])(?P<path>[\w./+~@-]++)
    (?P<before>
        ["'>]?[ ]?[:(\[][ ]?
        | ["'>)\],;:]{0,3}\s{0,3}(?:-\s|[(\[])?(?:(?:at|on|in)\s)?
          line(?:\s?(?:number|no\.?))?[\s:=#(]{0,3}
    )?(?(before)(?P<line>\d++(?![\w.]*\w))|(?P<alone>[ ]\d++\s*+$)?)""",
    re.VERBOSE | re.IGNORECASE,
)
#: The number of a line in front of its file.
_LINE_OF = re.compile(
    rf"(?P<before>\bline[ :#]{{1,3}})\d++(?=[ ,:]{{1,3}}(?:of|in|at)(?: file)?:?[ \"'<]{{1,2}}"
    rf"(?:[\w.+~@-]*+/)*+{_SOURCE}(?![\w./-]))",
    re.IGNORECASE,
)
#: A line that says nothing but a number of a line, below one that names a file.
_LINE_BELOW = re.compile(
    r"^(?P<before>\W{0,12}line(?:\s?(?:number|no\.?))?[\s:=#]{1,20})\d++(?=\W*$)", re.IGNORECASE
)


class Placed(NamedTuple):
    """A line without what differs by where sources are.

    Attributes:
        text: the line.
        has_source: it names a file of source code.
        kinds: of what something was left out.
    """

    text: str
    has_source: bool
    kinds: tuple[str, ...]


def without_places(line: str, *, is_below_source: bool = False) -> Placed:
    """Return a line with names of sources for places in them, and without other files' folders.

    Args:
        line: what a program printed.
        is_below_source: the line above it names a source.
    """
    below = _LINE_BELOW.sub(r"\g<before><line>", line) if is_below_source else line
    if below != line:
        return Placed(below, False, ("place in a source",))
    if not _MAY_HAVE.search(line):
        return Placed(line, False, ())
    found = _Found()
    text = _PATH.sub(found.replaced, _LINE_OF.sub(r"\g<before><line>", line))
    kinds = ("place in a source",) if found.has_source else ()
    return Placed(text, found.has_source, (*kinds, *(("folder",) if found.has_folder else ())))


class _Found:
    """Replaces paths, and remembers which there were."""

    def __init__(self) -> None:
        self.has_source = False
        self.has_folder = False

    def replaced(self, match: re.Match[str]) -> str:
        """Return what is compared in place of a path and a line's number behind it."""
        path = match["path"]
        folder, _, name = path.rpartition("/")
        if _IS_SOURCE.fullmatch(name):
            self.has_source = True
            line = f"{match['before']}<line>" if match["line"] else " <line>"
            return renamed(name) + (line if match["line"] or match["alone"] else "")
        if folder.startswith("/") and not path.startswith("//") and name:
            self.has_folder = True
            return "<folder>" + match[0][len(folder) :]
        return match[0]

"""Constants that the code leaves open to whoever builds it, in kernels that spill.

`#ifndef BLOCK`, `#define BLOCK 256`, `#endif` says that a builder may give another value. Whether a
kernel is right with it, only who wrote it or a comparison knows: values are tried and told, and
taken where `--open` names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from porter.tune.constants import Open
from porter.tune.source import blanked, definitions
from porter.tune.tuner import Kernel
from porter.tune.writing import sources

#: The most threads of a block, and the most that a size or a factor of one may be.
_MOST = 1024
_GUARDED = re.compile(
    r"^[ \t]*+#[ \t]*+ifndef[ \t]++(?P<name>\w++)[ \t]*+\n"
    r"[ \t]*+#[ \t]*+define[ \t]++(?P=name)[ \t]++(?P<value>\d{1,4}+)[ \t]*+\n"
    r"[ \t]*+#[ \t]*+endif\b",
    re.MULTILINE,
)
_WORD = re.compile(r"[A-Za-z_]\w*")


def left_open(port: Path, kernels: Iterable[Kernel]) -> list[Open]:
    """Return the constants that kernels name and the code leaves open, with values to try.

    These are the next powers of two: half, a quarter, and double of what is there.
    """
    names = {one.name.rpartition("::")[2] for one in kernels}
    values: dict[str, set[int]] = {}
    named: set[str] = set()
    for _, text in sources(port):
        code = blanked(text)
        for match in _GUARDED.finditer(code):
            values.setdefault(match["name"], set()).add(int(match["value"]))
        for name in names:
            for start, end in definitions(code, name):
                named.update(_WORD.findall(code, start, end))
    return [
        Open(name, tuple(sorted(value for value in others if 1 <= value <= _MOST)))
        for name, (today, *more) in sorted(values.items())
        if name in named and not more and today.bit_count() == 1
        for others in [(today // 4, today // 2, today * 2)]
    ]

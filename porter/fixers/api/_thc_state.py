"""Declarations of the state that PyTorch's former THC handed from call to call."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from porter.source import SourceFile

_DECLARED = re.compile(
    rb"extern\s++(?:struct\s++)?+THCState\s*+\*\s*+(?P<name>[A-Za-z_]\w*+)\s*+;(?:[ \t]*+\r?\n)?+"
)
_NAME = re.compile(rb"[A-Za-z_]\w*+")


def unused_states(file: SourceFile) -> Iterator[tuple[int, int]]:
    """Yield the place of each declaration of a state that the file names nowhere else.

    Args:
        file: a file that includes PyTorch.
    """
    declared = list(_DECLARED.finditer(file.code))
    uses = Counter(_NAME.findall(file.code)) if declared else Counter()
    yield from (one.span() for one in declared if uses[one["name"]] == 1)

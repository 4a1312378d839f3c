"""Loops of a kernel that say `#pragma unroll`: how often comes from the port's header.

A factor changes no result. clang expands macros behind `#pragma unroll`, and takes an empty one for
no factor, which unrolls the whole loop.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import count

from porter.tune.header import PREFIX
from porter.tune.source import blanked, definitions

_UNROLL = re.compile(r"^[ \t]*+#[ \t]*+pragma[ \t]++unroll\b(?P<factor>[^\n\\]*+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Directive:
    """A `#pragma unroll` in a kernel.

    Attributes:
        line: its line, from 1.
        start: where its factor begins in the text, behind `unroll`.
        end: where that ends.
        factor: what stands there, without blanks around it; empty for all of the loop.
    """

    line: int
    start: int
    end: int
    factor: str

    @property
    def loop(self) -> str | None:
        """The loop's name in the header; None where the code says the factor itself."""
        prefix = f"{PREFIX}UNROLL_"
        return self.factor.removeprefix(prefix) if self.factor.startswith(prefix) else None


def directives(text: str, kernel: str) -> list[Directive]:
    """Return the `#pragma unroll` in all definitions of a kernel, in the order of the text.

    Args:
        text: the source.
        kernel: the kernel's name without namespaces.
    """
    code = blanked(text)
    found = []
    for start, end in definitions(code, kernel):
        for match in _UNROLL.finditer(code, start, end):
            start, factor = match.start("factor"), match["factor"].rstrip()
            line = code.count("\n", 0, start) + 1
            found.append(Directive(line, start, start + len(factor), factor.strip()))
    return found


def with_factors(
    text: str, kernel: str, macro: str, taken: set[str], wanted: Collection[str] | None = None
) -> tuple[str, dict[str, Directive]]:
    """Return a source in which the factors of a kernel's loops come from the header.

    Args:
        text: the source.
        kernel: the kernel's name without namespaces.
        macro: its name in the header.
        taken: names that loops have already; those given are added.
        wanted: the loops whose factors are to come from there; all by default.

    Returns:
        The source, and loop -> the directive that it had.
    """
    found = directives(text, kernel)
    taken |= {one.loop for one in found if one.loop is not None}
    own: dict[str, Directive] = {}
    parts, at = [], 0
    for one in found:
        if one.loop is None:
            name = next(f"{macro}_{n}" for n in count(1) if f"{macro}_{n}" not in taken)
            taken.add(name)
            if wanted is not None and name not in wanted:
                continue
            own[name] = one
            parts += [text[at : one.start], f" {PREFIX}UNROLL_{name}"]
            at = one.end
    return "".join([*parts, text[at:]]), own

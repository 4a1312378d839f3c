"""The names by which code of a `--warp 32` port speaks of warps."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

#: Functions of warp.hpp that have a counterpart in wave.hpp.
SHUFFLES = (b"shfl_sync", b"shfl_up_sync", b"shfl_down_sync", b"shfl_xor_sync")
VOTES = (b"any_sync", b"all_sync")
MASKS = (b"ballot_sync", b"activemask", b"match_any_sync")
REDUCTIONS = tuple(
    b"reduce_%s_sync" % one for one in (b"add", b"min", b"max", b"and", b"or", b"xor")
)
FUNCTIONS = frozenset((*SHUFFLES, *VOTES, *MASKS, *REDUCTIONS, b"syncwarp"))
CALL = re.compile(rb"\bporter::(?P<name>\w++)[ \t]*+\(")
#: What counts the lanes of a mask or finds one: `porter::wave` has it for masks of any width.
COUNTS = {
    b"porter::popc": b"porter::wave::popc",
    b"__popc": b"porter::wave::popc",
    b"__ffs": b"porter::wave::ffs",
    b"__clz": b"porter::wave::clz",
}
#: What else warp.hpp has, for warps alone.
OTHERS = frozenset(
    b"lane_id warp_id uni_sync match_all_sync ballot any all shfl shfl_up shfl_down shfl_xor "
    b"lanemask_eq lanemask_lt lanemask_le lanemask_gt lanemask_ge".split()
)
WAVE = b"porter::wave::size"
ALL = b"porter::wave::all"
MASK = b"porter::wave::mask"
FULL = re.compile(rb"0[xX][fF]{8}[uUlL]*+|~0[uUlL]*+|-1")

_CONSTANT = re.compile(
    rb"^[ \t]*+(?P<words>[\w:<>]++(?:[ \t]++[\w:<>]++)*+)[ \t]*+=(?!=)[ \t]*+(?P<value>[^;{}=]*+);",
    re.MULTILINE,
)
_MACRO = re.compile(
    rb"^[ \t]*+#[ \t]*+define[ \t]++(?P<name>\w++)[ \t]++(?P<value>\S[^\n]*+)$", re.MULTILINE
)
_ABOUT_WARPS = re.compile(rb"warp_?si?ze?|lanes?\b|warp_?width|threads_?per_?warp", re.IGNORECASE)


class Vocabulary:
    """The constants of a file and the headers that it includes.

    Args:
        texts: masked code of all of them, gone through twice.

    Attributes:
        sizes: names that mean 32, the lanes of a warp.
        full: names of the mask of all 32 lanes.
        constants: names of all constants.
    """

    def __init__(self, texts: Collection[bytes]) -> None:
        found = {one.name: one.value for text in texts for one in constants(text)}
        found |= {one["name"]: one["value"] for text in texts for one in _MACRO.finditer(text)}
        self.sizes = {b"porter::warp_size"} | {
            name
            for name, value in found.items()
            if value.strip(b" ()u") == b"32" and _ABOUT_WARPS.search(name)
        }
        self.constants = set(found)
        self.full = {name for name, one in found.items() if FULL.fullmatch(one.strip(b" ()"))}
        each = sorted((re.escape(name) for name in self.sizes), key=len, reverse=True)
        #: A name that means 32, or 32 itself.
        self.size = rb"(?:(?<![\w:.])(?:" + rb"|".join(each) + rb")\b|\b32[uU]?\b)"
        self.size_name = re.compile(rb"(?<![\w:.])(?:" + rb"|".join(each) + rb")\b")

    def is_full(self, text: bytes) -> bool:
        """Tell whether an argument is the mask of all lanes."""
        text = text.strip()
        return text in self.full or FULL.fullmatch(text) is not None


class Constant(NamedTuple):
    """A constant that a text defines.

    Attributes:
        name: its name.
        value: what it is.
        span: where the value stands.
        start: where the definition begins.
    """

    name: bytes
    value: bytes
    span: tuple[int, int]
    start: int


def constants(text: bytes) -> Iterator[Constant]:
    """Yield the constants that a text defines, each at the beginning of a line."""
    for match in _CONSTANT.finditer(text):
        *before, name = match["words"].split()
        if b"constexpr" in before or b"const" in before:
            yield Constant(name, match["value"].strip(), match.span("value"), match.start())

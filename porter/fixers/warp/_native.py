"""What warp code looks like that was written for 32 lanes, for rules of native ports."""

from __future__ import annotations

import re

from porter.fixers import Context
from porter.source import SourceFile

#: Functions that take a mask first.
MASKED = (
    b"__shfl_sync",
    b"__shfl_up_sync",
    b"__shfl_down_sync",
    b"__shfl_xor_sync",
    b"__all_sync",
    b"__any_sync",
    b"__ballot_sync",
    b"__match_any_sync",
    b"__match_all_sync",
    b"__reduce_add_sync",
    b"__reduce_min_sync",
    b"__reduce_max_sync",
    b"__reduce_and_sync",
    b"__reduce_or_sync",
    b"__reduce_xor_sync",
)
#: Functions whose answer is a mask: 64 bits wide in HIP.
ANSWERED = rb"__(?:ballot|ballot_sync|activemask|match_any_sync|match_all_sync)"
WARP_FUNCTIONS = frozenset(
    (*MASKED, b"__shfl", b"__shfl_up", b"__shfl_down", b"__shfl_xor", b"__ballot", b"__activemask")
)
#: A literal that says "all 32 lanes".
FULL_LITERAL = (
    rb"(?:0[xX][fF]{8}[uU]?[lL]{0,2}|~\s*0[uU]?|-1|4294967295[uU]?|UINT32_MAX|UINT_MAX"
    rb"|(?:uint32_t|unsigned)\s*\(\s*-1\s*\)|\(\s*(?:uint32_t|unsigned(?:\s+int)?)\s*\)\s*-1)"
)
LANE = rb"(?:lane|laneid|lane_id|lane_idx|laneIdx|laneId|laneID|my_lane)"

_DECLARED_MASK = re.compile(
    rb"\b(unsigned[ \t]+int|unsigned|uint32_t|uint|int|int32_t)[ \t]+(\w+)[ \t]*=[ \t]*"
    + ANSWERED
    + rb"[ \t]*\("
)


def is_native(context: Context) -> bool:
    """Tell whether the port is written for the hardware's wavefront."""
    return context.options.warp == "native"


def narrow_masks(file: SourceFile) -> list[tuple[re.Match[bytes], bytes]]:
    """Return the declarations that keep a mask in 32 bits, each with the variable's name."""
    return [(match, match.group(2)) for match in _DECLARED_MASK.finditer(file.code)]

"""What code looks like that was written for warps of 32 lanes."""

from __future__ import annotations

import re

from porter.source import SourceFile
from porter.tables.supplies import supplied_by

#: Functions that take a mask first.
MASKED = tuple(sorted(name for name in supplied_by("warp.hpp") if name.endswith(b"_sync")))
#: Functions whose answer is a mask: 64 bits wide in HIP.
ANSWERED = rb"__(?:ballot|ballot_sync|activemask|match_any_sync|match_all_sync)"
WARP_FUNCTIONS = frozenset(
    (*MASKED, b"__shfl", b"__shfl_up", b"__shfl_down", b"__shfl_xor", b"__ballot", b"__activemask")
)
#: Shuffles by a distance -> number of arguments when the width is there.
SHUFFLES = {
    b"__shfl_down_sync": 4,
    b"__shfl_xor_sync": 4,
    b"__shfl_up_sync": 4,
    b"__shfl_down": 3,
    b"__shfl_xor": 3,
    b"__shfl_up": 3,
}
#: A literal that says "all 32 lanes".
FULL_LITERAL = (
    rb"(?:0[xX][fF]{8}[uU]?[lL]{0,2}|~\s*0[uU]?|-1|4294967295[uU]?|UINT32_MAX|UINT_MAX"
    rb"|(?:uint32_t|unsigned)\s*\(\s*-1\s*\)|\(\s*(?:uint32_t|unsigned(?:\s+int)?)\s*\)\s*-1)"
)
#: A mask that says "all lanes": the literal, of 64 bits too, or a name such as `kFullMask`.
WHOLE_MASK = rb"(?:" + FULL_LITERAL + rb"|~\s*0[uU]?[lL]{1,2}|\(?(?=\w*(?i:FULL|ALL))\w++\)?)"
LANE = rb"(?:lane|laneid|lane_id|lane_idx|laneIdx|laneId|laneID|my_lane)"

_DECLARED_MASK = re.compile(
    rb"\b(unsigned[ \t]+int|unsigned|uint32_t|uint|int|int32_t)[ \t]+(\w+)[ \t]*=[ \t]*"
    + ANSWERED
    + rb"[ \t]*\("
)


def narrow_masks(file: SourceFile) -> list[tuple[re.Match[bytes], bytes]]:
    """Return the declarations that keep a mask in 32 bits, each with the variable's name."""
    return [(match, match.group(2)) for match in _DECLARED_MASK.finditer(file.code)]

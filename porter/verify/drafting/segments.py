"""Tensors that hold where segments of another begin, and how long they are.

Drawn one by one they would overlap, so that two threads write the same places, or go beyond the
end; nothing checks that, and callers never pass it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from porter.verify.drafting.argument import Argument
from porter.verify.drafting.space import Space

_STARTS = re.compile(r"(?:(?P<stem>\w+)_)?(?:starts?|begins?|beginnings)")
_LENGTHS = re.compile(r"(?:(?P<stem>\w+)_)?(?:cnts?|counts?|lens?|lengths?|sizes?)")
_WHOLE = frozenset(("int32", "int64"))


class Segments(NamedTuple):
    """Segments of a tensor.

    Attributes:
        starts: the tensor that holds where they begin.
        lengths: the one that holds how long they are.
        of: the one that they are of.
    """

    starts: str
    lengths: str
    of: str

    def drawn(self, name: str, length: str, count: str, dtype: str) -> str:
        """Return what makes segments one after the other, to the end of what they are of.

        Args:
            name: the tensor that is made, one of the two.
            length: of what they are of.
            count: how many segments.
            dtype: of the tensor.
        """
        if name == self.starts:
            return f"generator.integers(0, {length}, {count}, dtype={dtype}).sort().values"
        return f"{self.starts}.diff(append={self.starts}.new_tensor([{length}]))"


def segments(arguments: Sequence[Argument], space: Space) -> Mapping[str, Segments]:
    """Return the tensors that tell of segments, by name.

    Both are lists of whole numbers, as long as one another by what the code checks, and called
    alike; what they are of is the first list of other numbers.

    Args:
        arguments: of the function.
        space: what its code checks of them.
    """
    lists = [one.name for one in arguments if one.kind == "tensor" and _is_list(one.name, space)]
    whole = [one for one in lists if space.dtypes(one) and _WHOLE.issuperset(space.dtypes(one))]
    others = [one for one in lists if one not in whole]
    found: dict[str, Segments] = {}
    for at, starts in enumerate(whole):
        for lengths in whole[at + 1 :]:
            pair = _STARTS.fullmatch(starts), _LENGTHS.fullmatch(lengths)
            if None in pair or pair[0]["stem"] != pair[1]["stem"]:  # type: ignore[index]
                continue
            if not _is_as_long(starts, lengths, space) or not others:
                continue
            if not _is_as_long(starts, others[0], space):
                found[starts] = found[lengths] = Segments(starts, lengths, others[0])
                text = f"{starts} and {lengths} tell of segments of {others[0]}"
                space.evidence.setdefault(text, "by their names")
    return found


def _is_list(name: str, space: Space) -> bool:
    return space.ranks.get(name) == 1


def _is_as_long(one: str, other: str, space: Space) -> bool:
    slots = (space.shape(name, 1)[0] for name in (one, other))
    return len({space.representative(slot) for slot in slots}) == 1

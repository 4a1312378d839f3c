"""In which branches of a project that already has a HIP side a rule applies."""

from __future__ import annotations

from enum import Enum, auto


class Sides(Enum):
    """Parts of a file that decides by `#ifdef USE_ROCM` and the like."""

    #: What both sides compile.
    SHARED = auto()
    #: That, and what HIP alone compiles: a project that is hipified when it is built writes CUDA's
    #: names there, too.
    SHARED_AND_HIP = auto()
    #: All of the file, CUDA's own branches included: a package has one name on both sides.
    ALL = auto()


_OF_FAMILY = {"api": Sides.SHARED_AND_HIP, "package": Sides.ALL}
#: Rules about what a project's own HIP side reads.
_OF_RULE = {"LNG66": Sides.SHARED_AND_HIP}


def sides_of(family: str, rule: str) -> Sides:
    """Return where a rule of a family applies."""
    return _OF_RULE.get(rule) or _OF_FAMILY.get(family, Sides.SHARED)

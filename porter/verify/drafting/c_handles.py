"""Handles of a C interface: what one function makes and others take, `Plan *plan_create(int n);`.

Nothing else tells how such an object is made. It is returned, or written to where a parameter
points to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from porter.verify.drafting.c_interface import CFunction, CParameter


class Maker(NamedTuple):
    """A function that makes a handle.

    Attributes:
        function: the function.
        out: the parameter that the handle is written through; "" where it is returned.
    """

    function: CFunction
    out: str

    def beside(self, taker: CFunction, handle: str) -> CFunction:
        """Return a function with the other parameters of the maker and of one that takes it.

        Numbers of one name are one, such as the size that both are told.

        Args:
            taker: what takes the handle.
            handle: by which parameter.
        """
        own = [one for one in taker.parameters if one.name != handle]
        known = {one.name: one for one in own}
        others = [one for one in self.parameters(taker) if one.name not in known]
        body = f"{self.function.body}\n{taker.body}"
        return taker._replace(parameters=(*others, *own), body=body)

    def parameters(self, taker: CFunction) -> list[CParameter]:
        """Return the other parameters of the maker, by names that the taker's may share.

        Args:
            taker: what takes the handle.
        """
        known = {one.name: one for one in taker.parameters}
        made = []
        for one in self.function.parameters:
            if one.name == self.out:
                continue
            other = known.get(one.name)
            is_same = other is not None and not other.is_pointer and other.dtype == one.dtype
            if other is None or (is_same and other.dtype):
                made.append(one)
            else:
                made.append(one._replace(name=f"{self.function.name}_{one.name}"))
        return made


def _is_plain(parameter: CParameter) -> bool:
    """Tell whether a parameter is a number, memory or a struct that says what it holds."""
    struct = parameter.struct
    return bool(parameter.dtype) or (struct is not None and struct.is_told)


def _is_object(handle: str, maker: CFunction) -> bool:
    """Tell whether what a function makes is more than memory, which `void *` may be."""
    return handle != "void*" or re.search(r"\bnew\b", maker.body) is not None


#: Memory that a field is given: `p->x = (float *)malloc(…)`, `cudaMalloc((void **)&p->x, …)`.
_GIVEN = (
    r"\b{0}\s*+(?:->|\.)\s*+\w++\s*+=\s*+(?:\([^()]{{0,40}}\)\s*+)?(?:\w*[aA]lloc\w*+\s*+\(|new\b)"
    r"|\b\w*[aA]lloc\w*+\s*+\(\s*+(?:\([^()]{{0,40}}\)\s*+)?&\s*+\(?\s*+{0}\s*+(?:->|\.)"
)


def _fills(function: CFunction, parameter: CParameter) -> bool:
    """Tell whether a function allocates what a struct that it is given holds."""
    given = _GIVEN.format(re.escape(parameter.name))
    return bool(parameter.name) and re.search(given, function.body) is not None


class Handles:
    """The handles that functions make.

    Args:
        functions: of the interface.
    """

    def __init__(self, functions: Sequence[CFunction]) -> None:
        self._makers: dict[str, Maker] = {}
        self._fillers = {
            parameter.struct.name: one.name
            for one in functions
            for parameter in one.parameters
            if parameter.struct is not None and _fills(one, parameter)
        }
        for one in functions:
            if not all(map(_is_plain, one.parameters)):
                continue
            if one.hands_out and _is_object(one.hands_out, one):
                self._makers.setdefault(one.hands_out, Maker(one, ""))
        for one in functions:
            outs = [p for p in one.parameters if not _is_plain(p)]
            if len(outs) == 1 and outs[0].handle.endswith("*"):
                made = outs[0].handle.removesuffix("*")
                if _is_object(made, one):
                    self._makers.setdefault(made, Maker(one, outs[0].name))

    def maker(self, function: CFunction, parameter: CParameter) -> Maker | None:
        """Return what makes the handle that a function takes by a parameter; None for nothing.

        Args:
            function: what takes it.
            parameter: its parameter.
        """
        found = self._makers.get(parameter.handle) if parameter.handle else None
        return None if found is None or found.function.name == function.name else found

    def filler(self, function: CFunction, parameter: CParameter) -> str:
        """Return which other function allocates what a struct without sizes holds; "" for none.

        Args:
            function: what takes the struct.
            parameter: its parameter.
        """
        struct = parameter.struct
        if struct is None or struct.is_told or _fills(function, parameter):
            return ""
        name = self._fillers.get(struct.name, "")
        return "" if name == function.name else name

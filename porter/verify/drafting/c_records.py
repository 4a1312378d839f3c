"""How the structs are made that a function of a C interface is given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from porter.verify.drafting.c_structs import Field, Struct

#: A condition behind which a function only returns, as it does where it refuses.
_REFUSAL = re.compile(r"\bif\s*+\(((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+)\)\s*+\{?\s*+return\b")
_AT = r"(\w++)\s*+(?:->|\.)\s*+(\w++)\s*+(?:\[\s*+(\d++)\s*+\])?+"
_UNEQUAL = re.compile(rf"(?<!\w){_AT}\s*+!=\s*+(?:{_AT}|(\d++))")
_PLAIN = re.compile(rf"(?:^|\|\||&&|\()\s*+(!?+)\s*+{_AT}\s*+(?=$|\|\||&&|\))")
#: Types of ctypes by those of numbers.
_TYPES = {
    "int32": "c_int", "int64": "c_int64", "int16": "c_int16", "int8": "c_int8", "uint8": "c_uint8",
    "float32": "c_float", "float64": "c_double", "bool": "c_bool",
}  # fmt: skip


@dataclass
class Records:
    """The structs that a function takes.

    Attributes:
        taken: parameter -> its struct.
        sizes: what their sizes are drawn as, which all of them share.
    """

    taken: Mapping[str, Struct]
    body: str
    sizes: list[str] = field(default_factory=list)
    _known: dict[tuple[str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in self.taken.values():
            self.sizes += [name for name in one.sizes() if name not in self.sizes]
        for refusal in _REFUSAL.finditer(self.body):
            self._take(refusal[1])

    def memory(
        self, name: str, drawn: Callable[[str, str], str], otherwise: str
    ) -> Iterator[tuple[str, str]]:
        """Yield the memory of a parameter's struct: what it is called, and how it is made.

        Args:
            name: of the parameter.
            drawn: how numbers of a type are drawn, so many.
            otherwise: how many there are where the struct does not say.
        """
        struct = self.taken[name]
        count = " * ".join(struct.sizes()) or otherwise
        for one in struct.fields:
            if one.is_pointer:
                made = drawn(one.dtype, count)
                yield f"{name}_{one.name}", f"{made}.cpu()" if one.is_on_host else made

    def made(self, name: str) -> str:
        """Return the expression of a parameter's struct.

        Args:
            name: of the parameter.
        """
        struct = self.taken[name]
        given = ", ".join(f"{one.name}={self._field(name, struct, one)}" for one in struct.fields)
        return f"record({given})"

    def _field(self, name: str, struct: Struct, one: Field) -> str:
        if one.is_pointer:
            return f"{name}_{one.name}"
        type_ = _TYPES.get(one.dtype, "c_int")
        if one.length:
            named = [f"{one.name}_{at}" for at in range(one.length)]
            parts = ", ".join(self._number(name, struct, one, at) for at in named)
            return f"({type_} * {one.length})({parts})"
        return f"{type_}({self._number(name, struct, one, one.name)})"

    def _number(self, name: str, struct: Struct, one: Field, at: str) -> str:
        sizes = struct.sizes()
        known = self._known.get((name, at))
        if known is not None:
            return known
        if at in sizes:
            return at
        if one.is_size:  # of all, beside the others
            return " * ".join(self._known.get((name, other), other) for other in sizes)
        if one.is_stride and sizes:
            return self._known.get((name, sizes[-1]), sizes[-1])
        return "1.0" if one.dtype.startswith("float") else str(one.usual)

    def _take(self, condition: str) -> None:
        """Take the opposite of a condition behind which nothing is done."""
        for match in _UNEQUAL.finditer(condition):
            left, right = (match[1], _named(match[2], match[3])), match[4]
            if left[0] not in self.taken:
                continue
            if match[7]:
                self._known.setdefault(left, match[7])
            elif right in self.taken and left[1] != _named(match[5], match[6]):
                other = _named(match[5], match[6])
                self._known.setdefault((right, other), self._known.get(left, left[1]))
        for match in _PLAIN.finditer(condition):
            if match[2] in self.taken:
                self._known.setdefault((match[2], match[3]), str(int(match[1] == "!")))


def _named(name: str, index: str | None) -> str:
    return f"{name}_{index}" if index else name

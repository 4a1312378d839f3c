"""Structs of a C interface that hold numbers and memory: `struct matrix { float *data; int n; }`.

Python builds them as a `ctypes.Structure` and passes their address. One is drawn where each of its
fields is a number, an array of numbers or a pointer to numbers. How much is behind a pointer, the
fields say that are called as sizes are; where none is, the function's other sizes do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from porter.source.file import SourceFile
from porter.source.text.bracket_pairs import bracket_pairs

_STRUCT = re.compile(rb"\b(typedef\s++)?struct\b\s*+(\w++)?\s*+\{")
_BEHIND = re.compile(rb"\s*+(\w++)?\s*+;")
_FIELD = re.compile(r"(.*?[\s*])(\w+)\s*(?:\[\s*(\d+)\s*\])?")
#: A name of a declaration, with its stars and its length.
_OWN = re.compile(r"\s*+(\**+)\s*+(\w++)\s*+(?:\[\s*+(\d++)\s*+\])?+\s*+")
_SIZES = re.compile(
    r"(?i)(?:^|_)(?:size|shape|dims?|rows?|n_?rows|cols?|n_?cols|columns?|width|height|depth|w|h|m|n|"
    r"len|length|count|num|numel|batch|channels?)(?:$|_|\d)"
)
#: How far apart rows are, which is as long as they are.
_STRIDE = re.compile(r"(?i)(?:^|_)(?:strides?|pitch|ld\w?|step)(?:$|_)")
_WHOLE = re.compile(r"(?i)(?:^|_)(?:size|len|length|count|numel|num)(?:$|_)")
_SET = re.compile(r"(?i)^(?:on|has|owns?|valid|allocated|initialized)(?:$|_)|^is_(?:on|valid)")


class Field(NamedTuple):
    """A field.

    Attributes:
        name: of the field.
        dtype: of its number or numbers.
        is_pointer: it is the address of numbers.
        length: how many numbers the field itself is; 0 for one that is no array.
    """

    name: str
    dtype: str
    is_pointer: bool
    length: int

    @property
    def is_size(self) -> bool:
        """Whether it says how many of something there are."""
        is_whole = self.dtype in ("int32", "int64", "int16")
        return is_whole and not self.is_pointer and _SIZES.search(self.name) is not None

    @property
    def is_stride(self) -> bool:
        """Whether it says how far rows are from one another."""
        is_whole = self.dtype in ("int32", "int64", "int16")
        return is_whole and not self.is_pointer and _STRIDE.search(self.name) is not None

    @property
    def is_on_host(self) -> bool:
        """Whether it is the address of memory of the host, by its name."""
        return re.search(r"(?i)(?:^|_)(?:host|cpu|h)(?:$|_)", self.name) is not None

    @property
    def usual(self) -> int:
        """What a number is that says no size, where nothing else tells."""
        return int(_SET.search(self.name) is not None)


class Struct(NamedTuple):
    """A struct whose fields are all known.

    Attributes:
        name: by which functions take it.
        fields: in order.
    """

    name: str
    fields: tuple[Field, ...]

    @property
    def holds_memory(self) -> bool:
        """Whether it holds the address of some."""
        return any(f.is_pointer for f in self.fields)

    @property
    def is_told(self) -> bool:
        """Whether it says how much memory it holds, if any."""
        return not self.holds_memory or any(f.is_size for f in self.fields)

    def sizes(self) -> list[str]:
        """Return what its sizes are called, each number of an array by itself."""
        single = [f for f in self.fields if f.is_size and not f.length]
        whole = [f for f in single if _WHOLE.search(f.name)] if len(single) > 1 else []
        names = [f"{f.name}_{at}" for f in self.fields if f.is_size for at in range(f.length)]
        return names + [f.name for f in single if f not in whole]


def structs(files: Iterable[SourceFile], dtype: Callable[[str], str]) -> dict[str, Struct]:
    """Return the structs of which all fields are known, by each of their names.

    Args:
        files: the sources, headers among them.
        dtype: the type of the numbers that a type of C is or points to; "" for another.
    """
    found: dict[str, Struct] = {}
    for file in files:
        pairs = bracket_pairs(file.code)
        for match in _STRUCT.finditer(file.code):
            close = pairs[match.end() - 1]
            behind = _BEHIND.match(file.code, close + 1) if close else None
            if not close or behind is None:
                continue
            text = file.code[match.end() : close].decode("utf-8", "replace")
            fields = _fields(text, dtype)
            names = [match[2], behind[1] if match[1] else None]
            for name in (one.decode() for one in names if one):
                if fields:
                    found.setdefault(name, Struct(name, fields))
    return found


def _fields(text: str, dtype: Callable[[str], str]) -> tuple[Field, ...]:
    """Return the fields of a struct; none where one of them is not known."""
    fields = []
    for statement in filter(str.strip, text.split(";")):
        first, *others = statement.split(",")
        match = _FIELD.fullmatch(" ".join(first.split()))
        if match is None:
            return ()
        type_ = match[1].rstrip("* ")
        declared = [first.strip().removeprefix(type_), *others]
        for one in declared:
            own = _OWN.fullmatch(one)
            numbers = dtype(type_)
            if own is None or not numbers or len(own[1]) > 1 or (own[1] and own[3]):
                return ()
            fields.append(Field(own[2], numbers, bool(own[1]), int(own[3] or 0)))
    return tuple(fields)

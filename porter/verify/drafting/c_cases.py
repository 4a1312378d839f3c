"""Cases of a C interface: how the arguments of each function are made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from porter.verify.drafting.arguments import Drawn, usable
from porter.verify.drafting.c_interface import CFunction, CParameter
from porter.verify.drafting.space import Space
from porter.verify.drafting.text import CaseText

#: Integers that are no sizes, and what they are drawn from.
_CHOICES = (
    (re.compile(r"(?:^|_)(?:block|threads|tpb)", re.IGNORECASE), (64, 128, 256)),
    (re.compile(r"(?:^|_)(?:is|has|use|with|do|trans\w*)(?:_|$)", re.IGNORECASE), (0, 1)),
    (re.compile(r"(?:^|_)(?:seed|iter\w*|steps?|repeats?|radius)$", re.IGNORECASE), (1, 2, 3)),
    (re.compile(r"(?:^|_)(?:device|mode|type|flags?|axis|dim)$", re.IGNORECASE), (0,)),
)
_PLACES = re.compile(r"(?:^|_)(?:index|idx|indices|ids?|col|row|labels?|keys?)(?:$|_|\d)")
#: Sizes around those of warps, waves and blocks; few and small where several are multiplied.
_ALONE, _TOGETHER = (1, 31, 33, 64, 65, 257, 1000), (1, 3, 16, 31, 33, 64)
#: Values that C takes in another width than Python's integers are passed in.
_WIDTHS = {
    "int64": "c_int64", "int16": "c_int16", "int8": "c_int8", "uint8": "c_uint8",
    "float32": "c_float", "float64": "c_double", "bool": "c_bool",
}  # fmt: skip
_COPY = re.compile(
    r"\bcudaMemcpy(?:Async)?\s*\(\s*&?(\w+)\s*,\s*&?(\w+)\s*,([^;]*?),\s*"
    r"cudaMemcpy(HostToDevice|DeviceToHost|Default)\b"
)
_LOCAL = r"\b(?:size_t|int|unsigned|long|auto|const)\s+{}\s*=\s*([^;]+);"
_STREAMS = ("cudaStream_t", "CUstream")
_BYTES = re.compile(r"\s*\*?\s*sizeof\s*\([^()]*\)\s*\*?\s*")
_CAST = re.compile(r"\(\s*(?:size_t|int|long|unsigned)\s*\)")


@dataclass
class _Drawer:
    function: CFunction
    made: Drawn = field(default_factory=Drawn)
    space: Space = field(default_factory=Space)

    def drawn(self) -> Drawn:
        sizes = self._sizes()
        for one in self.function.parameters:
            name = usable(one.name)
            if one.is_pointer:
                self._pointer(one, sizes)
            elif one.type in _STREAMS:
                self.made.given[one.name] = "None"
            elif one.dtype.startswith("float"):
                self.made.axes[name] = (0.5, 1.0, 2.0)
                self.made.given[one.name] = f"{_WIDTHS[one.dtype]}({name})"
            else:
                usual = _ALONE if len(sizes) < 2 else _TOGETHER
                self.made.axes[name] = usual if name in sizes else _choice(one)
                width = _WIDTHS.get(one.dtype)
                self.made.given[one.name] = f"{width}({name})" if width else name
        return self.made

    def _sizes(self) -> list[str]:
        """Return the integers that tell how many elements there are."""
        return [usable(one.name) for one in self.function.parameters
                if not one.is_pointer and re.fullmatch(r"int(?:32|64|16)", one.dtype)
                and not _choice(one)]  # fmt: skip

    def _pointer(self, one: CParameter, sizes: list[str]) -> None:
        count = self._copied(one.name, sizes)
        if count:
            self.space.evidence.setdefault(f"{one.name}: {count} elements", self.function.place)
        else:
            # Whatever of the sizes is multiplied there, it does not reach further.
            count = " * ".join(sizes) or "64"
            told = f"how long {one.name} is; here as long as all sizes allow"
            self.space.unread.setdefault(told, self.function.place)
        if one.dtype == "bool":
            drawn = f'generator.integers(0, 2, {count}, dtype="bool")'
        elif not re.match(r"float|bfloat", one.dtype):
            limit = f"min({', '.join(sizes)})" if len(sizes) > 1 else "".join(sizes) or "64"
            limit = limit if _PLACES.search(one.name) else "100"
            drawn = f'generator.integers(0, {limit}, {count}, dtype="{one.dtype}")'
        else:
            drawn = f'generator.normal({count}, dtype="{one.dtype}")'
        if self._is_on_host(one.name):
            drawn += ".cpu()"
        self.made.lines.append(f"{usable(one.name)} = {drawn}")
        self.made.given[one.name] = usable(one.name)

    def _copies(self, name: str) -> Iterator[re.Match[str]]:
        for match in _COPY.finditer(self.function.body):
            if name in (match[1], match[2]):
                yield match

    def _is_on_host(self, name: str) -> bool:
        sides = {"HostToDevice": 2, "DeviceToHost": 1}
        return any(match[4] in sides and match[sides[match[4]]] == name
                   for match in self._copies(name))  # fmt: skip

    def _copied(self, name: str, sizes: list[str]) -> str:
        """Return how many elements are copied to or from a parameter; "" when nothing says."""
        for match in self._copies(name):
            text = match[3].strip()
            if re.fullmatch(r"\w+", text):
                local = re.search(_LOCAL.format(text), self.function.body)
                text = local[1].strip() if local else text
            if "sizeof" not in text:
                continue
            count = _CAST.sub("", _BYTES.sub(" * ", text).strip(" *"))
            names = re.findall(r"[A-Za-z_]\w*", count)
            if re.fullmatch(r"[\w\s*+()-]+", count) and names and set(names) <= set(sizes):
                return " ".join(count.split())
        return ""


def c_case(function: CFunction) -> CaseText | str:
    """Return the case of a function; a text says why it has none."""
    for one in function.parameters:
        is_stream = one.type in _STREAMS
        if not (is_stream or one.name) or not (one.dtype or is_stream):
            return f"{function.name}: nothing is known to pass for {one.type} {one.name}".rstrip()
    drawer = _Drawer(function)
    drawn = drawer.drawn()
    passed = ", ".join(drawn.given[one.name] for one in function.parameters)
    return CaseText(
        function.name, f"module.{function.name}({passed})", drawn, drawer.space, True,
        f"{function.place}, defined in {function.source}",
    )  # fmt: skip


def _choice(one: CParameter) -> tuple[object, ...]:
    """Return the values of an integer that is no size; empty for a size."""
    if one.dtype == "bool":
        return (False, True)
    if one.dtype in ("int8", "uint8"):
        return (0, 1)
    return next((values for pattern, values in _CHOICES if pattern.search(one.name)), ())

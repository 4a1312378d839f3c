"""What the names of a kernel and its functions hold: a lane, a warp's number, a mask of lanes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from porter.source.cpp.functions import DeviceFunction
from porter.source.file import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.widen.closure import Closure, calls_in
from porter.widen.words import MASKS, Vocabulary

THREAD, GRID, LANE, WARP, MASKED = "thread", "grid", "lane", "warp", "mask"
_DECLARED = re.compile(
    rb"(?<![\w.>])(?P<type>(?:const[ \t]+)?(?:unsigned[ \t]+int|unsigned|int|auto|(?:std::)?size_t"
    rb"|long|(?:std::)?u?int(?:32|64)_t))[ \t]+(?:const[ \t]+)?(?P<rest>\w+\s*=(?!=)[^;{}]+);"
)
_THREAD = re.compile(rb"(?:static_cast<\w+>\()?threadIdx\s*\.\s*x\)?|\(int\)\s*threadIdx\s*\.\s*x")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_PARAMETER = re.compile(rb"(?P<name>\w+)\s*(?:=[^,]*)?\Z")
#: No element of an array and no choice: what those hold has nothing to do with their index.
_ARITHMETIC = re.compile(rb"[\w\s+*/%&|^~<>().:,-]+")
_MASK_CALL = re.compile(rb"porter::(?:" + rb"|".join(MASKS) + rb")\s*\(")


@dataclass(frozen=True)
class Declared:
    """A variable that is declared with a value.

    Attributes:
        name: its name.
        type_span: where its type stands.
        value: what it begins with.
        start: where it is declared.
    """

    name: bytes
    type_span: tuple[int, int]
    value: bytes
    start: int


@dataclass
class Roles:
    """The names of one function and what they hold.

    Attributes:
        of: name -> role.
        types: where the types of masks stand.
    """

    of: dict[bytes, str] = field(default_factory=dict)
    types: set[tuple[int, int]] = field(default_factory=set)

    def names(self, role: str) -> frozenset[bytes]:
        """Return the names that hold something."""
        return frozenset(name for name, what in self.of.items() if what == role)


def roles_of(file: SourceFile, closure: Closure, words: Vocabulary) -> dict[int, Roles]:
    """Return what the names of each function hold, by where its body starts.

    A parameter holds what any call in the closure passes.
    """
    found = {one.body_start: Roles() for one in closure.functions}
    by_name = {one.name: one for one in closure.functions}
    while True:
        before = {start: dict(one.of) for start, one in found.items()}
        for function in closure.functions:
            roles = found[function.body_start]
            for one in _declared(file, function):
                if role := role_of(one.value, roles.of, words):
                    roles.of[one.name] = role
                    if role == MASKED:
                        roles.types.add(one.type_span)
            for call in calls_in(file, function):
                called = by_name.get(call.name)
                if called is None:
                    continue
                for given, (name, span) in zip(
                    call.arguments, _parameters(file, called), strict=False
                ):
                    role = role_of(file.code[slice(*given)], roles.of, words)
                    if role:
                        found[called.body_start].of[name] = role
                        if role == MASKED:
                            found[called.body_start].types.add(span)
        if before == {start: one.of for start, one in found.items()}:
            return found


def role_of(value: bytes, of: Mapping[bytes, str], words: Vocabulary) -> str:
    """Return what an expression holds; empty when it is something else."""
    value = value.strip()
    if value in of:
        return of[value]
    if _THREAD.fullmatch(value):
        return THREAD
    if _MASK_CALL.match(value):
        return MASKED
    if not _ARITHMETIC.fullmatch(value):
        return ""
    of_names = {of.get(name, "") for name in _NAME.findall(value)}
    if b"threadIdx" in value or of_names & {THREAD, GRID}:
        if re.search(rb"&\s*(?:31|0x1[fF])\b|%\s*" + words.size, value) or re.search(
            rb"&\s*\(\s*" + words.size + rb"\s*-\s*1\s*\)", value
        ):
            return LANE
        if b"blockIdx" in value or GRID in of_names:
            return GRID
        if re.search(rb"/\s*" + words.size + rb"|>>\s*5\b", value):
            return WARP
    if b"blockIdx" in value:
        return GRID
    if MASKED in of_names and re.fullmatch(rb"[\w\s&|^~()<]+", value):
        return MASKED
    return ""


def _declared(file: SourceFile, function: DeviceFunction) -> Iterator[Declared]:
    code = file.code
    for match in _DECLARED.finditer(code, function.body_start, function.body_end):
        for start, end in split_arguments(code, match.start("rest"), match.end("rest")):
            name, sign, value = code[start:end].partition(b"=")
            if sign:
                yield Declared(name.strip(), match.span("type"), value.strip(), start)


def _parameters(
    file: SourceFile, function: DeviceFunction
) -> Iterator[tuple[bytes, tuple[int, int]]]:
    """Yield the name of each parameter, and where its type stands."""
    code = file.code
    head = re.compile(rb"\b" + re.escape(function.name) + rb"\s*\(")
    match = head.search(code, function.start, function.body_start)
    close = None if match is None else closing(code, match.end() - 1)
    if match is None or close is None:
        return
    for start, end in split_arguments(code, match.end(), close):
        named = _PARAMETER.search(code, start, end)
        if named is not None:
            stop = named.start()
            while code[stop - 1 : stop].isspace():
                stop -= 1
            yield named["name"], (start, stop)
        else:
            yield b"", (start, end)

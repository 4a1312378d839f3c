"""How many threads the blocks of CUB's block-wide algorithms have, as far as a file gives it.

The number may come through templates of the project: of `template <int N> using Sum =
cub::BlockReduce<float, N>` each `Sum<32>` is a block of 32 threads, and so are a kernel's and a
launcher's arguments that end there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.warp._cub import cub_names
from porter.project.known_numbers import known_number
from porter.source import SourceFile
from porter.source.cpp.functions import function_behind
from porter.source.once import once_for_each_file
from porter.source.text.brackets import closing, split_arguments, template_arguments_end

#: Which of their arguments are the numbers of threads along x, y and z.
BLOCKS = {
    b"BlockReduce": (1, 3, 4),
    b"BlockScan": (1, 3, 4),
    b"BlockLoad": (1, 4, 5),
    b"BlockStore": (1, 4, 5),
    b"BlockRadixSort": (1, 8, 9),
    b"BlockExchange": (1, 4, 5),
    b"BlockHistogram": (1, 5, 6),
    b"BlockDiscontinuity": (1, 2, 3),
    b"BlockMergeSort": (1, 4, 5),
    b"BlockAdjacentDifference": (1, 2, 3),
}
_HEAD = re.compile(rb"\btemplate[ \t\r\n]*+<")
_CLASS = re.compile(rb"[ \t\r\n]*+(?:struct|class|union)[ \t\r\n]++(\w++)[^;{}()=]{0,400}+\{")
_ALIAS = re.compile(rb"[ \t\r\n]*+using[ \t\r\n]++(\w++)[ \t\r\n]*+=")
_PARAMETER = re.compile(rb"(\w++)[ \t\r\n]*+(?:=[ \t\r\n]*+(.++))?\Z", re.DOTALL)
_CONSTANT = re.compile(rb"\bconst(?:expr)?\b[^;(){}=]{0,100}?\b(\w++)[ \t]*+=[ \t]*+(\w++)[ \t]*+;")
#: The longest alias.
_LONGEST = 4000

Span = tuple[int, int]


class _Parameter(NamedTuple):
    """A parameter of a template, and where what it is by default stands."""

    name: bytes
    default: Span | None


class _Template(NamedTuple):
    """A class, an alias or a function that is a template, from its head to its end.

    Attributes:
        name: its name.
        parameters: what its head declares.
        start: where the head begins.
        body: where what it stands for begins.
        end: where that ends.
        around: the template that it is a member of.
    """

    name: bytes
    parameters: tuple[_Parameter, ...]
    start: int
    body: int
    end: int
    around: _Template | None


class _Product(NamedTuple):
    """A number of threads that a template chooses: a factor, and parameters by their places."""

    template: _Template
    factor: int
    places: tuple[int, ...]


def cub_blocks(file: SourceFile) -> Iterator[tuple[Span, int]]:
    """Yield each number of threads that is known: where it is given, and the number."""
    known: dict[Span, int] = {}
    left: list[_Product] = []
    for use in cub_names(file, frozenset(BLOCKS)):
        arguments = _arguments(file, use.end)
        if len(arguments) > 1:
            sides = [arguments[one] for one in BLOCKS[use.name] if one < len(arguments)]
            _resolve(file, use.start, 1, sides, known, left)
    seen: set[_Product] = set()
    counts = Counter(one.name for one in _templates(file)) if left else {}
    while left:
        product = left.pop()
        if product in seen or counts[product.template.name] > 1:  # which one a use means
            continue
        seen.add(product)
        for start in file.occurrences(product.template.name):
            if product.template.start <= start < product.template.body:
                continue
            arguments = _arguments(file, start + len(product.template.name))
            sides = _given(product, arguments) if arguments else []
            if sides:
                _resolve(file, start, product.factor, sides, known, left)
    yield from sorted(known.items())


def _arguments(file: SourceFile, end: int) -> list[Span]:
    """Return where the template arguments of a name that ends at `end` stand."""
    behind = file.next(end)
    if file.code[behind : behind + 1] != b"<":
        return []
    close = template_arguments_end(file.code, behind)
    return [] if close is None else list(split_arguments(file.code, behind + 1, close - 1))


def _given(product: _Product, arguments: list[Span]) -> list[Span]:
    """Return where a use of a template gives its numbers, by default in its head; else nothing."""
    found = [
        arguments[place] if place < len(arguments) else product.template.parameters[place].default
        for place in product.places
    ]
    given = [one for one in found if one is not None]
    return given if len(given) == len(found) else []


def _resolve(
    file: SourceFile,
    start: int,
    factor: int,
    sides: list[Span],
    known: dict[Span, int],
    left: list[_Product],
) -> None:
    """Take note of a product of sides: a number, or what a template around `start` chooses.

    Args:
        file: the file.
        start: where the sides are used.
        factor: what the product has beside them.
        sides: where they stand.
        known: the numbers, by where the first side stands.
        left: what templates choose.
    """
    chosen: list[tuple[_Template, int]] = []
    for side in sides:
        written = file.code[slice(*side)].strip()
        number = known_number(file, written)
        if number is not None:
            factor *= number
            continue
        parameter = _parameter(file, start, written)
        if parameter is None:
            return
        chosen.append(parameter)
    if not chosen:
        known[sides[0]] = factor
    elif len({template for template, _ in chosen}) == 1:
        left.append(_Product(chosen[0][0], factor, tuple(place for _, place in chosen)))


def _parameter(file: SourceFile, start: int, written: bytes) -> tuple[_Template, int] | None:
    """Return the parameter of a template around `start` that a number is, or is a constant of."""
    if not re.fullmatch(rb"[A-Za-z_]\w*", written):
        return None
    templates = _templates(file)
    at = bisect_right(templates, start, key=lambda one: one.start)
    template = templates[at - 1] if at else None
    while template is not None:
        if start < template.end:
            names = [one.name for one in template.parameters]
            name = _constants(file, template).get(written, written)
            if name in names:
                return template, names.index(name)
        template = template.around
    return None


@once_for_each_file
def _constants(file: SourceFile, template: _Template) -> dict[bytes, bytes]:
    """Return the constants of a template that are another name, such as that of a parameter."""
    found = _CONSTANT.findall(file.code[template.body : template.end])
    counts = Counter(name for name, _ in set(found))
    return {name: value for name, value in found if counts[name] == 1}


@once_for_each_file
def _templates(file: SourceFile) -> tuple[_Template, ...]:
    """Return the templates of a file that have a body, in order; none with packs of parameters."""
    found: list[_Template] = []
    open_: list[_Template] = []
    for head in _HEAD.finditer(file.code):
        close = template_arguments_end(file.code, head.end() - 1)
        if close is None or b"..." in file.code[head.end() : close]:
            continue
        body = _body(file, close)
        spans = list(split_arguments(file.code, head.end(), close - 1))
        parameters = tuple(_declared(file, *span) for span in spans)
        if body is None or not parameters:
            continue
        while open_ and open_[-1].end <= head.start():
            open_.pop()
        around = open_[-1] if open_ else None
        found.append(_Template(body[0], parameters, head.start(), *body[1:], around))
        open_.append(found[-1])
    return tuple(found)


def _declared(file: SourceFile, start: int, end: int) -> _Parameter:
    """Return the parameter that a template declares between two places."""
    match = _PARAMETER.search(file.code, start, end)
    if match is None:
        return _Parameter(b"", None)
    return _Parameter(match[1], None if match[2] is None else match.span(2))


def _body(file: SourceFile, at: int) -> tuple[bytes, int, int] | None:
    """Return the name, the beginning and the end of what a template's head at `at` declares."""
    alias = _ALIAS.match(file.code, at)
    if alias is not None:
        end = file.code.find(b";", alias.end(), alias.end() + _LONGEST)
        return None if end < 0 else (alias[1], alias.end(), end)
    match = _CLASS.match(file.code, at)
    if match is not None:
        close = closing(file.code, match.end() - 1)
        return None if close is None else (match[1], match.end(), close)
    function = function_behind(file, at)
    return None if function is None else (function.name, function.body_start, function.body_end)

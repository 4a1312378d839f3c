"""Writes drafted cases as a Python file for a person to go on from."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from porter.verify.drafting.argument import Drawn
from porter.verify.drafting.space import Space

_WIDTH = 99
_MOST_EVIDENCE = 12
#: One point more for so many others has sizes that are all multiples of 128, where checks were not
#: followed or nothing tells a shape.
_EVEN = 4
#: What the sizes of a point come to at most, multiplied, where several are as large as this.
_MOST_WORK, _LARGE = 1 << 22, 16
#: The same where nothing tells the shape of a tensor, which is then as large as another.
_MOST_UNTOLD = 1 << 18
_OFFERED = (
    "Generator",
    "as_array",
    "at_most",
    "even",
    "laid_out",
    "most_terms",
    "record",
    "returned",
    "sample",
)
_OF_C = re.compile(r"\b(?:c_\w+|byref)\b")
#: What only names a field or is a field's.
_NAMES = re.compile(r"(?<!\w)\w++=|\.\w++")


class CaseText(NamedTuple):
    """What a case is made of.

    Attributes:
        name: of the case.
        call: the expression under test.
        drawn: how its arguments are made.
        space: what was read, as comments say it.
        may_write: its tensors are compared after the call, too.
        origin: the function that is called, and where.
        before: statements in front of the call, such as one that makes an object.
    """

    name: str
    call: str
    drawn: Drawn
    space: Space
    may_write: bool
    origin: str
    before: tuple[str, ...] = ()


def file_text(
    module: str,
    cases: Sequence[CaseText],
    count: int,
    sources: Sequence[str] = (),
    built_by: str = "",
) -> str:
    """Return the file.

    Args:
        module: what Python imports, or a library with a C interface.
        cases: in order.
        count: at how many points each case runs.
        sources: what the library is compiled from, where no build file makes it.
        built_by: the script that builds the module, where others build one of that name, too.
    """
    body = [line for case in cases for line in ("", "", *_case(case, count))]
    used = [
        name
        for name in _OFFERED
        if any(re.search(rf"\b{name}\b[:(]|: {name}\b", line) for line in body)
    ]
    imports = []
    calls = [text for case in cases for text in (case.call, *case.before)]
    widths = sorted({word for text in calls for word in _OF_C.findall(_NAMES.sub("", text))})
    if widths:
        imports.append(f"from ctypes import {', '.join(widths)}")
    if any("import_module(" in line for line in body):
        imports.append("from importlib import import_module")
    if any("torch." in line for case in cases for line in (case.call, *case.before)):
        imports += ["", "import torch"] if imports else ["import torch"]
    lines = [
        f'"""Cases of {module}, drafted by `porter new cases` from what its code checks.',
        "",
        "A draft to go on from: take out what says nothing, add what the code does not check, such",
        "as values of indices, and give sums their `terms`. Comments name the checks that were",
        "read. With `reference = SimpleNamespace(…)`, the same functions in PyTorch, `--ref torch`",
        "compares, too.",
        '"""',
        "",
        *imports,
        *([""] if imports else []),
        f"from porter.verify.extension import {', '.join(used)}",
        "",
        f'MODULE = "{module}"',
        *([f"SOURCES = {list(sources)!r}".replace("'", '"')] if sources else []),
        *([f'BUILT_BY = "{built_by}"'] if built_by else []),
    ]
    return "\n".join([*lines, *body]) + "\n"


def _case(case: CaseText, count: int) -> Iterator[str]:
    drawn, space = case.drawn, case.space
    for text, place in [*space.evidence.items()][:_MOST_EVIDENCE]:
        yield _cut(f"# {place}: {text}")
    left = len(space.evidence) - _MOST_EVIDENCE
    if left > 0:
        yield f"# … and {left} more checks."
    for text, place in space.unread.items():
        yield _cut(f"# Not followed: {place}: {text}")
    for name in drawn.unchecked:
        yield f"# No check tells the shape of {name}: it is another's, with room behind it."
    if drawn.lists:
        each = "each of as many tensors, of one shape and type"
        yield f"# Nothing tells how long {' and '.join(drawn.lists)} may be: {each}."
    if drawn.sizes and (space.unread or drawn.unchecked):
        sizes = ", ".join(f'"{one}"' for one in drawn.sizes)
        usual = {one: value for one, value in drawn.defaults.items() if one in drawn.axes}
        sizes += "".join(f", {one}={value!r}" for one, value in usual.items())
        yield from _wrapped("@even(", f"{max(count // _EVEN, 1)}, {sizes}", ")", "")
    most = _MOST_UNTOLD if drawn.unchecked else _MOST_WORK
    if bounded := _bounded(drawn.axes, most):
        names = ", ".join(f'"{one}"' for one in bounded)
        yield from _wrapped("@at_most(", f"{most}, {names}", ")", "")
    if drawn.axes:
        yield "@sample("
        yield f"    {count},"
        for name, values in drawn.axes.items():
            listed = ", ".join('"' + one + '"' if isinstance(one, str) else repr(one)
                               for one in values)  # fmt: skip
            yield f"    {name}=[{listed}],"
        yield ")"
    parameters = ["module", "generator: Generator", *drawn.axes]
    yield from _wrapped(f"def case_{case.name}(", ", ".join(parameters), "):", "")
    yield f'    """{case.origin}."""'
    for line in (*drawn.lines, *case.before):
        yield from _statement(line)
    yield from _statement(f"result = {case.call}")
    tensors = [line.partition(" = ")[0] for line in drawn.lines]
    written = "".join(f", {name}={name}" for name in tensors if case.may_write)
    summed = ", ".join(f"*{name}" if name in drawn.lists else name for name in tensors)
    yield from _statement(f"return returned(result, most_terms({summed}){written})")


def _bounded(axes: Mapping[str, Sequence[object]], most_work: int) -> list[str]:
    """Return the numbers that come to too much when all are large; none where they do not."""
    most = {
        name: max((one for one in values if isinstance(one, int)), default=0)
        for name, values in axes.items()
    }
    large = {name: number for name, number in most.items() if number >= _LARGE}
    return list(large) if math.prod(large.values()) > most_work else []


def _statement(line: str) -> Iterator[str]:
    """Yield a statement, over several lines where it is long: the longest arguments of a call."""
    if len(line) + 4 <= _WIDTH or "(" not in line:
        yield f"    {line}"
        return
    start, end = max(_groups(line), key=lambda group: group[1] - group[0])
    yield from _wrapped(f"    {line[:start]}", line[start:end], line[end:], "    ")


def _groups(line: str) -> list[tuple[int, int]]:
    """Return where what stands between outer parentheses begins and ends."""
    found: list[tuple[int, int]] = []
    at = 0
    while (opened := line.find("(", at)) >= 0:
        at = opened + 1 + _closing(line[opened + 1 :])
        found.append((opened + 1, at))
    return found


def _closing(text: str) -> int:
    """Return where the parenthesis ends that was opened before a text; its end if nowhere."""
    depth = 1
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return at
    return len(text)


def _wrapped(head: str, inner: str, tail: str, indent: str) -> Iterator[str]:
    """Yield `head inner tail`, its parts by commas on lines of their own where it is long."""
    if len(head) + len(inner) + len(tail) <= _WIDTH:
        yield f"{head}{inner}{tail}"
        return
    yield head
    line = ""
    for part in inner.split(", "):
        if line and len(indent) + 4 + len(line) + len(part) + 3 > _WIDTH:
            yield f"{indent}    {line},"
            line = part
        else:
            line = f"{line}, {part}" if line else part
    yield f"{indent}    {line},"
    yield f"{indent}{tail}"


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"

"""Names that a program constructs at run time, or that its preprocessor pastes."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from porter.packs.renamer import Renamer
from porter.packs.syntax import is_code, parsed
from porter.source.text.languages import Language

_WORD_BEHIND = re.compile(rb"[A-Za-z0-9_]*")
_WORD_BEFORE = re.compile(rb"[A-Za-z0-9_]*\Z")
#: What stands for a value that is known later: `{op}`, `${op}`, `$op`, `%s`, `{{ op }}`.
_HOLE_BEHIND = re.compile(rb"\$|\{|%(?:[sdiu(]|\.?[0-9]*[sdu])|@[A-Z]")
_HOLE_BEFORE = re.compile(rb"(?:\}|%[sdiu]|@)\Z")
#: A string that ends here and has something added: `"aiter_" + op`, `std::string("aiter_") + op`.
_ADDED_BEHIND = re.compile(rb"[\"']\)?\s*\+(?!\s*[\"'][^A-Za-z0-9_\"'])")
_ADDED_BEFORE = re.compile(rb"\+\s*(?:\w{0,2})[\"']\Z")
_PASTED_BEHIND = re.compile(rb"\s*##(?!#)")
_PASTED_BEFORE = re.compile(rb"##\s*\Z")
_PASTE = re.compile(rb"(?<!\w)\w++(?:[ \t]*+##[ \t]*+\w++)++")
_ADJACENT = re.compile(rb"\"[^\"\n\\]*+\"(?:\s++\"[^\"\n\\]*+\")++")
_AROUND = 64


@dataclass(frozen=True, slots=True)
class ConstructedName:
    """A name made of pieces.

    Attributes:
        start: offset of what is known of it.
        end: offset behind that.
        text: what is known of it.
        is_split: the old name itself is cut in two, so that no rename has found it.
    """

    start: int
    end: int
    text: bytes
    is_split: bool = False


def constructed_names(
    data: bytes, language: Language, renamer: Renamer
) -> Iterator[ConstructedName]:
    """Yield the names in `data` that hold an old name and are put together of pieces."""
    whole: list[tuple[int, int]] = []
    for match in renamer.matches(data):
        whole.append((match.start, match.end))
        before = _WORD_BEFORE.search(data, max(0, match.start - _AROUND), match.start)
        behind = _WORD_BEHIND.match(data, match.end)
        assert before is not None and behind is not None
        start, end = before.start(), behind.end()
        in_code = is_code(data, language, match.start)
        if _is_open(data, start, end, in_code, language):
            yield ConstructedName(start, end, data[start:end])
    yield from _split(data, language, renamer, whole)


def _is_open(data: bytes, start: int, end: int, in_code: bool, language: Language) -> bool:
    """Tell whether the word at a span goes on in what is known only later."""
    low = max(0, start - _AROUND)
    if in_code:
        return language is Language.CUDA and bool(
            _PASTED_BEHIND.match(data, end) or _PASTED_BEFORE.search(data, low, start)
        )
    return bool(
        _HOLE_BEHIND.match(data, end)
        or _HOLE_BEFORE.search(data, low, start)
        or (
            language in (Language.PYTHON, Language.CUDA)
            and (_ADDED_BEHIND.match(data, end) or _ADDED_BEFORE.search(data, low, start))
        )
    )


def _split(
    data: bytes, language: Language, renamer: Renamer, whole: Iterable[tuple[int, int]]
) -> Iterator[ConstructedName]:
    """Yield the names that hold an old name only once their pieces stand together."""
    found: Iterable[tuple[int, int, bytes]] = ()
    if language is Language.PYTHON:
        found = _python_sums(data)
    elif language is Language.CUDA:
        found = _pasted(data)
    spans = sorted(whole)
    for start, end, text in found:
        first, last = bisect_left(spans, (start,)), bisect_left(spans, (end,))
        inside = sum(high <= end for _, high in spans[first:last])
        if sum(1 for _ in renamer.matches(text)) > inside:
            yield ConstructedName(start, end, text, is_split=True)


def _pasted(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    for match in _PASTE.finditer(data):
        yield *match.span(), re.sub(rb"(?<![ \t])[ \t]*+##[ \t]*+", b"", match.group())
    for match in _ADJACENT.finditer(data):
        yield *match.span(), re.sub(rb"\"\s+\"", b"", match.group())


def _python_sums(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield span and value of strings that are written in several pieces."""
    tree = parsed(data)
    if tree is None:
        return
    lines = [0]
    for line in data.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for node in ast.walk(tree):
        text = _value(node)
        if text is None or not isinstance(node, ast.expr):
            continue
        if node.end_lineno is None or node.end_col_offset is None:
            continue
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[node.end_lineno - 1] + node.end_col_offset
        yield start, end, text.encode("utf-8", "surrogateescape")


def _value(node: ast.AST) -> str | None:
    """Return the text that an expression of constants comes to, None when it is another."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _value(node.left), _value(node.right)
        return None if left is None or right is None else left + right
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and len(node.args) == 1
        and isinstance(node.args[0], ast.List | ast.Tuple)
    ):
        parts = [_value(element) for element in node.args[0].elts]
        glue = _value(node.func.value)
        if glue is not None and all(part is not None for part in parts):
            return glue.join(part for part in parts if part is not None)
    return None

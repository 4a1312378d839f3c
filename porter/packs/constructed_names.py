"""Names that a program constructs at run time, or that its preprocessor pastes."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from porter.packs.renamer import LONGEST_WORD, Renamer
from porter.packs.syntax import is_code, parsed
from porter.source.cpp.scopes import previous
from porter.source.text.languages import Language
from porter.source.text.lexer import WORD_BYTES

_WORD_BEHIND = re.compile(rb"[A-Za-z0-9_]*")
#: What stands for a value that is known later: `{op}`, `${op}`, `$op`, `%s`, `{{ op }}`.
_HOLE_BEHIND = re.compile(rb"\$|\{|%(?:[sdiu(]|\.?[0-9]*[sdu])|@[A-Z]")
_HOLE_BEFORE = re.compile(rb"(?:\}|%[sdiu]|@)\Z")
#: A string that ends here and has something added: `"aiter_" + op`, `std::string("aiter_") + op`.
_ADDED_BEHIND = re.compile(rb"[\"']\)?\s*\+(?!\s*[\"'][^A-Za-z0-9_\"'])")
_PASTED_BEHIND = re.compile(rb"\s*##(?!#)")
_PASTE = re.compile(rb"(?<!\w)\w++(?:[ \t]*+##[ \t]*+\w++)++")
_ADJACENT = re.compile(rb"\"[^\"\n\\]*+\"(?:\s++\"[^\"\n\\]*+\")++")
_WORD = bytes(WORD_BYTES)


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
        # Renames say so where they have looked at a part of a word alone.
        before = data[max(0, match.start - LONGEST_WORD) : match.start]
        behind = _WORD_BEHIND.match(data, match.end, match.end + LONGEST_WORD)
        assert behind is not None
        start, end = match.start - len(before) + len(before.rstrip(_WORD)), behind.end()
        in_code = is_code(data, language, match.start)
        if _is_open(data, start, end, in_code, language):
            yield ConstructedName(start, end, data[start:end])
    yield from _split(data, language, renamer, whole)


def _is_open(data: bytes, start: int, end: int, in_code: bool, language: Language) -> bool:
    """Tell whether the word at a span goes on in what is known only later."""
    if in_code:
        last = previous(data, start)
        is_pasted = data[max(0, last - 1) : last + 1] == b"##"
        return language is Language.CUDA and (
            is_pasted or _PASTED_BEHIND.match(data, end) is not None
        )
    return bool(
        _HOLE_BEHIND.match(data, end)
        or _HOLE_BEFORE.search(data, max(0, start - 2), start)
        or (
            language in (Language.PYTHON, Language.CUDA)
            and (_ADDED_BEHIND.match(data, end) or _is_added(data, start))
        )
    )


def _is_added(data: bytes, start: int) -> bool:
    """Tell whether the string that begins in front of a word is added to something."""
    at = start - 1
    if data[max(0, at) : start] not in (b'"', b"'"):
        return False
    while at > max(0, start - 3) and data[at - 1] in WORD_BYTES:  # its prefix, `rb"…"`
        at -= 1
    last = previous(data, at)
    return data[max(0, last) : last + 1] == b"+"


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
    """Yield span and value of strings that are written in several pieces, each as a whole."""
    tree = parsed(data)
    if tree is None:
        return
    lines = [0]
    for line in data.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    texts = _texts(tree)
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        if not isinstance(node, ast.expr) or node not in texts:
            left += ast.iter_child_nodes(node)
        elif node.end_lineno is not None and node.end_col_offset is not None:
            start = lines[node.lineno - 1] + node.col_offset
            end = lines[node.end_lineno - 1] + node.end_col_offset
            yield start, end, _text(node).encode("utf-8", "surrogateescape")


def _texts(tree: ast.Module) -> set[ast.expr]:
    """Return the expressions that come to a text, made of constants alone.

    Operands come before what they are part of: a sum of thousands is no recursion.
    """
    found: set[ast.expr] = set()
    for node in reversed(list(ast.walk(tree))):
        if isinstance(node, ast.Constant):
            is_text = isinstance(node.value, str)
        elif isinstance(node, ast.BinOp):
            is_text = isinstance(node.op, ast.Add) and {node.left, node.right} <= found
        else:
            is_text = isinstance(node, ast.Call) and found.issuperset(_joined(node))
        if is_text and isinstance(node, ast.expr):
            found.add(node)
    return found


def _joined(call: ast.Call) -> Sequence[ast.expr]:
    """Return the glue and the pieces of a call of `join`, the call itself when it is none."""
    if (
        isinstance(call.func, ast.Attribute)
        and call.func.attr == "join"
        and len(call.args) == 1
        and isinstance(call.args[0], ast.List | ast.Tuple)
    ):
        return [call.func.value, *call.args[0].elts]
    return [call]


def _text(node: ast.expr) -> str:
    """Return what an expression of `_texts` comes to."""
    pieces: list[str] = []
    while isinstance(node, ast.BinOp):
        pieces.append(_text(node.right))
        node = node.left
    if isinstance(node, ast.Call):
        glue, *parts = map(_text, _joined(node))
        pieces.append(glue.join(parts))
    else:
        assert isinstance(node, ast.Constant) and isinstance(node.value, str)
        pieces.append(node.value)
    return "".join(reversed(pieces))

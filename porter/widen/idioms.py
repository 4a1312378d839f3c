"""Shuffles that reduce or sum up, in loops or one by one: a wavefront has instructions for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from porter.widen.words import Vocabulary

Edit = tuple[int, int, bytes]
#: Functions of two values for which the order does not count.
_COMMUTE = rb"(?:std::|porter::|::)?(?:f?max|f?min|fmaxf|fminf|__hmax2?|__hmin2?|__hadd2?)"
_PRAGMA = rb"(?:^[ \t]*#[ \t]*pragma[ \t]+unroll\b[^\n]*\n[ \t]*)?"
_TYPE = rb"(?:const[ \t]+)?[\w:]+(?:[ \t]+[\w:]+)?"


def idioms(code: bytes, start: int, end: int, words: Vocabulary) -> Iterator[Edit]:
    """Yield what becomes of the reductions and prefix sums in a function's body.

    Args:
        code: masked code of a file.
        start: where the body starts.
        end: where it ends.
        words: the file's constants.
    """
    for match in chain(
        _reduction(words).finditer(code, start, end), _unrolled(words).finditer(code, start, end)
    ):
        operation = b"a %s b" % match["sign"] if match["sign"] else b"%s(a, b)" % match["function"]
        if words.is_full(match["mask"] or match["other_mask"]):
            value = match["value"]
            text = b"%s = porter::wave::reduce(%s, [](auto a, auto b) { return %s; });"
            yield _edit(match, code, text % (value, value, operation))
    for match in _scan(words).finditer(code, start, end):
        if words.is_full(match["mask"]):
            value = match["value"]
            yield _edit(match, code, b"%s = porter::wave::inclusive_sum(%s);" % (value, value))


def _edit(match: re.Match[bytes], code: bytes, text: bytes) -> Edit:
    """Return what puts a statement in the place of others, as far to the right as they begin."""
    start, loop = match.start(), match.start("first")
    line = code.rfind(b"\n", 0, loop) + 1
    while code[start : start + 1] in (b" ", b"\t"):
        start += 1
    column = start - (code.rfind(b"\n", 0, start) + 1)
    return start, match.end(), code[line:loop][column:] + text


def _shuffle(mask: bytes, size: bytes) -> bytes:
    return (
        rb"porter::shfl_(?:down|xor)_sync\((?P<" + mask + rb">[^,()]+),\s*(?P=value),\s*(?P=step)"
        rb"(?:,\s*" + size + rb")?\)"
    )


@lru_cache(maxsize=8)
def _reduction(words: Vocabulary) -> re.Pattern[bytes]:
    half = rb"(?:16|" + words.size + rb"\s*(?:/\s*2|>>\s*1))"
    return re.compile(
        _PRAGMA + rb"[ \t]*\b(?P<first>for)\s*\(\s*" + _TYPE + rb"\s+(?P<step>\w+)\s*=\s*" + half
        + rb"\s*;\s*(?P=step)\s*(?:>\s*0|>=\s*1|!=\s*0)?\s*;\s*"
        rb"(?P=step)\s*(?:/=\s*2|>>=\s*1)\s*\)\s*(?P<brace>\{\s*)?"
        rb"(?P<value>\w+)\s*(?:(?P<sign>[+*&|^])=\s*" + _shuffle(b"mask", words.size)
        + rb"|=\s*(?P<function>" + _COMMUTE + rb")\(\s*(?P=value),\s*"
        + _shuffle(b"other_mask", words.size) + rb"\s*\))\s*;(?(brace)\s*\})",
        re.MULTILINE,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _unrolled(words: Vocabulary) -> re.Pattern[bytes]:
    """Return the pattern of a reduction whose five steps are written one by one."""
    step = (
        rb"\s*(?P=value)\s*(?(sign)(?P=sign)=\s*%b|=\s*(?P=function)\(\s*(?P=value),\s*%b\s*\))\s*;"
    )
    first = (
        rb"(?P<first>(?P<value>\w+))\s*(?:(?P<sign>[+*&|^])=\s*%b|=\s*(?P<function>%b)\(\s*(?P=value),\s*%b\s*\))\s*;"
        % (
            _given(b"(?P<mask>[^,()]+)", 16, words),
            _COMMUTE,
            _given(b"(?P<other_mask>[^,()]+)", 16, words),
        )
    )
    rest = b"".join(
        step % (_given(b"(?P=mask)", one, words), _given(b"(?P=other_mask)", one, words))
        for one in (8, 4, 2, 1)
    )
    return re.compile(rb"(?<![\w.>])" + first + rest)


def _given(mask: bytes, distance: int, words: Vocabulary) -> bytes:
    """Return the pattern of a shuffle of `value` by a distance that is written."""
    return (
        rb"porter::shfl_(?:down|xor)_sync\(%b,\s*(?P=value),\s*%d(?:,\s*%b)?\)"
        % (mask, distance, words.size)
    )  # fmt: skip


@lru_cache(maxsize=8)
def _scan(words: Vocabulary) -> re.Pattern[bytes]:
    return re.compile(
        _PRAGMA + rb"[ \t]*\b(?P<first>for)\s*\(\s*" + _TYPE + rb"\s+(?P<step>\w+)\s*=\s*1\s*;\s*"
        rb"(?P=step)\s*(?:<\s*" + words.size + rb"|<=\s*16)\s*;\s*"
        rb"(?P=step)\s*(?:\*=\s*2|<<=\s*1)\s*\)\s*\{\s*"
        + _TYPE + rb"\s+(?P<below>\w+)\s*=\s*porter::shfl_up_sync\((?P<mask>[^,()]+),\s*"
        rb"(?P<value>\w+),\s*(?P=step)\s*\)\s*;\s*"
        rb"if\s*\(\s*\w+\s*>=\s*(?P=step)\s*\)\s*(?P<brace>\{\s*)?"
        rb"(?P=value)\s*\+=\s*(?P=below)\s*;(?(brace)\s*\})\s*\}",
        re.MULTILINE,
    )  # fmt: skip

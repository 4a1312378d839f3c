"""Comparisons of `__CUDA_ARCH__`, with a number and with a macro, and what they come to for HIP."""

from __future__ import annotations

import operator
import re

from porter.fixers.language._branches import architecture_for_hip
from porter.fixers.language._version_tests import MIRRORED
from porter.options import Options

DEVICE = b"__HIP_DEVICE_COMPILE__"
_DEFINED = rb"defined[ \t]*(?:\([ \t]*__CUDA_ARCH__[ \t]*\)|[ \t]__CUDA_ARCH__)"
_ASKED = rb"(?:__CUDA_ARCH__|\([ \t]*__CUDA_ARCH__[ \t]*\))"
COMPARED = re.compile(
    rb"(?P<asked>(?<!!)(?<![! \t]\()" + _DEFINED + rb"[ \t\\\r\n]*&&[ \t\\\r\n]*)?"
    rb"(?P<open>\([ \t]*)?"
    rb"(?:" + _ASKED + rb"[ \t]*(?P<op>>=|<=|==|!=|<(?!<)|>(?!>))[ \t]*"
    rb"(?:(?P<number>\d+)[uUlL]*(?![\w.])|\([ \t]*(?P<inner>\d+)[uUlL]*[ \t]*\))"
    rb"|\b(?P<rebmun>\d+)[uUlL]*[ \t]*(?P<po>>=|<=|==|!=|<(?!<)|>(?!>))[ \t]*" + _ASKED + rb")"
    rb"(?(open)[ \t]*\))(?![ \t]*[-+*/%0-9])"
)
_WORD_END = re.compile(rb"\w")
_OPERATOR_BEHIND = re.compile(rb"[ \t)]*+(?!&&|\|\|)[-+*/%<>=!&|^]")
_OPERATOR_BEFORE = re.compile(rb"(?:[-+*/%<>=^]|(?<!&)&|(?<!\|)\|)[ \t(]{0,9}\Z")
_INSIDE = re.compile(rb"\bdefined[ \t]*+\(?+[ \t]*+\Z")
_SIGNS = {
    b">=": operator.ge,
    b">": operator.gt,
    b"<=": operator.le,
    b"<": operator.lt,
    b"==": operator.eq,
    b"!=": operator.ne,
}


def comparison_sign(match: re.Match[bytes]) -> bytes:
    """Return the sign of a comparison, as if `__CUDA_ARCH__` stood in front of it."""
    mirrored: bytes = match.group("po")
    return match.group("op") or MIRRORED.get(mirrored, mirrored)


def is_true(match: re.Match[bytes], architecture: int) -> bool:
    """Tell whether a comparison holds for an architecture."""
    number = int(match.group("number") or match.group("inner") or match.group("rebmun"))
    return bool(_SIGNS[comparison_sign(match)](architecture, number))


def apart(match: re.Match[bytes], text: bytes) -> bytes:
    """Return what stands for a comparison, parted from a word in front (`#if(…)`, `return(…)`)."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    return b" " + text if _WORD_END.match(before) else text


def test_for_hip(match: re.Match[bytes], options: Options) -> bytes:
    """Return the condition that asks for the passes in which a comparison holds.

    The host, where `__CUDA_ARCH__` is not defined, counts as 0.
    """
    on_device = is_true(match, architecture_for_hip(options))
    on_host = not match.group("asked") and is_true(match, 0)
    if on_device == on_host:
        return b"1" if on_device else b"0"
    return (b"" if on_device else b"!") + b"defined(" + DEVICE + b")"


def is_operand(code: bytes, first: int, match: re.Match[bytes], last: int) -> bool:
    """Tell whether a condition counts with `__CUDA_ARCH__`, instead of asking for its truth.

    Args:
        code: the file's code.
        first: the offset at which the condition begins.
        match: the macro in it.
        last: the offset behind the condition.
    """
    if _INSIDE.search(code[max(first, match.start() - 24) : match.start()]):
        return False  # of `defined(__CUDA_ARCH__) & …` the answer is the operand
    return bool(
        _OPERATOR_BEHIND.match(code, match.end(), last)
        or _OPERATOR_BEFORE.search(code[max(first, match.start() - 12) : match.start()])
    )


def number_for_hip(options: Options) -> bytes:
    """Return what a condition may count with: the architecture on the device, 0 on the host."""
    return b"(%d * defined(%s))" % (architecture_for_hip(options), DEVICE)

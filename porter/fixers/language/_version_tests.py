"""Versions that CUDA code asks for, and the patterns that find the questions."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from porter.fixers import Context
from porter.fixers.language._branches import version_for_hip
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.spans import Span, holds

#: Version -> the macro of HIP that stands for "newer than any of these".
VERSIONS = {
    b"CUDA_VERSION": b"HIP_VERSION",
    b"CUDART_VERSION": b"HIP_VERSION",
    b"__CUDACC_VER__": b"__HIPCC__",
    b"__CUDACC_VER_MAJOR__": b"__HIPCC__",
    b"__CUDACC_VER_MINOR__": b"__HIPCC__",
}
#: Operator of a comparison -> the one that says the same with the sides exchanged.
MIRRORED = {b">=": b"<=", b"<=": b">=", b">": b"<", b"<": b">"}
_COMPARED = {b">=": operator.ge, b">": operator.gt, b"<=": operator.le, b"<": operator.lt}
_WORD = re.compile(rb"\w+")
_COMPUTES = (b"*", b"/", b"%", b"+", b"-")
_BEFORE = 80
_LIBRARIES = ("CUBLAS", "CUSPARSE", "CUSOLVER", "CUFFT", "CURAND", "CUDNN", "NVTX")
_NUMBERED = re.compile(rb"#[ \t]*define[ \t]+((?:CUB|CCCL)_\w*VERSION)[ \t]+(\w+)")
_PARTS = "VERSION VER_MAJOR VER_MINOR VER_PATCH VER_BUILD MAJOR MINOR PATCHLEVEL".split()
LIBRARY_VERSIONS = frozenset(
    f"{library}_{part}".encode() for library in _LIBRARIES for part in _PARTS
)
_CUB_PARTS = "VERSION MAJOR_VERSION MINOR_VERSION SUBMINOR_VERSION PATCH_VERSION".split()
#: Version of CUB, or of the core libraries that it is one of -> the macro that stands for it.
CUB_VERSIONS = {
    **{f"CUB_{part}".encode(): b"HIPCUB_VERSION" for part in _CUB_PARTS},
    **{f"CCCL_{part}".encode(): b"HIP_VERSION" for part in _CUB_PARTS},
}


def versions_of(file: SourceFile, context: Context) -> dict[bytes, bytes]:
    """Return the versions that the file speaks of, and what stands for "newer than any"."""
    marks = context.tables.marks
    libraries = {
        name: marks[name].hip if name in marks else b""
        for name in LIBRARY_VERSIONS & file.names
        if name not in context.defined
    }
    asked = file.names - _numbered(file)
    cub = {name: text for name, text in CUB_VERSIONS.items() if name in asked}
    return {**VERSIONS, **libraries, **cub}


@once_for_each_file
def _numbered(file: SourceFile) -> frozenset[bytes]:
    """Return CUB's versions to which the file gives a number; 0 stands for a CUB that has none."""
    return frozenset(found[1] for found in _NUMBERED.finditer(file.code) if found[2] != b"0")


@lru_cache(maxsize=64)
def comparisons(names: frozenset[bytes]) -> re.Pattern[bytes]:
    """Return a pattern for comparisons of one of `names` with a number."""
    any_version = b"|".join(sorted(names, reverse=True))
    return re.compile(
        rb"(?P<asked>(?<!!)(?<![! \t]\()defined[ \t]*(?:\([ \t]*(?:"
        + any_version
        + rb")[ \t]*\)|[ \t]"
        rb"(?:" + any_version + rb")\b)[ \t\\\r\n]*&&[ \t\\\r\n]*)?"
        rb"(?:\b(?P<macro>" + any_version + rb")[ \t]*(?P<op>>=|<=|<(?!<)|>(?!>))[ \t]*"
        rb"(?P<number>\d+)[uUlL]*(?![\w.])"
        rb"|\b(?P<rebmun>\d+)[uUlL]*[ \t]*(?P<po>>=|<=|<(?!<)|>(?!>))[ \t]*(?P<orcam>"
        + any_version
        + rb")\b)"
        rb"(?![ \t]*[-+*/%0-9])"
    )


@lru_cache(maxsize=64)
def _computed(names: frozenset[bytes]) -> re.Pattern[bytes]:
    """Return a pattern for comparisons of what is computed of `names`, one or two of them."""
    any_version = b"|".join(sorted(names, reverse=True))
    blank = rb"[ \t\\\r\n]*+"
    return re.compile(
        rb"(?P<open>\(" + blank + rb")?+(?P<first>\b(?:" + any_version + rb"))\b"
        + blank + rb"(?:(?P<by>[*/])" + blank + rb"(?P<factor>\d++)" + blank + rb")?+"
        rb"(?:\+" + blank + rb"(?P<second>\b(?:" + any_version + rb"))\b" + blank
        + rb"(?:(?P<then>[*/])" + blank + rb"(?P<scale>\d++)" + blank + rb")?+)?+"
        rb"(?P<close>\)" + blank + rb")?+(?P<op>>=|<=|<(?!<)|>(?!>))" + blank
        + rb"(?P<number>\d++)[uUlL]*+(?![\w.]|[ \t]*+[-+*/%])"
    )  # fmt: skip


def _value(match: re.Match[bytes], name: str, sign: str, number: str) -> int:
    """Return what a part of a sum comes to for HIP."""
    if match[name] is None:
        return 0
    value = version_for_hip(match[name])
    if match[sign] is None:
        return value
    by = int(match[number])
    return value * by if match[sign] == b"*" else value // max(by, 1)


@lru_cache(maxsize=64)
def any_of(names: frozenset[bytes]) -> re.Pattern[bytes]:
    return re.compile(rb"\b(?:" + b"|".join(sorted(names, reverse=True)) + rb")\b")


class Answer(NamedTuple):
    """What a comparison with a version comes to for HIP.

    Attributes:
        span: what is answered.
        text: what it becomes; None where the comparison stays, and is false.
    """

    span: Span
    text: bytes | None


def answers(
    code: bytes, span: Span, versions: Mapping[bytes, bytes], *, older: bool
) -> Iterator[Answer]:
    """Yield the answers to the comparisons in a span.

    Args:
        code: the file's code.
        span: where a directive stands.
        versions: version -> the macro that stands for "newer than any".
        older: whether HIP takes the way for older versions, so that comparisons stay.
    """
    done: list[Span] = []
    for match in _computed(frozenset(versions)).finditer(code, *span):
        is_one = match["by"] is None and match["second"] is None
        is_whole = (match["open"] is None) is (match["close"] is None)
        if is_one or not is_whole or _is_operand(code, match.start()):
            continue
        done.append(match.span())
        known = versions[match["first"]]
        sum_ = _value(match, "first", "by", "factor") + _value(match, "second", "then", "scale")
        is_true = _COMPARED[match["op"]](sum_, int(match["number"]))
        if older or known:
            test = (b"" if is_true else b"!") + b"defined(" + known + b")"
            yield Answer(match.span(), None if older else test)
    for match in comparisons(frozenset(versions)).finditer(code, *span):
        if holds(done, match.start()) or _is_operand(code, match.start()):
            continue
        macro = match.group("macro") or match.group("orcam")
        comparison = match.group("op") or MIRRORED[match.group("po")]
        asked = match.group("asked") or b""
        asked_end = match.start() + len(asked)
        if older:
            yield Answer((asked_end, match.end()), None)
            continue
        if not versions[macro]:
            continue
        number = int(match.group("number") or match.group("rebmun"))
        test = b"defined(" + versions[macro] + b")"
        if _COMPARED[comparison](version_for_hip(macro), number):
            start = match.start() if macro in _WORD.findall(asked) else asked_end
            yield Answer((start, match.end()), test)
        else:
            yield Answer((asked_end, match.end()), b"!" + test)


def _is_operand(code: bytes, start: int) -> bool:
    """Tell whether something is computed with what stands in front of an offset."""
    return code[max(0, start - _BEFORE) : start].rstrip()[-1:] in _COMPUTES


def brings_version(file: SourceFile, context: Context) -> bool:
    """Tell whether the file includes a header of CUDA's that becomes one of HIP's.

    Args:
        file: the file.
        context: what is known beside it.
    """
    rows = context.tables.headers
    return any(
        include.path.startswith((b"torch/", b"ATen/", b"c10/", b"hip/"))
        or (include.path in rows and rows[include.path].hip.startswith(b"hip/"))
        for include in file.includes
        if not include.is_test
    )

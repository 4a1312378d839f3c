"""Macros of a project that stand for `__host__`, `__device__` or both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from porter.project.compiled_together import header_around, headers_of
from porter.source import SourceFile
from porter.source.text import lexer
from porter.source.text.languages import Language

#: The words that a compiler for devices gives a meaning.
DEVICE, HOST = b"__device__", b"__host__"

_WORDS = rb"(?:__host__|__device__|__forceinline__|__inline__|inline)"
_DEFINED = re.compile(
    rb"^[ \t]*+#[ \t]*+define[ \t]++(?P<name>[A-Za-z_]\w*+)[ \t]++(?P<words>%b(?:[ \t]++%b){0,4}+)"
    rb"[ \t]*+\r?$" % (_WORDS, _WORDS),
    re.MULTILINE,
)
#: A macro that is made of others: `#define GLM_FUNC_QUALIFIER GLM_CUDA_FUNC_DEF GLM_INLINE`.
_COMPOSED = re.compile(
    rb"^[ \t]*+#[ \t]*+define[ \t]++(?P<name>[A-Za-z_]\w*+)[ \t]++"
    rb"(?P<words>[A-Za-z_]\w*+(?:[ \t]++[A-Za-z_]\w*+){0,3}+)[ \t]*+\r?$",
    re.MULTILINE,
)
#: How macros are called that are a compiler's word for `inline`.
_INLINE = re.compile(rb"\w*_(?:FORCE_?)?INLINE")
_FORGOTTEN = re.compile(rb"^[ \t]*+#[ \t]*+undef[ \t]++(?P<name>\w++)", re.MULTILINE)


def masked_headers(
    file: SourceFile, names: Iterable[bytes], *, around: bool = False
) -> Iterator[bytes]:
    """Yield the masked code of headers that name one of these, or a macro for a side.

    Args:
        file: what includes them.
        names: of classes or functions.
        around: the header counts, too, that includes the file as its definitions.
    """
    read = headers_of(file)
    headers = list(({**header_around(file), **read} if around else read).values())
    defining = [data for data in headers if DEVICE in data and _DEFINED.search(data) is not None]
    marks = [DEVICE, *qualifier_macros([file.code, *defining])]
    wanted = tuple(names)
    for data in headers:
        is_asked_for = any(name in data for name in wanted) and any(mark in data for mark in marks)
        if is_asked_for or data in defining:
            yield lexer.mask(data, Language.CUDA)


def qualifier_macros(codes: Iterable[bytes]) -> dict[bytes, bytes]:
    """Return what each macro for a function's side stands for where devices are compiled for.

    A macro that is nothing for other compilers counts; one with two meanings, or that is
    undefined again, does not.

    Args:
        codes: masked code of a file and of what it includes.
    """
    found: dict[bytes, set[bytes]] = {}
    forgotten = set()
    codes = list(codes)
    for code in codes:
        if b"define" in code and DEVICE in code:
            for match in _DEFINED.finditer(code):
                if DEVICE in match["words"]:
                    found.setdefault(match["name"], set()).add(b" ".join(match["words"].split()))
        if b"undef" in code:
            forgotten |= {match["name"] for match in _FORGOTTEN.finditer(code)}
    for code in codes:
        if any(name in code for name in found):
            _compose(code, found)
    return {
        name: next(iter(words))
        for name, words in found.items()
        if len(words) == 1 and name not in forgotten
    }


def _compose(code: bytes, found: dict[bytes, set[bytes]]) -> None:
    """Add the macros that are made of those that were found, and of words for `inline`."""
    for match in _COMPOSED.finditer(code):
        words = match["words"].split()
        known = [found.get(word, set()) for word in words]
        if any(len(one) == 1 for one in known) and all(
            one or _INLINE.fullmatch(word) or word == b"inline"
            for one, word in zip(known, words, strict=True)
        ):
            said = b" ".join(next(iter(one), b"inline") for one in known)
            found.setdefault(match["name"], set()).add(said)


def spelt_out(code: bytes, macros: dict[bytes, bytes]) -> bytes:
    """Return code with what macros stand for in their place.

    Args:
        code: masked code.
        macros: what each stands for.
    """
    if not any(name in code for name in macros):
        return code
    names = b"|".join(re.escape(name) for name in sorted(macros))
    return re.sub(rb"\b(?:%b)\b" % names, lambda match: macros[match.group()], code)


class Written:
    """How a project writes qualifiers: by its macro, where code has one for them.

    Args:
        macros: what each macro stands for.
        codes: masked code with the declarations.
    """

    def __init__(self, macros: dict[bytes, bytes], codes: Iterable[bytes]) -> None:
        self._names: dict[frozenset[bytes], bytes] = {}
        texts = [code for code in codes if any(name in code for name in macros)]
        for name, meaning in sorted(macros.items(), reverse=True):
            used = re.compile(rb"(?<!define )(?<!\w)%b(?!\w)" % re.escape(name))
            if any(used.search(code) for code in texts):
                self._names[frozenset(meaning.split())] = name

    def of(self, words: frozenset[bytes]) -> bytes:
        """Return the text for these of `__host__` and `__device__`."""
        plain = b" ".join(one for one in (HOST, DEVICE) if one in words)
        return self._names.get(words, plain)


class Declarations(NamedTuple):
    """Code that declares functions with words for their sides.

    Attributes:
        codes: masked code of a file, and of the headers of the project that it reads.
        macros: what each macro for the words stands for.
        written: how the project writes them.
    """

    codes: list[bytes]
    macros: dict[bytes, bytes]
    written: Written

    @classmethod
    def of(cls, file: SourceFile, names: Iterable[bytes], *, around: bool = False) -> Declarations:
        """Return what a file and its headers declare.

        Args:
            file: what includes them.
            names: of classes or functions; headers without any of them do not count.
            around: the header counts, too, that includes the file as its definitions.
        """
        codes = [file.code, *masked_headers(file, names, around=around)]
        macros = qualifier_macros(codes)
        return cls(codes, macros, Written(macros, codes))

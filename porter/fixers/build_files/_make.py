"""What the rules for Makefiles share: the lines they may change, and the words of a line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.fixers.build_files._flags import Word
from porter.project.make_family import family, is_read_alone
from porter.source import SourceFile
from porter.source.build_files.branches import one_sided
from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MOST_NAMES, Makefile, MakeFlow
from porter.source.build_files.makefile import Kind, Line, lines, make_chains
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.text.runs import run_start
from porter.source.text.spans import Span, holds, merged

#: A call behind other text that makes a text, not flags: sm_$(subst .,,$(CC)).
_TEXT_CALL = re.compile(
    rb"(?<![\s,(])\$\((?:subst|shell|word|firstword|lastword|strip|dir|notdir|basename)[ \t]"
    rb"(?:[^()\n]++|\((?:[^()\n]++|\([^()\n]*+\))*+\))*+\)"
)
_WORD = re.compile(
    rb"(?:" + _TEXT_CALL.pattern + rb"|\$\((?:[^()\s]++|\([^()]*+\))*+\)|\$\{[^}]*+\}?+|\$(?!\{)"
    rb"""|"(?:\\.|[^"\\])*+"?+|'[^']*+'|\\[^\r\n]|[^\s()"'\\$])++"""
)
_NVCC_VARIABLE = re.compile(rb"(?i)nvcc|cuda|gencode|(?:^|_)cu_?flags|hip")
#: A call of one of make's functions: blanks follow its name.
_FUNCTION = re.compile(rb"\$[({]([a-z-]+)[ \t]")
#: How many commas part the arguments of a function; further ones are part of the last.
_COMMAS = {
    **dict.fromkeys((b"if", b"foreach", b"subst", b"patsubst"), 2),
    **dict.fromkeys((b"addprefix", b"addsuffix", b"filter", b"filter-out", b"findstring"), 1),
    **dict.fromkeys((b"or", b"and", b"call"), 1 << 20),
}
_BRACKET = re.compile(rb"\$?[({]|[)},]")
#: The end of a line that goes on in the next one, and the blanks that begin that.
_CONTINUED = re.compile(rb"\\\r?\n[ \t]*+")
#: nvcc where a line calls it, or gives it to a variable.
CALLS_NVCC = re.compile(rb"(?<![\w.$({-])nvcc(?![\w.=:-])")
#: Comments and blank lines that a file begins with.
_BEGINNING = re.compile(rb"(?:[ \t]*+(?:#(?:\\(?:\r?\n)?|[^\\\n])*+)?+\r?\n)*+")
#: An option that a shell hands on without the quotes around it, or behind blanks that are its own.
_HANDED_ON = re.compile(
    r"""(?:\\[ \t])++(?P<bare>-.*)|(?P<quote>["'])(?P<quoted>-[\w-]++(?:=[^"'\\]*+)?)(?P=quote)"""
)
_SPEECH = re.compile(rb"[-@+\s]*(?:echo|printf)\b")


def changeable(file: SourceFile) -> tuple[Line, ...]:
    """Return the lines outside branches for one side, but those that speak to people."""
    return _changeable(file.data)


@lru_cache(maxsize=8)
def _changeable(data: bytes) -> tuple[Line, ...]:
    spans = merged(one_sided(make_chains(data)))
    return tuple(
        line
        for line in lines(data)
        if line.kind is not Kind.CONDITIONAL
        and not (line.kind is Kind.RECIPE and _SPEECH.match(line.text))
        and not holds(spans, line.start)
    )


def after_comments(file: SourceFile) -> int:
    """Return where the first line of a file begins that is no comment."""
    beginning = _BEGINNING.match(file.data)
    return beginning.end() if beginning else 0


def conditions(file: SourceFile) -> tuple[Line, ...]:
    """Return the conditionals, where the file has no branches for one side."""
    if one_sided(make_chains(file.data)):
        return ()
    return tuple(line for line in lines(file.data) if line.kind is Kind.CONDITIONAL)


class Reading(NamedTuple):
    """A Makefile read with those that include it or that it includes.

    Attributes:
        files: all of them, itself first.
        flow: what flows where in them.
        is_alone: it is the only one.
        unfollowed: what was not read of them, a line each.
    """

    files: list[Makefile]
    flow: MakeFlow
    is_alone: bool
    unfollowed: tuple[str, ...]


_readings: WeakKeyDictionary[SourceFile, Reading] = WeakKeyDictionary()


def reading(file: SourceFile) -> Reading:
    """Return what is known of a Makefile with those that are read with it."""
    known = _readings.get(file)
    if known is None:
        root = file.depend_on_tree()
        told = Unfollowed(root or Path())
        files = family(None, file.path, file.data)
        if not is_read_alone(files):
            files = family(root, file.path, file.data, told)
        flow = MakeFlow(files)
        if flow.is_cut_off:
            names = f"what its commands call, through more than {MOST_NAMES} variables"
            told.add(told.root / file.path, names)
        known = Reading(files, flow, is_read_alone(files), told.notes)
        _readings[file] = known
    return known


def is_nvccs(flow: MakeFlow, name: bytes) -> bool:
    """Tell whether what a variable holds is for nvcc: by its name, or by where it goes."""
    return _NVCC_VARIABLE.search(name) is not None or flow.reached(name) == {Compiler.DEVICE}


def words(flow: MakeFlow, line: Line) -> Iterator[Word]:
    """Yield the words of a line; what stands in a call of make's is words, too."""
    called: tuple[Span, ...] = ()
    all_nvccs = line.kind is Kind.ASSIGNMENT and is_nvccs(flow, line.name)
    if line.definition and line.kind is not Kind.ASSIGNMENT:
        all_nvccs = flow.reached(line.definition) == {Compiler.DEVICE}
    if line.kind is Kind.RECIPE:
        called = merged(
            (start, end)
            for start, end in commands(line.text)
            if flow.compilers(line.text[start:end]) == {Compiler.DEVICE}
        )
    commas = _argument_commas(line.text)
    for match in _WORD.finditer(line.text):
        nvccs = all_nvccs or holds(called, match.start())
        cuts = commas[bisect_left(commas, match.start()) : bisect_left(commas, match.end())]
        starts, ends = [match.start(), *(at + 1 for at in cuts)], [*cuts, match.end()]
        for start, end in zip(starts, ends, strict=True):
            if start < end:
                text = _option(line.text[start:end].decode("utf-8", "surrogateescape"))
                is_cut = text.endswith("$") and line.text[end : end + 1] in (b"(", b"{")
                place = line.text_start + start, line.text_start + end
                yield Word(*place, text, nvccs, is_cut=is_cut)


def _option(word: str) -> str:
    """Return a word; of an option, what nvcc reads of it.

    nvcc reads past a blank that a backslash makes part of an option; other compilers take the whole
    for a file.
    """
    match = _HANDED_ON.fullmatch(word)
    return (match["bare"] or match["quoted"]) if match else word


def _argument_commas(text: bytes) -> list[int]:
    """Return the commas between arguments of make's functions: $(if $(A),-b,-c)."""
    if not _FUNCTION.search(text):
        return []
    found = []
    left: list[int] = []  # how many commas of each open call part arguments
    whole = merged(match.span() for match in _TEXT_CALL.finditer(text))
    for match in _BRACKET.finditer(text):
        sign = match.group()
        if holds(whole, match.start()):
            continue
        if sign == b",":
            if left and left[-1] > 0:
                left[-1] -= 1
                found.append(match.start())
        elif sign in b")}":
            left[-1:] = []
        else:
            call = _FUNCTION.match(text, match.start())
            left.append(_COMMAS.get(call[1], 0) if call else 0)
    return found


def without(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return the span to take out so that the words beside `data[start:end]` stay apart.

    Of a continued line with nothing else in it, all goes.
    """
    before = start
    while before > 0 and data[before - 1] in b" \t":
        before -= 1
    after = end
    while after < len(data) and data[after] in b" \t":
        after += 1
    begins = before == 0 or data[before - 1] in b"\n=(,\"'"
    continuation = _CONTINUED.match(data, after)
    if before and data[before - 1] in b"\n":
        if continuation:
            return start, continuation.end()
        if data[after : after + 1] in (b"", b"\n", b"\r"):
            line = before - 2 if data[before - 2 : before] == b"\r\n" else before - 1
            if data[line - 1 : line] != b"\\":
                return start, end
            return run_start(data, line - 1, b" \t"), after
    if begins:
        if data[after : after + 1] in (b"", b"\n", b"\r", b"\\", b")"):
            return (before if data[before - 1 : before] == b"=" else start), end
        return start, after
    return before, end

"""Objects that nvcc puts into a folder, by the names that it gives them.

`nvcc -c src/main.cu -odir obj` writes `obj/main.o`, and `nvcc -M` names that as what depends.
Source: nvcc's manual, "--output-directory", "--generate-dependencies"; clang's, `-MT`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.spans import Span

_SOURCES = rb"(?:cu|cpp|cc|cxx|c|C)"
_WORD_STARTS, _WORD_ENDS = rb"(?<![^\s])", rb"(?![^\s])"
_FOLDER = re.compile(
    rb"%b(?:-odir|--output-directory)(?:[ \t]++|=)"
    rb"(?P<folder>(?:\$\([^()\n]*+\)|\$\{[^{}\n]*+\}|\$(?![({])|[^\s;|&\"'<>$(){}])++)%b"
    % (_WORD_STARTS, _WORD_ENDS)
)
_COMPILES = re.compile(rb"%b(?:-d?c|--compile|--device-c)%b" % (_WORD_STARTS, _WORD_ENDS))
#: Asks for what a source depends on, and for nothing else.
_LISTS = re.compile(
    rb"%b(?:-MM?|--generate(?:-nonsystem)?-dependencies)%b" % (_WORD_STARTS, _WORD_ENDS)
)
#: A folder that ends in a sign of its own: $(dir $@).
_ENDED = re.compile(rb"\$[({]dir[ \t][^(){}]*+[)}]")
_NAMED = re.compile(rb"%b(?:-o(?!dir)|--output-file\b)" % _WORD_STARTS)
_SOURCE = re.compile(
    rb"%b(?:[^\s/\"';|&]*+/)*+(?P<base>\w[\w+-]*+)\.%b%b" % (_WORD_STARTS, _SOURCES, _WORD_ENDS)
)
_FIRST = re.compile(rb"%b\$(?:<|[({]<[)}])%b" % (_WORD_STARTS, _WORD_ENDS))
#: Several sources, or those of a list.
_MANY = re.compile(rb"\$[({]?[\^+?]|\*|\.%b(?![\w.])" % _SOURCES)


def named_outputs(flow: MakeFlow, line: Line) -> Iterator[tuple[Span, bytes]]:
    """Yield where nvcc is given the folder of one object, and the object's name behind `-o`.

    Args:
        flow: the Makefile's variables.
        line: any line.
    """
    if line.kind is not Kind.RECIPE or b"-o" not in line.text:
        return
    for start, end in commands(line.text):
        command = line.text[start:end]
        folders = list(_FOLDER.finditer(command))
        if len(folders) != 1 or flow.compilers(command) != {Compiler.DEVICE}:
            continue
        base = _base(flow, command)
        if not base:
            continue
        if _LISTS.search(command) and not flow.is_made_of(command, _COMPILES):
            option = b"-MT"
        elif _COMPILES.search(command) and not flow.is_made_of(command, _NAMED):
            option = b"-o"
        else:
            continue
        at = line.text_start + start
        folder = folders[0]["folder"]
        slash = b"" if _ENDED.fullmatch(folder) else b"/"
        span = at + folders[0].start(), at + folders[0].end()
        yield span, b"%b %b%b%b.o" % (option, folder.rstrip(b"/"), slash, base)


def _base(flow: MakeFlow, command: bytes) -> bytes:
    """Return the name of a command's one source without its suffix, as make has it."""
    named = [match["base"] for match in _SOURCE.finditer(command)]
    without = _SOURCE.sub(b"", command)
    firsts = len(_FIRST.findall(without))
    if len(named) + firsts != 1 or flow.is_made_of(_FIRST.sub(b"", without), _MANY):
        return b""
    return named[0] if named else b"$(basename $(notdir $<))"

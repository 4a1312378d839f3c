"""Compile the C++ sources that include Thrust or CUB with hipcc, in Makefiles.

## What it does
Where a recipe has a C++ compiler read a source that includes Thrust or CUB, by itself or through
the project's headers, it calls `hipcc`. In a rule for many sources (`%.o: %.cpp`) it does so for
these: `$(if $(filter sums.cpp %/sums.cpp,$<),hipcc,$(CXX))`.

## Why
CUDA's Thrust may be read by the C++ compiler, which takes the containers and algorithms of the host
from it. ROCm's is read by HIP's compiler alone.

## What it leaves alone
Sources that no recipe names: API54 says which they are.

## References
rocThrust's documentation, "Using rocThrust"; GNU make's manual, "Pattern Rules", "filter".
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._included import DEVICE_HEADERS, includes
from porter.fixers.build_files._make import changeable, reading
from porter.fixers.build_files._make_standards import behind_old_standard
from porter.source import SourceFile
from porter.source.build_files.globs import matching
from porter.source.build_files.make_commands import Compiler, commands, leading_words
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span

rule = Rule("BLD34", "make-thrust-units", languages=(Language.MAKE,))

_SUFFIX = rb"\.(?:cpp|cc|cxx|C)"
_SOURCE = re.compile(rb"(?<![\w./%%$)}-])[\w./-]+%b(?![\w.])" % _SUFFIX)
_PATTERN = re.compile(rb"%%(%b)(?![\w.])" % _SUFFIX)
_SUFFIX_RULE = re.compile(rb"(%b)\.o" % _SUFFIX)
_FIRST = re.compile(rb"\$<|\$\(<\)")
_ALL = re.compile(rb"\$\^|\$\(\^\)")
_FOLDER = re.compile(rb"-I[ \t]*([\w./-]+)")
#: So many sources of a rule for many are looked at.
_MOST = 2000

EXAMPLES = (
    Example(
        """
        main: main.cpp
        \tg++ main.cpp -o main
        """,
        path="Makefile",
        title="a source that includes neither",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield hipcc where such a source is read."""
    flow = reading(file).flow
    needs = b""
    for line in changeable(file):
        if line.kind is Kind.OTHER:
            needs = line.text.rpartition(b":")[2] if b"%" in line.text else line.text
        if line.kind is not Kind.RECIPE:
            continue
        for start, end in commands(line.text):
            command = line.text[start:end]
            place = _host_compiler(flow, command)
            if place is None:
                continue
            at = line.text_start + start
            compiler = command[place[0] : place[1]]
            old = behind_old_standard(flow, command)
            if any(_includes(file, source) for source in _named(command, needs)):
                yield rule.replace((at + place[0], at + place[1]), b"hipcc")
                if old is not None:
                    yield rule.insert(at + old, b" -std=c++17")
            elif _FIRST.search(command) and b"," not in compiler:
                found = sorted(set(_meant(file, needs)))
                if found:
                    names = b" ".join(b"%b %%/%b" % (one, one) for one in found)
                    chosen = b"$(if $(filter %b,$<),hipcc,%b)" % (names, compiler)
                    yield rule.replace((at + place[0], at + place[1]), chosen)
                    if old is not None:
                        standard = b" $(if $(filter %b,$<),-std=c++17)" % names
                        yield rule.insert(at + old, standard)


def _host_compiler(flow: MakeFlow, command: bytes) -> Span | None:
    """Return where a command names a compiler of C or C++, and no other."""
    if flow.compilers(command) != {Compiler.HOST}:
        return None
    for word, end in leading_words(command):
        if flow.compilers(word) == {Compiler.HOST}:
            return end - len(word), end
    return None


def _named(command: bytes, needs: bytes) -> Iterator[bytes]:
    """Yield the sources that a command reads by their names."""
    yield from _SOURCE.findall(command)
    if _ALL.search(command):
        yield from _SOURCE.findall(needs)
    elif _FIRST.search(command):
        yield from _SOURCE.findall(needs)[:1]


def _meant(file: SourceFile, needs: bytes) -> Iterator[bytes]:
    """Yield the names of the sources that a rule for many reads and that include Thrust."""
    match = _PATTERN.search(needs) or _SUFFIX_RULE.match(needs)
    root = file.depend_on_tree() if match else None
    if match is None or root is None:
        return
    folder = root / posixpath.dirname(file.path)
    pattern = "*" + os.fsdecode(match[1])
    for one in matching(root, folder, pattern, recursive=True)[:_MOST]:
        inside = os.fsencode(one.relative_to(folder).as_posix())
        if _includes(file, inside):
            yield os.fsencode(one.name)


def _includes(file: SourceFile, source: bytes) -> bool:
    here = posixpath.dirname(file.path)
    folders = [posixpath.join(here, os.fsdecode(one)) for one in _FOLDER.findall(file.data)]
    path = posixpath.join(here, os.fsdecode(source))
    return includes(file, [path], folders, DEVICE_HEADERS)

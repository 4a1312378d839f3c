"""Keep options that GCC alone knows from hipcc where it shares a variable with GCC.

## What it does
Where a Makefile gives hipcc a variable that it also gives a host compiler, and options are in that
which GCC alone knows, hipcc gets the others: `$(filter-out -fconcepts,$(CXXFLAGS))`.

## Why
nvcc compiles the host's side by GCC, and hands it what stands behind `-Xcompiler`. HIP's sources
are compiled by clang, which stops at options that it does not know.

## What it leaves alone
Variables of which only one compiler is given, what a command that may call either is given, and
options with a reference or a pattern of make's in them. Warnings that clang does not know are no
errors.

## References
`rules/cuda-hip/gcc_options.toml`; GNU make's manual, `filter-out`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import changeable, reading
from porter.source import SourceFile
from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span
from porter.tables.gcc_options import is_gccs_own

rule = Rule("BLD56", "make-gcc-options", languages=(Language.MAKE,))

_WORD = re.compile(rb"(?<![^\s\"',])-[fm][\w=+.-]++")
_REFERENCE = re.compile(rb"(?<!\$)\$(?:\((?P<round>[\w.-]++)\)|\{(?P<curly>[\w.-]++)\})")
#: What this rule writes in front of a reference, and the options behind it.
_FILTERED = b"$(filter-out "

EXAMPLES = (
    Example(
        """
        CXXFLAGS = -O3 -fconcepts
        NVCCFLAGS = -lineinfo $(CXXFLAGS)
        main.o: main.cpp
        \tg++ $(CXXFLAGS) -c main.cpp
        k.o: k.cu
        \tnvcc $(NVCCFLAGS) -c k.cu
        app: main.o k.o
        \tnvcc $(CXXFLAGS) main.o k.o -o app
        """,
        """
        CXXFLAGS = -O3 -fconcepts
        NVCCFLAGS = -lineinfo $(filter-out -fconcepts,$(CXXFLAGS))
        main.o: main.cpp
        \tg++ $(CXXFLAGS) -c main.cpp
        k.o: k.cu
        \tnvcc $(NVCCFLAGS) -c k.cu
        app: main.o k.o
        \tnvcc $(filter-out -fconcepts,$(CXXFLAGS)) main.o k.o -o app
        """,
        path="Makefile",
        title="flags of both compilers",
    ),
    Example(
        """
        CXXFLAGS = -O3 -ffast-math
        main.o: main.cpp
        \tg++ $(CXXFLAGS) -fconcepts -c main.cpp
        k.o: k.cu
        \tnvcc $(CXXFLAGS) -c k.cu
        """,
        path="Makefile",
        title="what both of them know",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what hipcc gets of the variables."""
    flow = reading(file).flow
    held = _held(flow)
    if not held:
        return
    for line in changeable(file):
        for start, end in _nvccs(flow, line):
            for match in _REFERENCE.finditer(line.text, start, end):
                options = held.get(match["round"] or match["curly"])
                before = _FILTERED + b" ".join(options or ()) + b","
                if options and not line.text.endswith(before, 0, match.start()):
                    at = line.text_start
                    span = at + match.start(), at + match.end()
                    yield rule.replace(span, before + match.group() + b")")


def _held(flow: MakeFlow) -> dict[bytes, tuple[bytes, ...]]:
    """Return GCC's own options in each variable that a host compiler is given, too."""
    own: dict[bytes, dict[bytes, None]] = {}
    users: dict[bytes, set[bytes]] = {}
    for placed in flow.lines:
        line = placed.line
        if line.kind is not Kind.ASSIGNMENT or Compiler.HOST not in flow.reached(line.name):
            continue
        for inner in flow.references(line.text):
            users.setdefault(inner, set()).add(line.name)
        for match in _WORD.finditer(line.text):
            if is_gccs_own(match.group().decode("ascii", "replace")):
                own.setdefault(line.name, {})[match.group()] = None
    left = list(own)
    while left:
        name = left.pop()
        for user in users.get(name, ()):
            known = own.setdefault(user, {})
            if not own[name].keys() <= known.keys():
                known.update(own[name])
                left.append(user)
    return {name: tuple(options) for name, options in own.items()}


def _nvccs(flow: MakeFlow, line: Line) -> Iterator[Span]:
    """Yield the parts of a line that nvcc alone is given."""
    if line.kind is Kind.ASSIGNMENT:
        if flow.reached(line.name) == {Compiler.DEVICE}:
            yield 0, len(line.text)
    elif line.kind is Kind.RECIPE:
        for start, end in commands(line.text):
            if flow.compilers(line.text[start:end]) == {Compiler.DEVICE}:
                yield start, end

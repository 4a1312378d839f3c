"""Compile HIP as C++17 where a Makefile gives all compilers an older standard.

## What it does
Where hipcc gets a variable that the C++ compiler gets, too, and that asks for C++98 to C++14,
`-std=c++17` follows it: of two standards the last one counts.

## Why
ROCm's Thrust, CUB and rocPRIM refuse C++11 (`rocPRIM requires at least C++14`), and ROCm 7's want
C++17. BLD11 raises the standard where nvcc alone is given it.

## What it leaves alone
The C++ compiler's standard; commands that name a standard themselves, or a source in C; a variable
that stands in quotes.

## References
GNU make's manual, "How to Use Variables"; clang's manual, `-std=`; rocPRIM, `rocprim/config.hpp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import changeable, is_nvccs, reading
from porter.fixers.build_files._make_standards import OLD, PATTERNS, WORD
from porter.source import SourceFile
from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span

rule = Rule("BLD50", "make-standards", languages=(Language.MAKE,))

_STANDARD = re.compile(rb"(?<![\w-])--?std[= ]")
_SOURCE_IN_C = re.compile(rb"[\w%]\.c(?![\w.])")

EXAMPLES = (
    Example(
        """
        FLAGS = -O3 -std=c++11
        a.o: a.cpp
        \tg++ $(FLAGS) -c a.cpp
        k.o: k.cu
        \tnvcc $(FLAGS) -c k.cu
        """,
        """
        FLAGS = -O3 -std=c++11
        a.o: a.cpp
        \tg++ $(FLAGS) -c a.cpp
        k.o: k.cu
        \tnvcc $(FLAGS) -std=c++17 -c k.cu
        """,
        path="Makefile",
        title="flags of both compilers in a recipe",
    ),
    Example(
        """
        CXXFLAGS = -std=c++14 -Wall
        NVCCFLAGS = $(CXXFLAGS) -lineinfo
        a: a.cpp k.o
        \t$(CXX) $(CXXFLAGS) a.cpp k.o
        k.o: k.cu
        \tnvcc $(NVCCFLAGS) -c k.cu
        """,
        """
        CXXFLAGS = -std=c++14 -Wall
        NVCCFLAGS = $(CXXFLAGS) -std=c++17 -lineinfo
        a: a.cpp k.o
        \t$(CXX) $(CXXFLAGS) a.cpp k.o
        k.o: k.cu
        \tnvcc $(NVCCFLAGS) -c k.cu
        """,
        path="Makefile",
        title="flags of nvcc's that hold the others",
    ),
    Example(
        """
        CXXFLAGS += -std=c++11 -Wall
        NVCCFLAGS += $(filter -std=%,$(CXXFLAGS)) -lineinfo
        a: a.cpp k.o
        \t$(CXX) $(CXXFLAGS) a.cpp k.o
        k.o: k.cu
        \tnvcc $(NVCCFLAGS) -c k.cu
        """,
        """
        CXXFLAGS += -std=c++11 -Wall
        NVCCFLAGS += $(filter -std=%,$(CXXFLAGS)) -std=c++17 -lineinfo
        a: a.cpp k.o
        \t$(CXX) $(CXXFLAGS) a.cpp k.o
        k.o: k.cu
        \tnvcc $(NVCCFLAGS) -c k.cu
        """,
        path="Makefile",
        title="a standard that a filter hands on",
    ),
    Example(
        """
        FLAGS = -O3 -std=c++17
        a.o: a.cpp
        \tg++ $(FLAGS) -c a.cpp
        k.o: k.cu
        \tnvcc $(FLAGS) -c k.cu
        """,
        path="Makefile",
        title="a standard that will do",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the standard behind each variable that asks for an older one."""
    if not OLD.search(b"".join(one.data for one in reading(file).files)):
        return
    flow = reading(file).flow
    for line in changeable(file):
        for start, end in _of_hipcc(flow, line):
            text = line.text[start:end]
            if _STANDARD.search(PATTERNS.sub(b"", text)) or _SOURCE_IN_C.search(text):
                continue
            found = [one for one in WORD.finditer(text) if _is_old(flow, one)]
            if found:
                at = line.text_start + start + found[-1].end()
                yield rule.insert(at, b" -std=c++17")


def _of_hipcc(flow: MakeFlow, line: Line) -> Iterator[Span]:
    """Yield the spans of a line that hipcc alone is given."""
    if line.kind is Kind.ASSIGNMENT and is_nvccs(flow, line.name):
        yield 0, len(line.text)
    if line.kind is Kind.RECIPE:
        for start, end in commands(line.text):
            if flow.compilers(line.text[start:end]) == {Compiler.DEVICE}:
                yield start, end


def _is_old(flow: MakeFlow, reference: re.Match[bytes]) -> bool:
    """Tell whether a variable is given to other compilers, too, and asks for an old standard."""
    name = reference["round"] or reference["curly"] or reference["filtered"]
    return not is_nvccs(flow, name) and flow.is_made_of(reference.group(), OLD)

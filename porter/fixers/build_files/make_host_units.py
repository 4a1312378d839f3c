"""Tell a host compiler of HIP's platform where a Makefile gives it CUDA's headers.

## What it does
Where `g++` or another compiler of C or C++ is given CUDA's include folder, by its command, through
variables or by one that who calls make has to set (`-I$(GPU_INCLUDE_PATH)`),
`-D__HIP_PLATFORM_AMD__` stands behind it; so it is where make itself compiles sources of the
project, by no rule of the Makefile's, and is given the folder in `CPPFLAGS`. Where warnings are
errors (`-Werror`), those of which HIP's headers give cause are warnings again.

## Why
HIP's headers refuse to be read without it (`Must define exactly one of …`). hipcc defines it, other
compilers do not. They are not pedantic C, call the functions for contexts deprecated, and mind
where an error is not looked at; CUDA's do none of this.

## What it leaves alone
Flags that only nvcc is given; lines that define the macro already; Makefiles of OpenCL's that say
nothing of CUDA.

## References
HIP's documentation, "Compiling and linking"; hip_runtime_api.h.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._flags import Word
from porter.fixers.build_files._make import changeable, reading, words
from porter.fixers.build_files._make_built_in import built_in_flags
from porter.fixers.build_files._make_folders import places
from porter.source import SourceFile
from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MakeFlow, loops, only_reference, references
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span

rule = Rule("BLD14", "make-host-units", languages=(Language.MAKE,))

_MACRO = b"-D__HIP_PLATFORM_AMD__"
_FLAG = re.compile(r"-I|-isystem|-idirafter|-iquote")
#: Of which HIP's headers give cause, and CUDA's do not.
_STILL_WARNINGS = (
    b" -Wno-error=pedantic -Wno-error=deprecated-declarations -Wno-error=unused-result"
)
_WARNINGS_ARE_ERRORS = re.compile(rb"(?<![\w-])-Werror(?![\w=-])")
#: The folder of headers in CUDA's folder, or beside that of its programs.
_INCLUDE = re.compile(rb"(?:/\.\.|(?<=/)\.\.)?/include")
#: Variables that name the headers of a GPU's runtime; nobody sets them but who calls make.
_GIVEN_NAME = re.compile(rb"(?i)(?:cuda|gpu)_?inc(?:l(?:ude)?)?s?(?:_?(?:path|dir|folder)s?)?")
_OPENCL = re.compile(rb"(?i)opencl")
_OF_CUDA = re.compile(rb"(?i)nvcc|hipcc|-lcu|cuda[_/]")
#: Folders that make puts -I in front of.
_PREFIXED = re.compile(
    rb"\$[({]addprefix[ \t]++-I[ \t]*+,(?P<list>(?:[^()${}]++|\$[({][^()${}]*+[)}])++)[)}]"
    rb"|\$[({](?P<name>[\w.-]++):(?:%=-I%|=-I)[)}]"
)
#: What make's own rules give to compilers of C and C++.
_IMPLICIT = frozenset({b"CPPFLAGS", b"CFLAGS", b"CXXFLAGS"})

EXAMPLES = (
    Example(
        """
        INC = -I/usr/local/cuda/include -I.
        main.o: main.cpp
        \tg++ $(INC) -c main.cpp
        """,
        """
        INC = -I/usr/local/cuda/include -D__HIP_PLATFORM_AMD__ -I.
        main.o: main.cpp
        \tg++ $(INC) -c main.cpp
        """,
        path="Makefile",
        title="a variable",
    ),
    Example(
        """
        app: kernel.o
        \tg++ -I$(GPU_INCLUDE_PATH) main.cpp kernel.o -lcudart
        """,
        """
        app: kernel.o
        \tg++ -I$(GPU_INCLUDE_PATH) -D__HIP_PLATFORM_AMD__ main.cpp kernel.o -lcudart
        """,
        path="Makefile",
        title="a folder that the caller gives",
    ),
    Example(
        "app: main.cpp\n\tg++ -I$(GPU_INCLUDE_PATH) main.cpp -lOpenCL\n",
        path="Makefile.OpenCL",
        title="OpenCL's",
    ),
    Example(
        """
        DIR = $(CUDA_HOME)/include
        main.o: main.cpp
        \t$(CXX) -isystem $(DIR) -c main.cpp
        """,
        """
        DIR = $(CUDA_HOME)/include
        main.o: main.cpp
        \t$(CXX) -isystem $(DIR) -D__HIP_PLATFORM_AMD__ -c main.cpp
        """,
        path="Makefile",
        title="a recipe",
    ),
    Example(
        """
        main.o: main.c
        \tgcc -Werror -I/usr/local/cuda/include -c main.c
        """,
        """
        main.o: main.c
        \tgcc -Werror -I/usr/local/cuda/include -D__HIP_PLATFORM_AMD__ -Wno-error=pedantic \
-Wno-error=deprecated-declarations -Wno-error=unused-result -c main.c
        """,
        path="Makefile",
        title="warnings that are errors",
    ),
    Example(
        """
        CUDAC = nvcc
        ROOT = $(subst /bin/,,$(dir $(shell which $(CUDAC))))
        main.o: main.cpp
        \tg++ -I${ROOT}/include -c main.cpp
        """,
        """
        CUDAC = nvcc
        ROOT = $(subst /bin/,,$(dir $(shell which $(CUDAC))))
        main.o: main.cpp
        \tg++ -I${ROOT}/include -D__HIP_PLATFORM_AMD__ -c main.cpp
        """,
        path="Makefile",
        title="a folder that is found by nvcc's",
    ),
    Example(
        """
        DIRS = include
        DIRS += $(CUDA_HOME)/include
        INC = $(foreach one,$(DIRS),-I$(one)) -O3
        main.o: main.cpp
        \tg++ $(INC) -c main.cpp
        more.o: more.cpp
        \tg++ $(addprefix -I,$(DIRS)) -c more.cpp
        """,
        """
        DIRS = include
        DIRS += $(CUDA_HOME)/include
        INC = $(foreach one,$(DIRS),-I$(one)) -D__HIP_PLATFORM_AMD__ -O3
        main.o: main.cpp
        \tg++ $(INC) -c main.cpp
        more.o: more.cpp
        \tg++ $(addprefix -I,$(DIRS)) -D__HIP_PLATFORM_AMD__ -c more.cpp
        """,
        path="Makefile",
        title="folders that make puts -I in front of",
    ),
    Example(
        """
        INC = -I/usr/local/cuda/include
        CPPFLAGS = $(INC)
        main.o: main.cpp main.h
        kernels.o: kernels.cu
        \tnvcc $(CPPFLAGS) -c $<
        """,
        """
        INC = -I/usr/local/cuda/include -D__HIP_PLATFORM_AMD__
        CPPFLAGS = $(INC)
        main.o: main.cpp main.h
        kernels.o: kernels.cu
        \tnvcc $(CPPFLAGS) -c $<
        """,
        path="Makefile",
        title="a rule that make has itself",
    ),
    Example(
        """
        CXX := /usr/bin/g++$(VERSION)
        INC = -I/usr/local/cuda/include
        main.o: main.cpp
        \t$(CXX) $(INC) -c main.cpp
        """,
        """
        CXX := /usr/bin/g++$(VERSION)
        INC = -I/usr/local/cuda/include -D__HIP_PLATFORM_AMD__
        main.o: main.cpp
        \t$(CXX) $(INC) -c main.cpp
        """,
        path="Makefile",
        title="a compiler whose version is a variable",
    ),
    Example(
        """
        INC = -I/usr/local/cuda/include
        main.o: main.cu
        \tnvcc $(INC) -c main.cu
        """,
        path="Makefile",
        title="nvcc alone",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the macro behind the folders."""
    if b"include" not in file.data.lower() or _is_opencls(file.data):
        return
    flow = reading(file).flow
    is_strict = any(_WARNINGS_ARE_ERRORS.search(one.line.text) for one in flow.lines)
    added = b" " + _MACRO + (_STILL_WARNINGS if is_strict else b"")
    for line in changeable(file):
        if _MACRO[2:] in line.text:
            continue
        given = [
            end
            for start, end in (*_given(flow, line), *_prefixed(flow, line))
            if _is_hosts(file, line, start - line.text_start)
        ]
        if given:
            yield rule.insert(max(given), added)


def _is_opencls(data: bytes) -> bool:
    return _OPENCL.search(data) is not None and _OF_CUDA.search(data) is None


def _prefixed(flow: MakeFlow, line: Line) -> Iterator[Span]:
    """Yield the calls of make's that put -I in front of folders of which CUDA's is one."""
    folders = [
        (match["list"] or b"$(%b)" % match["name"], match.span())
        for match in _PREFIXED.finditer(line.text)
    ]
    for loop in loops(line.text):
        body = re.compile(rb",\s*+-I[ \t]*+\$[({]%b[)}]\s*+" % re.escape(loop.variable))
        if body.fullmatch(line.text, loop.end, loop.body_end):
            folders.append((line.text[loop.start : loop.end], (loop.start, loop.body_end + 1)))
    for named, (start, end) in folders:
        if any(_is_cudas(flow, b"$(%b)" % name) for name in references(named)):
            yield line.text_start + start, line.text_start + end


def _given(flow: MakeFlow, line: Line) -> Iterator[Span]:
    """Yield the last word of each flag that names CUDA's include folder."""
    found: Sequence[Word] = list(words(flow, line))
    for at, word in enumerate(found):
        match = _FLAG.match(word.text)
        if match is None:
            continue
        value = word.text[match.end() :]
        if not value and at + 1 < len(found):
            word = found[at + 1]
            value = word.text
        if _is_cudas(flow, value.encode("utf-8", "surrogateescape")):
            yield word.start, word.end


_known: WeakKeyDictionary[MakeFlow, frozenset[bytes]] = WeakKeyDictionary()


def _is_cudas(flow: MakeFlow, folder: bytes) -> bool:
    """Tell whether a folder is CUDA's include folder, by its path or through variables."""
    if flow not in _known:
        _known[flow] = flow.standing_for(lambda _, value: _is_written(flow, value))
    return _is_written(flow, folder) or only_reference(folder) in _known[flow]


def _is_written(flow: MakeFlow, folder: bytes) -> bool:
    folder = folder.strip(b" \t\"'")
    name = only_reference(folder)
    if name is not None and _GIVEN_NAME.fullmatch(name):
        return next(iter(flow.assignments(name)), None) is None
    return any(_INCLUDE.match(folder, place.end) for place in places(flow, folder))


def _is_hosts(file: SourceFile, line: Line, at: int) -> bool:
    """Tell whether a host compiler is given what stands at an offset of a line."""
    flow = reading(file).flow
    if line.kind is Kind.ASSIGNMENT:
        reached = flow.reached(line.name)
        if Compiler.HOST in reached or (not reached and line.name in _IMPLICIT):
            return True
        return line.name in built_in_flags(file)
    if line.kind is not Kind.RECIPE:
        return False
    return any(
        start <= at < end and Compiler.HOST in flow.compilers(line.text[start:end])
        for start, end in commands(line.text)
    )

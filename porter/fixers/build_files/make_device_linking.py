"""Link device code across files where a Makefile's nvcc does.

## What it does
Where units are compiled by `nvcc -dc` or `-rdc=true`, the commands that link with nvcc are given
`-fgpu-rdc --hip-link`. A host compiler that links CUDA's runtime gives way to the compiler of
device code. A step that links device code alone (`-dlink`) makes an object with nothing in it, so
that whatever names the object stays as it is.

## Why
nvcc links device code whenever it links. Clang does so only when it is told to: a `__device__`
function of another file is not found otherwise (`undefined hidden symbol`). It links device code
with the program and has no step for it before.

## What it leaves alone
Commands that compile. Links by MPI's and other vendors' compilers are reported.

## References
nvcc's manual, "Using Separate Compilation in CUDA"; clang's manual, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import changeable, reading
from porter.fixers.build_files._make_relocatable import is_relocatable
from porter.source import SourceFile
from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD15", "make-device-linking", languages=(Language.MAKE,))

_FLAGS = b" -fgpu-rdc --hip-link"
#: Words of commands that link nothing.
_NO_LINK = re.compile(
    rb"(?<!\S)-{1,2}(?:c|dc|dw|dlink|cubin|ptx|fatbin|E|M|MM|lib|compile|device-c|device-link"
    rb"|device-w|preprocess|version|V|help|h)(?!\S)"
)
_COMPILER = re.compile(
    rb"(?:(?<!\S)[@+-]*+|(?<=[)}]))"
    rb"(?P<compiler>[^\s$@+-][^\s$(){}]*+|\$[({](?P<name>[^(){}]*+)[)}])(?!\S)"
)
_LINK = re.compile(rb"\$[({]LINK\.(?:cc|cpp|C)[)}]")
_OWN_FLAGS = b" $(CXXFLAGS) $(CPPFLAGS) $(LDFLAGS)"
_DEVICE_LINK = re.compile(rb"(?<!\S)-{1,2}(?:dlink|device-link)(?!\S)")
_EMPTY_OBJECT = b" -c -x c /dev/null"
#: Host compilers that bring libraries of their own into a link.
_WITH_LIBRARIES = re.compile(rb"\b(?:mpi\w*|nvc\b|nvc\+\+|ic[cx]\b|icp[cx]\b|pgcc)")
_LINKS_CUDA = re.compile(rb"-l[ \t]*+cuda(?:rt|devrt)?\b")

EXAMPLES = (
    Example(
        """
        %.o: %.cu
        \t$(NVCC) -dc $< -o $@
        prog: a.o b.o
        \t$(NVCC) -O2 $^ -o $@
        """,
        """
        %.o: %.cu
        \t$(NVCC) -dc $< -o $@
        prog: a.o b.o
        \t$(NVCC) -fgpu-rdc --hip-link -O2 $^ -o $@
        """,
        path="Makefile",
        title="a program of several units",
    ),
    Example(
        """
        F = -rdc=true
        a.o: a.cu
        \tnvcc $(F) -c a.cu
        prog: a.o
        \tg++ -O2 a.o -lcudart -o prog
        """,
        """
        F = -rdc=true
        a.o: a.cu
        \tnvcc $(F) -c a.cu
        prog: a.o
        \thipcc -fgpu-rdc --hip-link -O2 a.o -lcudart -o prog
        """,
        findings=("note",),
        path="Makefile",
        title="a host compiler links",
    ),
    Example(
        """
        CXX = @CXX@
        %.o: %.cu
        \t$(NVCC) -dc $< -o $@
        link.o: a.o b.o
        \t$(NVCC) -dlink $^ -o $@
        prog: a.o b.o link.o
        \t$(CXX) $^ -lcudart -o $@
        """,
        """
        CXX = @CXX@
        %.o: %.cu
        \t$(NVCC) -dc $< -o $@
        link.o: a.o b.o
        \t$(NVCC) -dlink $^ -o $@ -c -x c /dev/null
        prog: a.o b.o link.o
        \t$(NVCC) -fgpu-rdc --hip-link $^ -lcudart -o $@
        """,
        findings=("note", "note"),
        path="Makefile",
        title="a step that links device code alone; a compiler that a script fills in",
    ),
    Example(
        """
        ifdef CUDA
        LD = $(NVCC)
        else
        LD = gcc
        endif
        %.o: %.cu
        \t$(NVCC) -dc $< -o $@
        prog: $(OBJECTS)
        \t@$(LD) $^ -lcudart -o $@
        """,
        """
        ifdef CUDA
        LD = $(NVCC) -fgpu-rdc --hip-link
        else
        LD = gcc
        endif
        %.o: %.cu
        \t$(NVCC) -dc $< -o $@
        prog: $(OBJECTS)
        \t@$(LD) $^ -lcudart -o $@
        """,
        path="Makefile",
        title="nvcc links in one branch",
    ),
    Example(
        """
        L := $(F)
        F += -dc
        a.o: a.cu
        \tnvcc $(F) a.cu
        prog: a.o
        \tnvcc $(L) a.o -o prog
        """,
        """
        L := $(F)
        F += -dc
        a.o: a.cu
        \tnvcc $(F) a.cu
        prog: a.o
        \tnvcc -fgpu-rdc --hip-link $(L) a.o -o prog
        """,
        path="Makefile",
        title="flags of the link that were those of units before these got -dc",
    ),
    Example(
        """
        F = -rdc=true
        a.o: a.cu
        \tnvcc $(F) -c a.cu
        prog: a.o
        \tmpicxx a.o -lcudart -o prog
        """,
        findings=("warning",),
        path="Makefile",
        title="a compiler with libraries of its own links",
    ),
    Example(
        """
        a.o: a.cu
        \tnvcc -c a.cu
        prog: a.o
        \tnvcc a.o -o prog
        """,
        path="Makefile",
        title="device code of one file each",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the flags of commands that link."""
    flow = reading(file).flow
    has_device_links = is_relocatable(flow)
    linkers = _linkers(flow) if has_device_links else frozenset()
    device = _device_compiler(flow) if has_device_links else b""
    for line in changeable(file):
        if line.kind is Kind.ASSIGNMENT and line.name in linkers:
            if flow.compilers(line.text) == {Compiler.DEVICE} and _FLAGS not in line.text:
                yield rule.insert(line.text_start + len(line.text.rstrip()), _FLAGS)
        elif line.kind is Kind.RECIPE:
            for start, end in commands(line.text):
                command = line.text[start:end]
                at = line.text_start + start
                if flow.is_made_of(command, _DEVICE_LINK):
                    yield from _device_link(flow, command, at)
                elif has_device_links and _variable(flow, command) not in linkers:
                    yield from _link(flow, command, at, device)


def _device_link(flow: MakeFlow, command: bytes, at: int) -> Iterator[RuleOutput]:
    """Yield what makes an empty object of a step that links device code alone."""
    if flow.compilers(command) != {Compiler.DEVICE} or _EMPTY_OBJECT in command:
        return
    end = at + len(command.rstrip())
    yield rule.insert(end, _EMPTY_OBJECT)
    yield rule.note(
        (at + len(command) - len(command.lstrip()), end),
        "clang links device code with the program: this step makes an object with nothing in it",
    )


def _link(flow: MakeFlow, command: bytes, at: int, device: bytes) -> Iterator[RuleOutput]:
    """Yield what has a command link device code across files, by the compiler `device`."""
    called = flow.compilers(command)
    if not called or _FLAGS in command or flow.is_made_of(command, _NO_LINK):
        return
    if called == {Compiler.DEVICE}:
        word = _compiler(flow, command, Compiler.DEVICE)
        if word is not None:
            yield rule.insert(at + word.end("compiler"), _FLAGS)
    elif flow.is_made_of(command, _LINKS_CUDA):
        word = _compiler(flow, command, Compiler.HOST)
        place = (at + len(command) - len(command.lstrip()), at + len(command.rstrip()))
        if word is None or not device or flow.is_made_of(word["compiler"], _WITH_LIBRARIES):
            yield rule.warning(
                place,
                "a host compiler cannot link device code across files",
                hint="link by hipcc -fgpu-rdc --hip-link",
            )
            return
        # What make's own variable says beside the compiler.
        own = _OWN_FLAGS if _LINK.fullmatch(word["compiler"]) else b""
        yield rule.replace(
            (at + word.start("compiler"), at + word.end("compiler")), device + _FLAGS + own
        )
        yield rule.note(
            place,
            f"device code is linked across files: {device.decode('utf-8', 'replace')} links in "
            f"place of {word['compiler'].decode('utf-8', 'replace')}",
        )


def _linkers(flow: MakeFlow) -> frozenset[bytes]:
    """Return the variables that link by nvcc in one branch, and otherwise in another."""
    linking: set[bytes] = set()
    compiling: set[bytes] = set()
    for placed in flow.lines:
        if placed.line.kind is Kind.RECIPE:
            for start, end in commands(placed.line.text):
                command = placed.line.text[start:end]
                name = _variable(flow, command)
                (compiling if flow.is_made_of(command, _NO_LINK) else linking).add(name)
    return frozenset(linking - compiling - {b""})


def _variable(flow: MakeFlow, command: bytes) -> bytes:
    """Return the variable that a command calls and that holds compilers of both kinds."""
    for match in _COMPILER.finditer(command):
        if match["name"] and flow.compilers(match["compiler"]) == {Compiler.DEVICE, Compiler.HOST}:
            name: bytes = match["name"]
            return name
    return b""


def _compiler(flow: MakeFlow, command: bytes, kind: Compiler) -> re.Match[bytes] | None:
    """Return the word of a command that calls a compiler of a kind."""
    for match in _COMPILER.finditer(command):
        if flow.compilers(match["compiler"]) == {kind}:
            return match
    return None


def _device_compiler(flow: MakeFlow) -> bytes:
    """Return how the port's recipes call the compiler of device code."""
    for placed in flow.lines:
        if placed.line.kind is Kind.RECIPE:
            for start, end in commands(placed.line.text):
                word = _compiler(flow, placed.line.text[start:end], Compiler.DEVICE)
                if word is not None:
                    return word["compiler"] if b"$" in word["compiler"] else b"hipcc"
    return b""

"""Call hipcc where a Makefile called nvcc, and look in ROCm's folder for what lay in CUDA's.

## What it does
`nvcc` becomes `hipcc` where it is a command or the value of a variable, and so does `clang++` in a
command that has it compile CUDA (`--cuda-gpu-arch`, `-x cuda`). A variable for CUDA's folder
(`CUDA_HOME`, `CUDA_PATH`, …) becomes `ROCM_PATH`, which the environment may set. nvcc in a folder
that nobody knows for CUDA's (`~/tools/bin/nvcc`, `$(ENV)/bin/nvcc`) is ROCm's hipcc. Where it has
other values, or files that include one another share it, it keeps its name, and its value is ROCm's
folder. `/usr/local/cuda` becomes `$(ROCM_PATH)`, and the `lib64` below it `lib`. A file in which
`ROCM_PATH` would have no value begins with one.

## Why
ROCm keeps its libraries in `lib`; hipcc takes `.cu` files for HIP.

## What it leaves alone
Names of the project's own variables (`NVCC`, `NVCCFLAGS`); what is printed; branches for one side
of a project that builds for HIP already. Commands that ask nvcc for its version, `nvidia-smi`,
folders of NVIDIA's samples and tools, and other folders in the variables named above are reported.

## References
hipcc's manual ("hipcc environment variables"); GNU make's manual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import (
    CALLS_NVCC,
    after_comments,
    changeable,
    conditions,
    reading,
)
from porter.fixers.build_files._make_clang import clang_for_cuda
from porter.fixers.build_files._make_folders import Place, places, renamed, strange_compilers
from porter.fixers.build_files._make_questions import question
from porter.fixers.build_files._toolkit_folder import IS_FOLDER_NAME
from porter.source import SourceFile, Use
from porter.source.build_files.makefile import Kind, Line, lines
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span

rule = Rule("BLD10", "make-compilers", languages=(Language.MAKE,))

_COMPARED = re.compile(rb"(?<![\w.$-])nvcc(?![\w.-])")
_SPEAKS_OF_IT = re.compile(rb"(?i)cuda|nvcc|nvidia-smi")
#: A path that variables begin.
_PATH = re.compile(rb"(?:\$[({]\w+[)}])+(?:/[\w.+-]+)+/?")
_ROOT = b"ROCM_PATH"
_VALUE = b"/opt/rocm"

EXAMPLES = (
    Example(
        """
        CUDA_HOME ?= /usr/local/cuda
        NVCC := $(CUDA_HOME)/bin/nvcc
        LDFLAGS = -L$(CUDA_HOME)/lib64
        """,
        """
        ROCM_PATH ?= /opt/rocm
        NVCC := $(ROCM_PATH)/bin/hipcc
        LDFLAGS = -L$(ROCM_PATH)/lib
        """,
        path="Makefile",
        title="the compiler and its folder",
    ),
    Example(
        """
        CUDA_PATH = /usr/local/cuda-12.2
        CUDA_HOME = $(CUDA_PATH)
        """,
        """
        ROCM_PATH ?= /opt/rocm
        CUDA_HOME = $(ROCM_PATH)
        """,
        path="Makefile",
        title="a variable with a value of its own",
    ),
    Example(
        """
        a: a.cu
        \tnvcc a.cu -o a -I/usr/local/cuda/include
        """,
        """
        ROCM_PATH ?= /opt/rocm
        a: a.cu
        \thipcc a.cu -o a -I$(ROCM_PATH)/include
        """,
        path="Makefile",
        title="a folder by its path",
    ),
    Example(
        """
        ifeq ($(shell getconf LONG_BIT),64)
          SIZE = 64
        endif
        DIR = lib64
        LDFLAGS = -L$(CUDA_PATH)/lib$(SIZE) -L$(CUDA_PATH)/$(DIR)/stubs -L$(CUDA_PATH)/lib$(OTHER)
        """,
        """
        ROCM_PATH ?= /opt/rocm
        ifeq ($(shell getconf LONG_BIT),64)
          SIZE = 64
        endif
        DIR = lib64
        LDFLAGS = -L$(ROCM_PATH)/lib -L$(ROCM_PATH)/lib -L$(ROCM_PATH)/lib$(OTHER)
        """,
        path="Makefile",
        title="libraries in lib or lib64, as a variable says",
    ),
    Example(
        """
        %.o: %.cu
        \t@echo nvcc $<
        \t@nvcc -c $< -o $@  # nvcc
        """,
        """
        %.o: %.cu
        \t@echo nvcc $<
        \t@hipcc -c $< -o $@  # nvcc
        """,
        path="Makefile",
        title="a recipe",
    ),
    Example(
        """
        ENV = $(HOME)/env
        NVCC = $(ENV)/bin/nvcc
        a: a.cu
        \t/sw/tools/12/bin/nvcc a.cu -o a -I$(ENV)/include
        """,
        """
        ROCM_PATH ?= /opt/rocm
        ENV = $(HOME)/env
        NVCC = $(ROCM_PATH)/bin/hipcc
        a: a.cu
        \t$(ROCM_PATH)/bin/hipcc a.cu -o a -I$(ENV)/include
        """,
        path="Makefile",
        title="a compiler in a folder of its author's machine",
    ),
    Example(
        """
        a: a.cu
        \tclang++ a.cu -o a --cuda-gpu-arch=sm_70 -lcudart
        b: b.cc
        \tclang++ b.cc -o b
        """,
        """
        a: a.cu
        \thipcc a.cu -o a --cuda-gpu-arch=sm_70 -lcudart
        b: b.cc
        \tclang++ b.cc -o b
        """,
        path="Makefile",
        title="clang, which takes .cu files for CUDA",
    ),
    Example(
        """
        VERSION := $(shell nvcc --version | grep release)
        MAJOR := $(shell $(NVCC) -V | sed s/[.].*//)
        """,
        findings=("warning", "warning"),
        path="Makefile",
        title="a version is reported",
    ),
    Example(
        """
        NVCCFLAGS = -O3
        all: nvcc-test
        """,
        path="Makefile",
        title="other names",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the compiler and its folder."""
    if not _SPEAKS_OF_IT.search(file.data):
        return
    new_names = renamed(reading(file))
    given = [
        line.start
        for line in lines(file.data)
        if line.kind is Kind.ASSIGNMENT and (line.name == _ROOT or line.name in new_names)
    ]
    needs_value = False
    for line in changeable(file):
        if asks := question(line):
            yield rule.warning(
                (line.text_start + asks[0], line.text_start + asks[1]),
                "what follows from the answer is about NVIDIA's",
                hint="decide what it is for; hipcc --version and rocminfo answer for AMD",
            )
            continue
        comment = line.text.find(b" #") if line.kind is Kind.RECIPE else -1
        text = line.text if comment < 0 else line.text[:comment]
        strange: list[Span] = []
        if line.kind is not Kind.OTHER:
            strange += strange_compilers(reading(file).flow, text, new_names)
            yield from _compilers(line, text, CALLS_NVCC, strange)
            needs_value |= bool(strange) and not (given and given[0] < line.start)
        if line.kind is Kind.RECIPE:
            yield from clang_for_cuda(rule, reading(file).flow, line)
        found = list(places(reading(file).flow, text))
        is_root = line.kind is Kind.ASSIGNMENT and line.name in new_names
        if is_root:
            yield from _named(file, line)
        elif line.kind is Kind.ASSIGNMENT and IS_FOLDER_NAME.fullmatch(line.name) and not found:
            yield from _unknown(line)
        for place in found:
            if any(start <= place.start < end for start, end in strange):
                continue
            yield _folder(line, place, new_names, is_root=is_root)
            needs_value |= not is_root and _lacks_value(line, place, new_names, given)
    for line in conditions(file):
        yield from _compilers(line, line.text, _COMPARED, ())
        name = line.text.strip()
        if line.name.endswith(b"def") and name in new_names:
            at = line.text_start + line.text.index(name)
            yield rule.replace((at, at + len(name)), _ROOT)
        for place in places(reading(file).flow, line.text):
            yield _folder(line, place, new_names, is_root=False)
            needs_value |= _lacks_value(line, place, new_names, given)
    if needs_value:
        yield rule.insert(after_comments(file), _ROOT + b" ?= " + _VALUE + file.newline)


def _compilers(
    line: Line, text: bytes, pattern: re.Pattern[bytes], strange: Sequence[Span]
) -> Iterator[RuleOutput]:
    """Yield hipcc; with ROCm's folder, where it is called in a folder that nobody knows."""
    whole = {end: start for start, end in strange}
    for match in pattern.finditer(text):
        start, end = whole.get(match.end(), match.start()), match.end()
        new = b"$(%b)/bin/hipcc" % _ROOT if end in whole else b"hipcc"
        yield rule.replace((line.text_start + start, line.text_start + end), new)


def _named(file: SourceFile, line: Line) -> Iterator[RuleOutput]:
    """Yield the variable's new name, and a sign that leaves it to the environment."""
    at = file.data.index(line.name, line.start)
    yield rule.replace(Use.at(at, line.name), _ROOT)
    if line.operator in (b"=", b":=", b"::="):
        at = file.data.index(line.operator, at + len(line.name))
        yield rule.replace(Use.at(at, line.operator), b"?=")


def _unknown(line: Line) -> Iterator[RuleOutput]:
    value = line.text.strip()
    if value and (b"$" not in value or _PATH.fullmatch(value)):
        yield rule.warning(
            Use.at(line.text_start + line.text.index(value), value),
            f"{line.name.decode()} is a folder of CUDA's",
            hint="give it ROCm's: /opt/rocm",
        )


def _folder(line: Line, place: Place, new_names: frozenset[bytes], *, is_root: bool) -> RuleOutput:
    start, end = line.text_start + place.start, line.text_start + place.end
    if place.is_nvidias:
        return rule.warning(
            (start, end), "ROCm has nothing in this folder's place", hint="see what uses it"
        )
    if is_root:
        return rule.replace((start, end), _VALUE + place.tail)
    name = place.name if place.name and place.name not in new_names else _ROOT
    opener = place.opener or b"$("
    closer = b"}" if opener == b"${" else b")"
    return rule.replace((start, end), opener + name + closer + place.tail)


def _lacks_value(line: Line, place: Place, new_names: frozenset[bytes], given: list[int]) -> bool:
    """Tell whether ROCM_PATH is written in a place where it has no value.

    Args:
        line: the line of the place.
        place: where it is written.
        new_names: the variables that become it.
        given: where it gets a value.
    """
    if place.is_nvidias or (place.name and place.name not in new_names):
        return False
    # What was written as a path was there before any variable had a value.
    return not given or not (place.name or given[0] < line.start)

"""List what is NVIDIA's in a Makefile and has no counterpart.

## What it does
It reports calls of NVIDIA's tools (`nsys`, `ncu`, `cuobjdump`, `ptxas` …) and of its compilers of
standard C++ and Fortran (`nvc++ -stdpar`), targets that are PTX or cubin, and architectures that
are put together where no rule can change them; places where make stops with a message about CUDA
(`$(error CUDA_LIB not defined)`); macros and folders that are a variable which nobody sets
(`nvcc -DTILE=$(TILE) -I$(DEPS)`), and which whoever calls make has to give; Makefiles that are too
large or too many to be read with the one at hand, and inclusions of what the project lacks.

## Why
A recipe that calls what is not there fails when it runs, which may be long after the build. What
an absent file says of compilers, flags and folders is not converted.

## What it leaves alone
Everything; what is printed; branches for one side of a project that builds for HIP already.

## References
NVIDIA's CUDA binary utilities; ROCm's documentation of rocprof, rocgdb and llvm-objdump.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.build_files._make import changeable, reading
from porter.fixers.build_files._make_architectures import MAY_NAME
from porter.fixers.build_files._make_unset import unset_variables
from porter.project.make_family import lacks
from porter.source import SourceFile
from porter.source.build_files.makefile import Kind, included
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD13", "make-left-over", fix=Fix.NONE, languages=(Language.MAKE,))

_PROFILER = "ROCm's is rocprofv3"
_NEAREST = {
    "nsys": _PROFILER,
    "ncu": _PROFILER,
    "nvprof": _PROFILER,
    "cuda-gdb": "ROCm's is rocgdb",
    "cuda-memcheck": "ROCm has an address sanitizer: -fsanitize=address for gfx942:xnack+",
    "compute-sanitizer": "ROCm has an address sanitizer: -fsanitize=address for gfx942:xnack+",
    "cuobjdump": "llvm-objdump --offloading lists code objects",
    "nvdisasm": "llvm-objdump -d disassembles code objects",
    "ptxas": "clang assembles; there is no PTX",
    "nvlink": "hipcc -fgpu-rdc --hip-link links device code",
    "fatbinary": "clang-offload-bundler bundles code objects",
    "bin2c": "xxd -i makes an array of a file",
}
_TOOL = re.compile(rb"(?<![\w./$({-])(%b)(?=\s)" % "|".join(_NEAREST).encode())
_STOPS = re.compile(rb"\$[({]error[ \t]++(?P<message>[^()]*+)")
_OF_CUDAS = re.compile(rb"(?i)cuda|nvcc|nvidia")
_STANDARD = {
    "nvc++": "hipcc --hipstdpar compiles C++'s parallel algorithms for AMD GPUs, amdclang++ OpenMP",
    "pgc++": "hipcc --hipstdpar compiles C++'s parallel algorithms for AMD GPUs, amdclang++ OpenMP",
    "nvc": "amdclang compiles OpenMP for AMD GPUs",
    "pgcc": "amdclang compiles OpenMP for AMD GPUs",
    "nvfortran": "amdflang compiles OpenMP for AMD GPUs; HIP has no CUDA Fortran",
    "pgfortran": "amdflang compiles OpenMP for AMD GPUs; HIP has no CUDA Fortran",
}
_COMPILER = re.compile(
    rb"(?<![\w./$({-])(%b)(?![\w+.=/-])" % "|".join(map(re.escape, _STANDARD)).encode()
)
_TARGET = re.compile(rb"(?<![\w%$(){}./-])[\w%$(){}./-]*\.(?:ptx|cubin)(?=\s*+:(?!=))")
_OF_CUDA = re.compile(rb"(?i)nvcc|cuda")
_SPELLING = re.compile(rb"[^\s]+")
_BUILT = re.compile(rb"(?:sm|compute)_\$[({]\w+[)}]")

EXAMPLES = (
    Example(
        """
        ifndef GPU_LIB
            $(error GPU_LIB is the folder of CUDA's libraries)
        endif
        ifndef MODE
        $(error MODE not defined)
        endif
        """,
        findings=("warning",),
        path="Makefile",
        title="what the project wants to be told",
    ),
    Example(
        """
        FLAGS = -DTILE=$(TILE) -DNAME=\\"$(NAME)\\" -DSIZE=$(SIZE) -DUSER=$(USER)
        SIZE ?= 4
        main: main.cu
        \tnvcc $(FLAGS) main.cu -o main
        """,
        findings=("warning",),
        path="Makefile",
        title="a number that make is to be given",
    ),
    Example(
        """
        FLAGS = -I$(DEPS) -I$(DEPS)/include -L$(HERE)
        HERE = .
        main: main.cu
        \tnvcc $(FLAGS) -x cu main.cu -o main
        """,
        findings=("warning",),
        path="Makefile",
        title="a folder that make is to be given",
    ),
    Example(
        """
        profile: main
        \tnsys profile ./main
        %.ptx: %.cu
        \tclang $<
        """,
        findings=("warning", "warning"),
        path="Makefile",
        title="a tool, and PTX",
    ),
    Example(
        """
        CC = nvc++
        main: main.cpp
        \t$(CC) -stdpar=gpu main.cpp -o main
        """,
        findings=("warning",),
        path="Makefile",
        title="a compiler of NVIDIA's",
    ),
    Example(
        "NAME = main_sm_$(SM)\n",
        findings=("warning",),
        path="Makefile",
        title="an architecture in a name",
    ),
    Example(
        """
        ncu_report: main
        \t./ncu_report
        """,
        path="Makefile",
        title="other names",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each place, and for what is not read of the Makefiles around it."""
    if _OF_CUDA.search(file.data):
        for note in reading(file).unfollowed:
            yield rule.warning((0, 0), note, hint="look through its rules by hand")
        yield from _absent(file)
        for one in unset_variables(file):
            what = f"{one.option} takes the next word" if one.option else "the macro is empty"
            message = f"no Makefile here sets {one.name}: {what} where nobody gives it"
            yield rule.warning(one.span, message, hint=f"porter build --native -D {one.name}=…")
    for line in changeable(file):
        if line.kind is Kind.RECIPE:
            for match in _TOOL.finditer(line.text):
                name = match[1].decode()
                yield _finding(line.text_start, match, f"{name} is NVIDIA's", _NEAREST[name])
        if line.kind in (Kind.RECIPE, Kind.ASSIGNMENT):
            for match in _COMPILER.finditer(line.text):
                name = match[1].decode()
                yield _finding(line.text_start, match, f"{name} is NVIDIA's", _STANDARD[name])
        elif line.kind is Kind.OTHER:
            for match in _TARGET.finditer(line.text):
                hint = "hipcc --offload-device-only makes a code object"
                yield _finding(line.text_start, match, "AMD GPUs run neither PTX nor cubin", hint)
        for match in _STOPS.finditer(line.text):
            if _OF_CUDAS.search(match["message"]):
                hint = "give make what it asks for, as ROCm has it (-D NAME=VALUE of porter build)"
                yield _finding(line.text_start, match, "make may stop here for want of CUDA", hint)
        if not MAY_NAME.search(line.text):
            for match in _BUILT.finditer(line.text):
                hint = "AMD's are called gfx942 and the like"
                yield _finding(line.text_start, match, "an architecture of NVIDIA's", hint)


def _absent(file: SourceFile) -> Iterator[RuleOutput]:
    """Yield a finding for each file that make needs and the project lacks."""
    root = None
    for line in changeable(file):
        spellings = included(line)
        if not spellings or line.text.lstrip().startswith((b"-", b"sinclude")):
            continue
        root = root or file.depend_on_tree()
        for match in _SPELLING.finditer(line.text, line.text.index(spellings)):
            name = os.fsdecode(match.group())
            if root is not None and lacks(root, reading(file).files, file.path, name):
                message = f"{name} is not in the project: what it says is not converted"
                hint = "add it before porting, or say there what it says for CUDA's compiler"
                yield _finding(line.text_start, match, message, hint)


def _finding(start: int, match: re.Match[bytes], message: str, hint: str) -> RuleOutput:
    return rule.warning((start + match.start(), start + match.end()), message, hint)

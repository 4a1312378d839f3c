"""Make CMake's presets choose HIP's compiler, flags and architectures.

## What it does
In `CMakePresets.json` and `CMakeUserPresets.json` the variables of CUDA's language become HIP's:
`CMAKE_CUDA_FLAGS` and `CUDAFLAGS` with clang's flags, `CMAKE_CUDA_ARCHITECTURES` with AMD's GPUs. A
compiler that is nvcc goes: CMake finds HIP's.

## Why
What a preset sets for CUDA says nothing to a project whose language is HIP.

## What it leaves alone
Variables of the project's own; one of these that holds compute capabilities is reported, and so is
what HIP has nothing for.

## References
CMake's manual: cmake-presets(7), cmake-env-variables(7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import without
from porter.fixers.build_files._flags import Word, flag_changes
from porter.source import SourceFile
from porter.source.build_files.cmake_presets import NAMES, Variable, variables
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import cmake_table

rule = Rule("BLD17", "cmake-presets", languages=(Language.BUILD,))

_NVCC = re.compile(rb"(?:.*[/\\])?nvcc(?:\.exe)?")
_ARCHITECTURES = b"CMAKE_CUDA_ARCHITECTURES"
_COMPILERS = frozenset({b"CMAKE_CUDA_COMPILER", b"CUDACXX"})
_FLAGS = re.compile(rb"CMAKE_CUDA_FLAGS(?:_\w+)?|CUDAFLAGS")
_NUMBERS = re.compile(
    rb"(?:(?:sm_|compute_)?\d{2,3}[af]?(?:-real|-virtual)?|\d+\.\d+|all|all-major)"
    rb"(?:[;, ]+(?:(?:sm_)?\d{2,3}[af]?(?:-real|-virtual)?|\d+\.\d+))*"
)
_SPEAKS_OF_ARCHITECTURES = re.compile(rb"(?i)arch|capabilit|(?:^|_)sm(?:_|$)|gencode")
_WORD = re.compile(rb'[^\s;"\\]++')
#: Variables of the environment without a counterpart.
_WITHOUT = {
    b"CUDAARCHS": "CMake knows no such variable for HIP: set CMAKE_HIP_ARCHITECTURES",
    b"CUDAHOSTCXX": "clang compiles the host's side itself",
    b"CUDAToolkit_ROOT": "packages of ROCm's are found by CMAKE_PREFIX_PATH or ROCM_PATH",
}
_HINT = "name the GPUs of the port: -DCMAKE_HIP_ARCHITECTURES=…"

EXAMPLES = (
    Example(
        """
        {"configurePresets": [{"cacheVariables": {
          "CMAKE_CUDA_ARCHITECTURES": "80;90",
          "CMAKE_CUDA_COMPILER": "/usr/local/cuda/bin/nvcc",
          "CMAKE_CUDA_FLAGS": {"type": "STRING", "value": "-lineinfo -Xcompiler -Wall"}
        }}]}
        """,
        """
        {"configurePresets": [{"cacheVariables": {
          "CMAKE_HIP_ARCHITECTURES": "gfx90a;gfx942;gfx1100",
          "CMAKE_HIP_FLAGS": {"type": "STRING", "value": "-gline-tables-only -Wall"}
        }}]}
        """,
        findings=("note",),
        path="CMakePresets.json",
        title="the language's variables",
    ),
    Example(
        """
        {"configurePresets": [{"environment": {"CUDACXX": "nvcc", "CUDAFLAGS": "-O3"},
          "cacheVariables": {"USE_CUDA": "ON", "MY_CUDA_ARCH": "80"}}]}
        """,
        """
        {"configurePresets": [{"environment": {"HIPFLAGS": "-O3"},
          "cacheVariables": {"USE_CUDA": "ON", "MY_CUDA_ARCH": "80"}}]}
        """,
        findings=("warning",),
        path="CMakePresets.json",
        title="the environment, and variables of the project's own",
    ),
    Example(
        '{"configurePresets": [{"cacheVariables": {"CMAKE_CUDA_COMPILER": "nvcc"}}]}\n',
        '{"configurePresets": [{"cacheVariables": {}}]}\n',
        path="CMakePresets.json",
        title="nothing but the compiler",
    ),
    Example(
        '{"configurePresets": [{"cacheVariables": {"CMAKE_CUDA_ARCHITECTURES": "native"}}]}\n',
        '{"configurePresets": [{"cacheVariables": {"CMAKE_HIP_ARCHITECTURES": "native"}}]}\n',
        path="CMakePresets.json",
        title="the machine's own",
    ),
    Example(
        '{"configurePresets": [{"cacheVariables": {"CMAKE_CUDA_COMPILER": }}]}\n',
        findings=("warning",),
        path="CMakePresets.json",
        title="a file that does not parse",
    ),
    Example(
        '{"cacheVariables": {"CMAKE_CUDA_COMPILER": "nvcc"}}\n',
        path="package.json",
        title="another file",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of each variable."""
    if file.path.rpartition("/")[2] not in NAMES:
        return
    try:
        found = variables(file.data)
    except (ValueError, RecursionError) as error:
        if b"CUDA" in file.data:
            hint = "the file is left alone"
            yield rule.warning((0, 0), f"these are no presets: {error}", hint=hint)
        return
    for _, group in groupby(found, key=lambda one: one.holder):
        held = list(group)
        gone = [one.name in _COMPILERS and bool(_NVCC.fullmatch(one.value or b"")) for one in held]
        yield from _removed(held, gone)
        for one, is_gone in zip(held, gone, strict=True):
            if not is_gone:
                yield from _changed(file.data, one)


def _removed(held: Sequence[Variable], gone: Sequence[bool]) -> Iterator[RuleOutput]:
    """Yield what takes variables out, with the commas between them."""
    for is_gone, run in groupby(range(len(held)), key=lambda at: gone[at]):
        places = list(run)
        if not is_gone:
            continue
        first, last = places[0], places[-1]
        start, end = held[first].start, held[last].end
        if last + 1 < len(held):
            end = held[last + 1].start
        elif first > 0:
            start = held[first - 1].end
        yield rule.replace((start, end), b"", "CMake finds HIP's compiler")


def _changed(data: bytes, one: Variable) -> Iterator[RuleOutput]:
    """Yield HIP's name and value of a variable."""
    name, table = one.name.decode("utf-8", "replace"), cmake_table()
    numbers = _NUMBERS.fullmatch(one.value or b"")
    why = _WITHOUT.get(one.name) or table.without.get(name)
    if why is not None:
        yield rule.warning(one.name_at, f"{name} has no counterpart in HIP", hint=why)
    elif name in table.language:
        yield rule.replace(one.name_at, table.language[name].encode())
        if one.name == _ARCHITECTURES and numbers:
            yield rule.note(one.value_at, "compute capabilities of NVIDIA's", hint=_HINT)
            yield rule.replace(one.value_at, ";".join(table.architectures).encode())
        elif _FLAGS.fullmatch(one.name):
            yield from flag_changes(rule, data, list(_words(one)), lambda *at: without(data, *at))
    elif numbers and _SPEAKS_OF_ARCHITECTURES.search(one.name):
        yield rule.warning(one.value_at, f"{name} names GPUs of NVIDIA's", hint=_HINT)


def _words(one: Variable) -> Iterator[Word]:
    for match in _WORD.finditer(one.value or b""):
        start = one.value_at[0] + match.start()
        text = match.group().decode("utf-8", "surrogateescape")
        yield Word(start, start + len(match.group()), text, is_nvccs=True)

"""Link OpenMP of HIP's compiler where CMake gives `-fopenmp` to nvcc's host compiler.

## What it does
Behind `target_compile_options` and `add_compile_options` that give CUDA's sources `-fopenmp`
(`$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fopenmp>`), and behind a variable of nvcc's flags that does
(`CUDA_NVCC_FLAGS`), what HIP's compiler links is linked with `-fopenmp`, too.

## Why
nvcc's host compiler calls libgomp, which `OpenMP::OpenMP_CXX` links. HIP's compiler calls LLVM's
libomp (`undefined symbol: __kmpc_fork_call`), and brings it where it links with the option; that
library has libgomp's functions as well.

## What it leaves alone
Files that link with `-fopenmp` themselves, targets in variables, and options of all languages;
`CMAKE_CUDA_FLAGS`, which CMake links with.

## References
clang's manual, "OpenMP Support"; CMake's manual, `LINK_LANGUAGE`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent
from porter.fixers.build_files._cmake_flag_words import holds_nvccs_flags
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD52", "cmake-openmp-linking", languages=(Language.CMAKE,))

_OF_CUDA = re.compile(rb"\$<\$<COMPILE_LANGUAGE:(?:\w++,)*+CUDA(?:,\w++)*+>:")
_OPENMP = re.compile(rb"(?<![\w-])-fopenmp(?![\w-])")
_LINKS = re.compile(rb"(?i)link(?:er)?_(?:options\s*+\(|flags)[^()]{0,500}?-fopenmp")
#: Flags that CMake links with, too.
_LINKED = (b"CMAKE_CUDA_FLAGS", b"CMAKE_HIP_FLAGS")
_OPTION = b"$<$<LINK_LANGUAGE:HIP>:-fopenmp>"

EXAMPLES = (
    Example(
        """
        add_library(k STATIC k.cu)
        target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fopenmp>)
        """,
        """
        add_library(k STATIC k.cu)
        target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fopenmp>)
        target_link_options(k PUBLIC $<$<LINK_LANGUAGE:HIP>:-fopenmp>)
        """,
        path="CMakeLists.txt",
        title="a target",
    ),
    Example(
        """
        add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fopenmp>)
        """,
        """
        add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fopenmp>)
        add_link_options($<$<LINK_LANGUAGE:HIP>:-fopenmp>)
        """,
        path="CMakeLists.txt",
        title="a directory",
    ),
    Example(
        """
        set(CUDA_NVCC_FLAGS "${CUDA_NVCC_FLAGS} -Xcompiler -fopenmp")
        set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -Xcompiler -fopenmp")
        """,
        """
        set(CUDA_NVCC_FLAGS "${CUDA_NVCC_FLAGS} -Xcompiler -fopenmp")
        add_link_options($<$<LINK_LANGUAGE:HIP>:-fopenmp>)
        set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -Xcompiler -fopenmp")
        """,
        path="CMakeLists.txt",
        title="a variable",
    ),
    Example(
        """
        target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fopenmp>)
        target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fopenmp>)
        """,
        path="CMakeLists.txt",
        title="other languages",
    ),
    Example(
        """
        add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fopenmp>)
        target_link_options(k PUBLIC -fopenmp)
        """,
        path="CMakeLists.txt",
        title="the project links with it",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the option of the linker."""
    if not _OPENMP.search(file.data) or _LINKS.search(file.data):
        return
    told: set[bytes] = set()
    for command in changeable(file):
        text = file.data[command.open : command.close]
        if not command.arguments or not _OPENMP.search(text):
            continue
        target = command.arguments[0].text
        is_cudas = _OF_CUDA.search(text) is not None
        is_linked = any(word.startswith(_LINKED) for word in command.words[:2])
        is_variable = holds_nvccs_flags(command) and not is_linked
        if is_variable or (command.name == b"add_compile_options" and is_cudas):
            line = b"add_link_options(%b)" % _OPTION
        elif command.name == b"target_compile_options" and is_cudas and b"$" not in target:
            line = b"target_link_options(%b PUBLIC %b)" % (target, _OPTION)
        else:
            continue
        if line not in told:
            told.add(line)
            yield rule.insert(command.end, file.newline + indent(file.data, command.start) + line)

"""Enable HIP where a CMake project names .cu sources and enables neither CUDA nor HIP.

## What it does
Where no CMake file of the tree speaks of CUDA's language or its packages, and a target is made of
`.cu` files, `enable_language(HIP)` follows `project`. `cmake_minimum_required` is raised to 3.21,
the first CMake with the language.

## Why
CMake stops at a target all of whose sources it has no language for (`CMake can not determine linker
language`), and leaves out a source that it has none for; an editor that writes such files builds by
other means. BLD05 says that the sources are HIP's, which an unknown language is no help for.

## What it leaves alone
Trees in which any CMake file names CUDA or HIP; scripts without `project`, which others include.

## References
CMake's manual: `project`, `enable_language`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from porter.files.regular import read_regular
from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent
from porter.fixers.build_files._cmake_minimum import newer
from porter.fixers.build_files._cmake_sources import TARGETS
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import cmake_table

rule = Rule("BLD51", "cmake-no-language", languages=(Language.CMAKE,))

#: What brings a language for `.cu`, anywhere in a script.
_BRINGS_ONE = re.compile(rb"\b(?:CUDA|HIP)\b|CUDAToolkit|\b(?i:cuda_(?:add|compile|wrap)|findcuda)")
_MOST_SCRIPTS = 400

EXAMPLES = (
    Example(
        """
        cmake_minimum_required(VERSION 3.6)
        project(trunk)
        add_executable(trunk main.cu)
        """,
        """
        cmake_minimum_required(VERSION 3.21)
        project(trunk)
        enable_language(HIP)
        add_executable(trunk main.cu)
        """,
        path="CMakeLists.txt",
        title="a project without a language for its sources",
    ),
    Example(
        """
        project(trunk)
        find_package(CUDA REQUIRED)
        cuda_add_executable(trunk main.cu)
        """,
        path="CMakeLists.txt",
        title="a package that brings one",
    ),
    Example(
        "project(trunk)\nadd_executable(trunk main.cpp)\n",
        path="CMakeLists.txt",
        title="C++",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the language behind `project`."""
    found = changeable(file)
    project = next((one for one in found if one.name == b"project"), None)
    names_cu = any(
        word.endswith(b".cu")
        for one in found
        if one.name in TARGETS or one.name in (b"set", b"target_sources", b"file")
        for word in one.words
    )
    if project is None or not names_cu or _BRINGS_ONE.search(file.data):
        return
    root = file.depend_on_tree()
    if root is None or not any(map(_brings_one, _scripts(root))):
        blanks = indent(file.data, project.start)
        yield rule.insert(project.end, file.newline + blanks + b"enable_language(HIP)")
        yield from newer(rule, found, cmake_table().minimum)


def _scripts(root: Path) -> list[Path]:
    return [*root.rglob("CMakeLists.txt"), *root.rglob("*.cmake")][:_MOST_SCRIPTS]


def _brings_one(script: Path) -> bool:
    try:
        return _BRINGS_ONE.search(read_regular(script)) is not None
    except OSError:
        return True

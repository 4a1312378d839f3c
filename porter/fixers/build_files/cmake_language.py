"""Make HIP the language where CMake's was CUDA.

## What it does
`project(… CUDA)`, `enable_language(CUDA)`, `check_language(CUDA)`, the source property
`LANGUAGE CUDA`, a variable that hands the languages on (`list(APPEND languages CUDA)` …
`project(scan ${languages})`), the features `cuda_std_17`, generator expressions such as
`$<COMPILE_LANGUAGE:CUDA>`, the variables `CMAKE_CUDA_…` and the properties `CUDA_STANDARD` and
their like become HIP's. `cmake_minimum_required` is raised to 3.21, the first CMake with the
language.

## Why
With CUDA enabled CMake looks for nvcc.

## What it leaves alone
Branches for one side of a project that builds for HIP already (`if(USE_HIP) … elseif(USE_CUDA)`);
options of the project's own (`USE_CUDA`); properties and variables that HIP has nothing for, which
BLD08 lists. A file that does not parse is left as it is, and a finding says where it stops.

## References
CMake's manual: `project`, `CMAKE_<LANG>_FLAGS`, `HIP_STANDARD`, cmake-generator-expressions(7).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, is_cuda_package, messages, words
from porter.fixers.build_files._cmake_minimum import newer
from porter.source import SourceFile
from porter.source.build_files.cmake import CMakeSyntaxError, Command, commands
from porter.source.build_files.cmake_flow import REFERENCE
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import cmake_table

rule = Rule("BLD01", "cmake-language", languages=(Language.CMAKE,))

_EXPRESSIONS = (
    (re.compile(rb"\$<\w+_LANG_AND_ID:CUDA,[\w,]+(?=>)"), rb"CUDA,[\w,]+", b"HIP,Clang"),
    (re.compile(rb"\$<(?:COMPILE|LINK)_LANGUAGE:[\w,]*\bCUDA\b"), rb"\bCUDA\b", b"HIP"),
    (re.compile(rb"(?<![\w-])CMAKE_CUDA_FLAGS_(?=\$\{)"), rb"CUDA", b"HIP"),
    (re.compile(rb"\$<CUDA_COMPILER_ID:[\w,]+(?=>)"), rb"CUDA_.*", b"HIP_COMPILER_ID:Clang"),
)  # fmt: skip
_FEATURE = re.compile(rb"\bcuda(?=_std_\d\d\b)")
#: The language in a list.
_LISTED = re.compile(rb"(?<![^;])CUDA(?![^;])")
_PROPERTIES = frozenset({b"set_source_files_properties", b"set_target_properties", b"set_property"})
_WHOLE = frozenset({b"project", b"enable_language", b"check_language"})

EXAMPLES = (
    Example(
        """
        cmake_minimum_required(VERSION 3.18)
        project(scan LANGUAGES CXX CUDA)
        set(CMAKE_CUDA_STANDARD 17)
        """,
        """
        cmake_minimum_required(VERSION 3.21)
        project(scan LANGUAGES CXX HIP)
        set(CMAKE_HIP_STANDARD 17)
        """,
        path="CMakeLists.txt",
        title="a project",
    ),
    Example(
        """
        target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O3>)
        target_compile_features(k PUBLIC cuda_std_17)
        set_target_properties(k PROPERTIES CUDA_STANDARD 17 LINKER_LANGUAGE CUDA)
        """,
        """
        target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-O3>)
        target_compile_features(k PUBLIC hip_std_17)
        set_target_properties(k PROPERTIES HIP_STANDARD 17 LINKER_LANGUAGE HIP)
        """,
        path="CMakeLists.txt",
        title="expressions, features and properties",
    ),
    Example(
        """
        include(CheckLanguage)
        check_language(CUDA)
        if(CMAKE_CUDA_COMPILER)
          enable_language(CUDA)
        endif()
        """,
        """
        include(CheckLanguage)
        check_language(HIP)
        if(CMAKE_HIP_COMPILER)
          enable_language(HIP)
        endif()
        """,
        path="CMakeLists.txt",
        title="a language that is optional",
    ),
    Example(
        """
        cmake_minimum_required(VERSION 3.21)
        set(kinds CXX)
        if(WITH_GPU)
          list(APPEND kinds CUDA)
        endif()
        set(languages ${kinds})
        project(scan ${languages})
        if("CUDA" IN_LIST kinds)
          set(backend CUDA)
        endif()
        """,
        """
        cmake_minimum_required(VERSION 3.21)
        set(kinds CXX)
        if(WITH_GPU)
          list(APPEND kinds HIP)
        endif()
        set(languages ${kinds})
        project(scan ${languages})
        if("HIP" IN_LIST kinds)
          set(backend CUDA)
        endif()
        """,
        path="CMakeLists.txt",
        title="languages that variables hand on",
    ),
    Example(
        "strip(CMAKE_CUDA_FLAGS_${BUILD_TYPE})\n",
        "strip(CMAKE_HIP_FLAGS_${BUILD_TYPE})\n",
        path="CMakeLists.txt",
        title="a variable whose name is computed",
    ),
    Example(
        'include_directories("include" "${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES}")\n',
        'include_directories("include" "${CMAKE_HIP_COMPILER_ROCM_ROOT}/include")\n',
        path="CMakeLists.txt",
        title="the toolkit's headers",
    ),
    Example(
        """
        if(USE_HIP)
          enable_language(HIP)
        elseif(USE_CUDA)
          enable_language(CUDA)
        endif()
        """,
        path="CMakeLists.txt",
        title="a project that builds for both",
    ),
    Example(
        'project(x LANGUAGES CUDA\n',
        findings=("warning",),
        path="CMakeLists.txt",
        title="a file that does not parse",
    ),
    Example("project(cuda_tools C CXX)\n", path="CMakeLists.txt", title="nothing of CUDA's"),
)  # fmt: skip


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what makes HIP the language."""
    try:
        commands(file.data)
    except CMakeSyntaxError as error:
        at = error.offset
        yield rule.warning(
            (at, at), f"this is no CMake: {error.message}", hint="the file is left alone"
        )
        return
    table = cmake_table()
    found = changeable(file)
    names = {**table.language, **table.properties}
    edits = [edit for command in found for edit in _edits(command, names)]
    edits += _languages(found)
    yield from edits
    for command in found:
        for start, end, name in words(command, table.references):
            if file.data[start - 2 : start] == b"${" and file.data[end : end + 1] == b"}":
                yield rule.replace((start - 2, end + 1), table.references[name].encode())
    for command in messages(file):
        for start, end, name in words(command, names):
            if file.data[start - 2 : start] == b"${":
                yield rule.replace((start, end), names[name].encode())
    if edits or any(is_cuda_package(command) for command in found):
        yield from newer(rule, found, table.minimum)


def _edits(command: Command, names: dict[str, str]) -> Iterator[RuleOutput]:
    if command.name in _WHOLE:
        for argument in command.arguments[command.name == b"project" :]:
            if argument.text == b"CUDA":
                yield rule.replace((argument.text_start, argument.text_end), b"HIP")
    if command.name in _PROPERTIES:
        for before, value in pairwise(command.arguments):
            if before.text in (b"LANGUAGE", b"LINKER_LANGUAGE") and value.text == b"CUDA":
                yield rule.replace((value.text_start, value.text_end), b"HIP")
    for start, end, name in words(command, names):
        if not _is_off(command, start, name):
            yield rule.replace((start, end), names[name].encode())
    for argument in command.arguments:
        for expression, part, new in _EXPRESSIONS:
            for match in expression.finditer(argument.text):
                inner = re.search(part, match.group())
                assert inner is not None
                at = argument.text_start + match.start() + inner.start()
                yield rule.replace((at, at + len(inner.group())), new)
        for match in _FEATURE.finditer(argument.text):
            at = argument.text_start + match.start()
            yield rule.replace((at, at + 4), b"hip")


def _languages(found: Sequence[Command]) -> Iterator[RuleOutput]:
    """Yield the edits of CUDA among the words of variables that hold languages."""
    holders = {
        name
        for command in found
        if command.name in _WHOLE
        for argument in command.arguments[command.name == b"project" :]
        for name in REFERENCE.findall(argument.text)
    }
    given: defaultdict[bytes, list[Command]] = defaultdict(list)
    for command in found:
        if command.name in (b"set", b"list") and command.words:
            given[_name_given(command)].append(command)
    left = list(holders)
    while left:  # what hands words on to one of them is one, too
        words_given = [word for command in given[left.pop()] for word in command.words]
        more = {name for word in words_given for name in REFERENCE.findall(word)} - holders
        holders |= more
        left += more
    asking = [command for command in found if _asks_for(command, holders)]
    for command in (*asking, *(one for name in sorted(holders) for one in given[name])):
        for argument in command.arguments:
            for match in _LISTED.finditer(argument.text):
                start = argument.text_start + match.start()
                yield rule.replace((start, start + 4), b"HIP")


def _asks_for(command: Command, names: set[bytes]) -> bool:
    """Tell whether a condition speaks of one of these variables."""
    return command.name in (b"if", b"elseif") and any(
        word in names or not names.isdisjoint(REFERENCE.findall(word)) for word in command.words
    )


def _name_given(command: Command) -> bytes:
    """Return the variable that `set` or `list` changes."""
    return b"".join(command.words[command.name == b"list" :][:1])


def _is_off(command: Command, start: int, name: str) -> bool:
    """Tell whether architectures are switched off, which flags of nvcc's then name.

    Without any, clang takes one of its own choice, which no machine need have.
    """
    if not name.endswith("CUDA_ARCHITECTURES"):
        return False
    after = [one for one in command.arguments if one.start > start]
    return bool(after) and after[0].text.upper() in (b"OFF", b"FALSE", b"NO")

"""Say that .cu sources are HIP's.

## What it does
Where a target is made of `.cu` files, the files get the property `LANGUAGE HIP`. Sources that come
in a variable are told apart by their suffix, beside the target that takes them. Where
`aux_source_directory` collects a folder, its `.cu` files are added. A source that is named without
its suffix gets that. So do those that a function or a macro is given, where a script of the project
names it a `.cu` file.

## Why
CMake takes `.cu` for CUDA's. With HIP enabled instead it takes such a file for a header, compiles
nothing and says nothing; `aux_source_directory` does not see it. CMake 3.20 and later, which a port
asks for, completes no names (policy CMP0115).

## What it leaves alone
Files that `--rename` calls `.hip`, which CMake takes for HIP by itself; targets whose sources hold
no `.cu` file; variables that come from elsewhere and do not speak of CUDA.

## References
CMake's manual: the source property LANGUAGE, `set_source_files_properties`, `list(FILTER)`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent, sided
from porter.fixers.build_files._cmake_called import given_device_code
from porter.fixers.build_files._cmake_sources import may_be_device_code, suffix_of
from porter.fixers.build_files._cmake_values import values
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command, Form
from porter.source.build_files.cmake_flow import REFERENCE
from porter.source.text.copies import Piece, composed
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span

rule = Rule("BLD05", "cmake-hip-sources", languages=(Language.CMAKE,))

_TARGETS = frozenset(
    b"add_library add_executable target_sources cuda_add_library cuda_add_executable "
    b"python_add_library pybind11_add_module nanobind_add_module torch_library".split()
)
_CU = re.compile(rb"\.cu\b(?!\.)")
_SPEAKS_OF_CUDA = re.compile(rb"(?i)(?:cuda|_cu(?:_|$)|^cu_|gpu|kernel)")
#: A text that is the same argument with quotes and without.
_UNQUOTED = re.compile(rb"(?:[\w.+,@/:=-]|\$\{[\w.+-]+\})+")
_ADDED = b"target_sources"
_COLLECTS = b"aux_source_directory"
_TOP = re.compile(rb"\$\{(?:PROJECT|CMAKE|CMAKE_CURRENT)_(?:SOURCE|LIST)_DIR\}/?")
_LISTED = b"set_source_files_properties"
#: How a variable ends that holds a target's sources.
_LIST = b"_HIP_SOURCES"

#: A variable whose name is computed, or a file whose name is: nothing tells their suffix.
_COMPUTED = re.compile(rb"\$\{[^{}]*\$\{[^{}]*\}[^{}]*\}\Z|/\$\{\w+\}\Z")

EXAMPLES = (
    Example(
        """
        list(APPEND SOURCES ${IMPL_${MODEL}_SOURCES})
        add_executable(run ${SOURCES} main.cpp)
        """,
        """
        list(APPEND SOURCES ${IMPL_${MODEL}_SOURCES})
        set(run_HIP_SOURCES ${SOURCES})
        list(FILTER run_HIP_SOURCES INCLUDE REGEX "\\\\.cu$")
        set_source_files_properties(${run_HIP_SOURCES} PROPERTIES LANGUAGE HIP)
        add_executable(run ${SOURCES} main.cpp)
        """,
        path="CMakeLists.txt",
        title="a variable that is chosen by its name",
    ),
    Example(
        "add_library(k STATIC scan.cu sort.cu host.cpp)\n",
        """
        set_source_files_properties(scan.cu sort.cu PROPERTIES LANGUAGE HIP)
        add_library(k STATIC scan.cu sort.cu host.cpp)
        """,
        path="CMakeLists.txt",
        title="files by name",
    ),
    Example(
        """
        file(GLOB SRC src/*.cu src/*.cpp)
        add_executable(run ${SRC} main.cu)
        """,
        r"""
        file(GLOB SRC src/*.cu src/*.cpp)
        set(run_HIP_SOURCES ${SRC} main.cu)
        list(FILTER run_HIP_SOURCES INCLUDE REGEX "\\.cu$")
        set_source_files_properties(${run_HIP_SOURCES} PROPERTIES LANGUAGE HIP)
        add_executable(run ${SRC} main.cu)
        """,
        path="CMakeLists.txt",
        title="files in a variable",
    ),
    Example(
        """
        file(GLOB src "src/*cu")
        add_library(velo ${src})
        """,
        """
        file(GLOB src "src/*cu")
        set(velo_HIP_SOURCES ${src})
        list(FILTER velo_HIP_SOURCES INCLUDE REGEX "\\\\.cu$")
        set_source_files_properties(${velo_HIP_SOURCES} PROPERTIES LANGUAGE HIP)
        add_library(velo ${src})
        """,
        path="CMakeLists.txt",
        title="a pattern without the suffix's dot",
    ),
    Example(
        """
        macro(own_library target)
          cmake_parse_arguments(own "" "" "SOURCES" ${ARGN})
          add_library(${target} OBJECT ${own_SOURCES})
        endmacro()
        function(other target given)
          add_library(${target} ${given})
        endfunction()
        own_library(k SOURCES k.cu)
        """,
        """
        macro(own_library target)
          cmake_parse_arguments(own "" "" "SOURCES" ${ARGN})
          set(target_HIP_SOURCES ${own_SOURCES})
          list(FILTER target_HIP_SOURCES INCLUDE REGEX "\\\\.cu$")
          set_source_files_properties(${target_HIP_SOURCES} PROPERTIES LANGUAGE HIP)
          add_library(${target} OBJECT ${own_SOURCES})
        endmacro()
        function(other target given)
          add_library(${target} ${given})
        endfunction()
        own_library(k SOURCES k.cu)
        """,
        path="CMakeLists.txt",
        title="what a macro is given",
    ),
    Example(
        'add_library(k "sub dir/a.cu" [[b (1).cu]] "c.cu")\n',
        """
        set_source_files_properties("sub dir/a.cu" [[b (1).cu]] c.cu PROPERTIES LANGUAGE HIP)
        add_library(k "sub dir/a.cu" [[b (1).cu]] "c.cu")
        """,
        path="CMakeLists.txt",
        title="names that take quotes keep them",
    ),
    Example(
        """
        set(SRC a.cpp)
        add_library(host ${SRC} b.c)
        """,
        path="CMakeLists.txt",
        title="C++",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the properties, each in front of the first target that takes the files."""
    if any(one.name == _LISTED and b"HIP" in one.words for one in sided(file)):
        return  # the project says so itself, where it builds for HIP
    found = changeable(file)
    collected: set[bytes] = set()
    for command in found:
        if (
            command.name == _COLLECTS
            and len(command.words) == 2
            and _has_device_code(file, command)
        ):
            folder, variable = command.words
            collected.add(variable)
            if not any(variable + b"_HIP" in one.words for one in found):
                added = (b"file(GLOB %b_HIP %b/*.cu)" % (variable, folder),
                         b"list(APPEND %b ${%b_HIP})" % (variable, variable))  # fmt: skip
                blanks = indent(file.data, command.start)
                text = b"".join(file.newline + blanks + line for line in added)
                yield rule.insert(command.end, text)
    given = given_device_code(file)
    done: set[bytes] = set()
    for command in found:
        if command.name == _LISTED and {b"HIP", b"CUDA"}.intersection(command.words):
            done.update(command.words)
    for command in found:
        if command.name == b"set" and command.words and b"${%b}" % command.words[0] in done:
            done.update(command.words[1:] if command.words[0].endswith(_LIST) else ())
    for command in found:
        if command.name not in _TARGETS or b"ALIAS" in command.words[:2]:
            continue
        is_given = any(one.start < command.start < one.end for one in given)
        sources: dict[bytes, tuple[Piece, ...]] = {}
        for argument in command.arguments[1:]:
            suffix = suffix_of(file, argument)
            if suffix:
                yield rule.insert(argument.text_end, suffix)
            name = argument.text + suffix
            may_hold = _may_hold(file, name, collected) or (is_given and _is_unknown(file, name))
            if not may_hold or name in done or _is_renamed(name, context):
                continue
            sources[name] = (_written(argument), *((suffix,) if suffix else ()))
        if not sources:
            continue
        target = command.arguments[0]
        # A target's sources may be named in another folder than the target.
        where = (b" TARGET_DIRECTORY ", _written(target)) if command.name == _ADDED else ()
        break_ = file.newline + indent(file.data, command.start)
        lines = _lines(target.text, sources, done, where)
        text, copies = composed(file.data, [one for line in lines for one in (*line, break_)])
        if text:
            yield rule.insert(command.start, text, copies=copies)


def _has_device_code(file: SourceFile, command: Command) -> bool:
    """Tell whether the folder that a command collects has .cu files."""
    root = file.depend_on_tree()
    if root is None:
        return False
    top = _TOP.match(command.words[0])
    folder = os.fsdecode(command.words[0][top.end() if top else 0 :])
    base = "" if top and b"CURRENT" not in top.group() else os.path.dirname(file.path)
    path = os.path.normpath(os.path.join(base, folder))
    if "$" in path or path.startswith(("..", "/")):
        return False
    return any((root / path).glob("*.cu"))


def _may_hold(file: SourceFile, text: bytes, collected: set[bytes]) -> bool:
    """Tell whether an argument may name .cu files; `collected` are variables that do."""
    if b"$" not in text:
        return _CU.search(text) is not None
    if not collected.isdisjoint(REFERENCE.findall(text)):
        return True
    for word in values(file).words(text):
        unknown = REFERENCE.fullmatch(word)
        if _CU.search(word) or (unknown and _SPEAKS_OF_CUDA.search(unknown[1])):
            return True
        if unknown is None and _COMPUTED.search(word):
            return True  # the filter takes what has the suffix, and nothing else
        if b"*" in word and may_be_device_code(os.fsdecode(word)):
            return True
    return False


def _is_unknown(file: SourceFile, text: bytes) -> bool:
    """Tell whether an argument is a variable that gets its value elsewhere."""
    if text in (b"${ARGN}", b"${ARGV}"):  # what other functions are given is not this one's
        return True
    words = values(file).words(text) if b"$" in text else ()
    return any(REFERENCE.fullmatch(word) is not None for word in words)


def _is_renamed(text: bytes, context: Context) -> bool:
    """Tell whether the file is called .hip in the port."""
    if not context.options.rename:
        return False
    path = text.decode("utf-8", "surrogateescape")
    return not context.renamed or "$" in path or any(one.endswith(path) for one in context.renamed)


def _written(argument: Argument) -> Span:
    """Return an argument as it is written elsewhere: in its quotes, if it takes them."""
    is_text = argument.form is Form.BRACKET and b"$" in argument.text
    if _UNQUOTED.fullmatch(argument.text) and not is_text:
        return argument.text_start, argument.text_end
    return argument.start, argument.end


def _lines(
    target: bytes,
    sources: dict[bytes, tuple[Piece, ...]],
    done: set[bytes],
    where: tuple[Piece, ...],
) -> Iterator[tuple[Piece, ...]]:
    """Yield the commands, in pieces.

    Args:
        target: the target's name.
        sources: text of each source -> where it is written.
        done: sources that have the property, and variables whose files do.
        where: what says in which folder the files are named.
    """
    names = tuple(piece for pieces in sources.values() for piece in (b" ", *pieces))[1:]
    ending = (*where, b" PROPERTIES LANGUAGE HIP)")
    if all(source.endswith(b".cu") for source in sources):
        yield _LISTED + b"(", *names, *ending
        return
    name = re.sub(rb"\W+", b"_", REFERENCE.sub(rb"\1", target)).strip(b"_") + _LIST
    reference = b"${%b}" % name
    if reference in done:
        return
    yield b"set(%b " % name, *names, b")"
    yield (b'list(FILTER %b INCLUDE REGEX "\\\\.cu$")' % name,)
    yield _LISTED + b"(" + reference, *ending

"""Write FindCUDA's commands as CMake's own.

## What it does
`cuda_add_library` and `cuda_add_executable` become `add_library` and `add_executable`, linked with
`hip::host` as FindCUDA linked CUDA's runtime; flags behind `OPTIONS` and in `CUDA_NVCC_FLAGS`
become options of the target. Where `CMAKE_CXX_FLAGS` has OpenMP's, it is linked with
`OpenMP::OpenMP_CXX`, too: FindCUDA's targets were linked by the C++ compiler with its flags, and
HIP's compiler links these without them. A program whose `.cu` files have OpenMP's pragmas, too, is
compiled and linked with `-fopenmp` by HIP's compiler, whose library serves both. Where
`CMAKE_CXX_FLAGS` has `-D`, `-U` or `-I`, HIP's sources get these, too: FindCUDA hands the C++
compiler's flags to nvcc.
A library of headers alone is made by the C++ compiler's archiver: FindCUDA gave each target C++.
`cuda_add_cublas_to_target` and `cuda_add_cufft_to_target` link `roc::hipblas` and `hip::hipfft`.
`cuda_select_nvcc_arch_flags` gives no flags: the architectures are `CMAKE_HIP_ARCHITECTURES`.

## Why
With a language of CMake's own, sources need no commands of their own.

## What it leaves alone
`cuda_compile`, `cuda_compile_ptx` and the like, which make files for the project to use: BLD08
reports them. Libraries whose `.cu` files have OpenMP's pragmas are reported: who links them may
have another OpenMP.

## References
CMake's manual: FindCUDA.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent, is_cuda_package
from porter.fixers.build_files._cmake_host_flags import cxx_flags, host_definitions
from porter.fixers.build_files._cmake_kinds import kinds_in_front
from porter.fixers.build_files._cmake_sources import device_sources, has_headers_alone
from porter.fixers.build_files._included import first_with
from porter.source import SourceFile, Use
from porter.source.build_files.cmake import Argument, Command, Form
from porter.source.text.copies import Piece, composed
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span
from porter.tables.cmake import cmake_table
from porter.tables.libraries import RUNTIME_TARGET, by_cudas_name
from porter.tables.nvcc_flags import decide

rule = Rule("BLD04", "cmake-cuda-commands", languages=(Language.CMAKE,))

_LIBRARIES = {b"cuda_add_cublas_to_target": "cublas", b"cuda_add_cufft_to_target": "cufft"}
_KEYWORD = b"CUDA_LINK_LIBRARIES_KEYWORD"
_FLAGS = b"CUDA_NVCC_FLAGS"
_OPENMP = "OpenMP::OpenMP_CXX"
_FIND_OPENMP = b"find_package(OpenMP REQUIRED COMPONENTS CXX)"
_CXX_OPENMP = re.compile(rb"(?i)OpenMP_CXX_FLAGS|-fopenmp")
_PRAGMA = re.compile(rb"(?m)^[ \t]*#[ \t]*pragma[ \t]+omp\b")
_PROGRAM, _LIBRARY = b"cuda_add_executable", b"cuda_add_library"
_CXX_DEFINITION = re.compile(rb"[\s\";]-[DUI]\S")
#: What means the same with quotes around it and without.
_UNQUOTED = re.compile(rb"(?:[\w.+,@/:=-]|\$\{[\w.+-]+\})+")

EXAMPLES = (
    Example(
        """
        find_package(CUDA REQUIRED)
        cuda_add_executable(scan scan.cpp OPTIONS -DN=4)
        """,
        """
        find_package(CUDA REQUIRED)
        add_executable(scan scan.cpp)
        target_link_libraries(scan hip::host)
        target_compile_options(scan PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-DN=4>)
        """,
        path="CMakeLists.txt",
        title="a target",
    ),
    Example(
        """
        find_package(CUDA REQUIRED)
        cuda_add_executable(scan scan.cpp OPTIONS "-include a b.h" "" -O3 -Xcompiler="-fPIE")
        """,
        """
        find_package(CUDA REQUIRED)
        add_executable(scan scan.cpp)
        target_link_libraries(scan hip::host)
        target_compile_options(scan PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:-include a b.h;-O3;-fPIE>")
        """,
        path="CMakeLists.txt",
        title="an option with a blank, an empty one, and quotes in one",
    ),
    Example(
        "find_package(CUDA REQUIRED)\ncuda_add_library(k k.cpp SHARED)\n",
        """
        find_package(CUDA REQUIRED)
        add_library(k SHARED k.cpp)
        target_link_libraries(k hip::host)
        """,
        path="CMakeLists.txt",
        title="a word that CMake reads behind the name",
    ),
    Example(
        """
        list(APPEND CUDA_NVCC_FLAGS -O3)
        cuda_add_library(k k.cpp)
        """,
        """
        list(APPEND CUDA_NVCC_FLAGS -O3)
        add_library(k k.cpp)
        target_link_libraries(k hip::host)
        separate_arguments(CUDA_NVCC_FLAGS)
        target_compile_options(k PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:${CUDA_NVCC_FLAGS}>")
        """,
        path="CMakeLists.txt",
        title="FindCUDA's flags",
    ),
    Example(
        """
        find_package(CUDA REQUIRED)
        set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} ${OpenMP_CXX_FLAGS}")
        cuda_add_executable(scan scan.cpp)
        """,
        """
        find_package(CUDA REQUIRED)
        set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} ${OpenMP_CXX_FLAGS}")
        add_executable(scan scan.cpp)
        find_package(OpenMP REQUIRED COMPONENTS CXX)
        target_link_libraries(scan hip::host OpenMP::OpenMP_CXX)
        """,
        path="CMakeLists.txt",
        title="a C++ compiler that knew OpenMP",
    ),
    Example(
        """
        find_package(CUDA REQUIRED)
        set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -DWIDE=1")
        cuda_add_library(k k.cpp)
        """,
        """
        find_package(CUDA REQUIRED)
        set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -DWIDE=1")
        add_library(k k.cpp)
        target_link_libraries(k hip::host)
        separate_arguments(porter_host_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
        list(FILTER porter_host_flags INCLUDE REGEX "^-[DUI]")
        target_compile_options(k PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:${porter_host_flags}>")
        """,
        path="CMakeLists.txt",
        title="definitions among the flags of C++",
    ),
    Example(
        """
        find_package(CUDA REQUIRED)
        cuda_add_library(graph graph.h src/scan.cuh STATIC)
        """,
        """
        find_package(CUDA REQUIRED)
        add_library(graph STATIC graph.h src/scan.cuh)
        target_link_libraries(graph hip::host)
        set_target_properties(graph PROPERTIES LINKER_LANGUAGE CXX)
        """,
        path="CMakeLists.txt",
        title="headers alone",
    ),
    Example(
        "cuda_add_cublas_to_target(solve)\n",
        """
        find_package(hipblas REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        target_link_libraries(solve roc::hipblas)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="libraries",
    ),
    Example(
        "cuda_select_nvcc_arch_flags(ARCH_FLAGS 7.0 8.0)\n",
        "set(ARCH_FLAGS)\n",
        findings=("note",),
        path="CMakeLists.txt",
        title="architectures",
    ),
    Example("add_executable(cuda_add a.cpp)\n", path="CMakeLists.txt", title="CMake's own"),
)

#: An option whose value alone has quotes around it: -Xcompiler="-fPIE".
_QUOTED_VALUE = re.compile(rb'-[\w-]++="[^"\s;$\\]*+"')


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what takes the place of FindCUDA's commands."""
    table = cmake_table()
    found = changeable(file)
    keyword = next((command.words[1] for command in found if command.words[:1] == [_KEYWORD]), b"")
    # Flags that another file sets are told by a package that another file finds.
    has_flags = _FLAGS in file.data or not any(map(is_cuda_package, found))
    host = cxx_flags(file) if any(one.name.startswith(b"cuda_add") for one in found) else b""
    for command in found:
        new = table.commands.get(command.name.decode())
        if new is not None and not command.arguments:
            continue  # CMake refuses it, too
        if new is not None:
            yield rule.replace(Use.at(command.start, command.name), new.encode())
            if new != "include_directories":
                yield from _target(file, command, keyword, host, has_flags=has_flags)
        elif command.name in _LIBRARIES and command.arguments:
            library = by_cudas_name(context.options.roc)[_LIBRARIES[command.name]]
            found_first = (table.find(library.package).encode(),)
            lines = [found_first, _linked(command, library.target, keyword)]
            text, copies = composed(file.data, _broken(file, command, lines)[1:])
            yield rule.replace(command, text, copies=copies)
        elif command.name == b"cuda_select_nvcc_arch_flags" and command.arguments:
            yield rule.note(
                command,
                "flags for NVIDIA's architectures",
                hint="set CMAKE_HIP_ARCHITECTURES; CMake asks the machine otherwise",
            )
            yield rule.replace(command, b"set(%b)" % command.words[0])


def _target(
    file: SourceFile, command: Command, keyword: bytes, host: bytes, *, has_flags: bool
) -> Iterator[RuleOutput]:
    """Link the runtime, and hand the options on."""
    words, target = command.words, _text(command.arguments[0])
    for span, text in kinds_in_front(command):
        yield rule.replace(span, text)
    has_openmp = _CXX_OPENMP.search(host) is not None
    sources = device_sources(file, command.arguments[1:]) if has_openmp else ()
    parallel = first_with(file, sources, _PRAGMA)
    if parallel and command.name != _PROGRAM:
        message = f"OpenMP's pragmas in {parallel} have no effect: HIP's compiler knows -fopenmp"
        yield rule.warning(command, message, hint="compile and link with it, or use one thread")
    is_hips = parallel is not None and command.name == _PROGRAM
    lines: list[tuple[Piece, ...]] = [(_FIND_OPENMP,)] if has_openmp and not is_hips else []
    linked = f"{RUNTIME_TARGET} {_OPENMP}" if lines else RUNTIME_TARGET
    lines.append(_linked(command, linked, keyword))
    if is_hips:
        flag = b" PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fopenmp>)"
        lines += [
            (b"target_compile_options(", target, flag),
            (b"target_link_options(", target, b" PRIVATE -fopenmp)"),
        ]
    if b"OPTIONS" in words[1:]:
        at = words.index(b"OPTIONS", 1)
        options = [option for option in command.arguments[at + 1 :] if option.text]
        yield rule.replace((command.arguments[at - 1].end, command.close), b"")
        listed = [piece for option in options for piece in (b";", _within_quotes(option))][1:]
        if listed:
            # An expression with a blank in it, or one that CMake may not split, takes quotes.
            quote = b"" if all(_UNQUOTED.fullmatch(one.text) for one in options) else b'"'
            start = b"target_compile_options(", target, b" PRIVATE ", quote
            lines.append((*start, b"$<$<COMPILE_LANGUAGE:HIP>:", *listed, b">", quote, b")"))
    if command.name == _LIBRARY and has_headers_alone(file, command.arguments[1:]):
        lines.append((b"set_target_properties(", target, b" PROPERTIES LINKER_LANGUAGE CXX)"))
    if has_flags:
        expression = b"$<$<COMPILE_LANGUAGE:HIP>:${%b}>" % _FLAGS
        lines += [
            (b"separate_arguments(%b)" % _FLAGS,),
            (b"target_compile_options(", target, b' PRIVATE "%b")' % expression),
        ]
    if _CXX_DEFINITION.search(host):
        lines += host_definitions(file, target)
    text, copies = composed(file.data, _broken(file, command, lines))
    yield rule.insert(command.end, text, copies=copies)


def _linked(command: Command, library: str, keyword: bytes) -> tuple[Piece, ...]:
    given = b" ".join((b"", keyword, library.encode()) if keyword else (b"", library.encode()))
    return b"target_link_libraries(", _text(command.arguments[0]), given + b")"


def _within_quotes(argument: Argument) -> Piece:
    """Return the text of an argument as it stands in a quoted one."""
    if argument.form is Form.QUOTED or _UNQUOTED.fullmatch(argument.text):
        return _text(argument)
    if _QUOTED_VALUE.fullmatch(argument.text):  # whose quotes FindCUDA's script takes away
        plain = argument.text.replace(b'"', b"")
        decision = decide([plain.decode("utf-8", "surrogateescape")], 0)
        if decision is None or decision.hip:
            words = (plain,) if decision is None else (one.encode() for one in decision.hip)
            return b";".join(words)
    escaped = rb'([\\"$])' if argument.form is Form.BRACKET else rb'(?<!\\)(")'
    return re.sub(escaped, rb"\\\1", argument.text)


def _text(argument: Argument) -> Span:
    return argument.text_start, argument.text_end


def _broken(file: SourceFile, command: Command, lines: Iterable[tuple[Piece, ...]]) -> list[Piece]:
    """Return the pieces of lines, each behind a line break."""
    break_ = file.newline + indent(file.data, command.start)
    return [piece for line in lines for piece in (break_, *line)]

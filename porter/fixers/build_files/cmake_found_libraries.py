"""Take ROCm's libraries where a project looks for CUDA's itself.

## What it does
`find_library(CUBLAS_LIBRARY cublas …)` becomes a search for the package that brings ROCm's library,
and the variable holds its target. A library without a package is looked for by ROCm's name, and so
is one whose variable names the file of an imported target. What HIP needs no counterpart of
(`cudadevrt`, `culibos`) makes an empty variable.

## Why
CUDA's libraries are not there, and a variable that holds `…-NOTFOUND` ends CMake's run.

## What it leaves alone
Libraries that ROCm has nothing for: reported. Libraries of other makers; a search that also takes
another name than CUDA's.

## References
CMake's manual: `find_library`; `rules/cuda-hip/libraries.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.cmake import cmake_table
from porter.tables.libraries import (
    NOT_NEEDED,
    RUNTIME_LIBRARY,
    RUNTIME_TARGET,
    Library,
    by_cudas_name,
    is_nvidias_own,
)

rule = Rule("BLD19", "cmake-found-libraries", languages=(Language.CMAKE,))

#: What ends the names that are looked for.
_KEYWORDS = frozenset(
    b"NAMES NAMES_PER_DIR HINTS PATHS PATH_SUFFIXES DOC REGISTRY_VIEW VALIDATOR NO_CACHE REQUIRED "
    b"NO_DEFAULT_PATH NO_PACKAGE_ROOT_PATH NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH ENV "
    b"NO_SYSTEM_ENVIRONMENT_PATH NO_CMAKE_SYSTEM_PATH CMAKE_FIND_ROOT_PATH_BOTH "
    b"ONLY_CMAKE_FIND_ROOT_PATH NO_CMAKE_FIND_ROOT_PATH".split()
)

#: How the files of libraries end, which are looked for by their whole names, too.
_FILE_SUFFIX = re.compile(r"\.(?:a|lib|dll|dylib|so(?:\.\d+){0,3})\Z")
_VARIABLE = re.compile(rb"\$\{([\w.-]++)\}")
#: A property of imported targets, or one of those for a configuration.
_LOCATION = (b"IMPORTED_LOCATION", b"IMPORTED_IMPLIB")

EXAMPLES = (
    Example(
        "find_library(CUBLAS_LIBRARY NAMES cublas PATHS ${CUDA_DIR}/lib64 REQUIRED)\n",
        """
        find_package(hipblas REQUIRED CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
        set(CUBLAS_LIBRARY roc::hipblas)
        """,  # noqa: E501
        path="CMakeLists.txt",
        title="a library that is required",
    ),
    Example(
        """
        if(UNIX)
          find_library(CUDART cudart ${CMAKE_CUDA_IMPLICIT_LINK_DIRECTORIES})
        endif()
        """,
        """
        if(UNIX)
          find_package(hip CONFIG HINTS ${CMAKE_HIP_COMPILER_ROCM_ROOT} $ENV{ROCM_PATH} /opt/rocm)
          if(TARGET hip::host)
            set(CUDART hip::host)
          endif()
        endif()
        """,
        path="CMakeLists.txt",
        title="a library that may be missing",
    ),
    Example(
        "find_library(CULIBOS culibos)\nfind_library(RT NAMES cudadevrt.dll libcudadevrt.a)\n",
        'set(CULIBOS "")\nset(RT "")\n',
        path="CMakeLists.txt",
        title="a library that HIP needs nothing for",
    ),
    Example(
        "find_library(NVTX NAMES nvToolsExt HINTS lib)\n",
        "find_library(NVTX NAMES roctx64 HINTS lib)\n",
        path="CMakeLists.txt",
        title="a library without a package",
    ),
    Example(
        """
        find_library(NCCL_LIBRARY NAMES nccl libnccl nccl_static HINTS ${NCCL_HOME}/lib)
        add_library(nccl UNKNOWN IMPORTED)
        set_target_properties(nccl PROPERTIES IMPORTED_LOCATION "${NCCL_LIBRARY}")
        """,
        """
        find_library(NCCL_LIBRARY NAMES rccl HINTS ${NCCL_HOME}/lib)
        add_library(nccl UNKNOWN IMPORTED)
        set_target_properties(nccl PROPERTIES IMPORTED_LOCATION "${NCCL_LIBRARY}")
        """,
        path="CMakeLists.txt",
        title="a library whose file is wanted",
    ),
    Example(
        """
        if(USE_STATIC_NCCL)
          set(NCCL_LIBNAME "nccl_static")
        else()
          set(NCCL_LIBNAME "nccl")
        endif()
        find_library(NCCL_LIBRARIES NAMES ${NCCL_LIBNAME} HINTS ${NCCL_LIB_DIR})
        """,
        """
        if(USE_STATIC_NCCL)
          set(NCCL_LIBNAME "rccl")
        else()
          set(NCCL_LIBNAME "rccl")
        endif()
        find_library(NCCL_LIBRARIES NAMES ${NCCL_LIBNAME} HINTS ${NCCL_LIB_DIR})
        """,
        path="CMakeLists.txt",
        title="a name that a variable holds",
    ),
    Example(
        "find_library(NPPC NAME nppc PATHS ${LIBS} NO_DEFAULT_PATH)\n",
        findings=("warning",),
        path="CMakeLists.txt",
        title="a library that ROCm has nothing for",
    ),
    Example(
        "find_library(BLAS NAMES openblas cublas)\nfind_library(M m)\n",
        path="CMakeLists.txt",
        title="libraries of other makers",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what takes the place of each search."""
    known = by_cudas_name(context.options.roc)
    commands = list(changeable(file))
    files = _file_variables(commands)
    settings: dict[bytes, list[Command]] = {}
    for command in commands:
        if command.name == b"set" and command.words:
            settings.setdefault(command.words[0], []).append(command)
    for command in commands:
        searched = _names(command) if command.name == b"find_library" else []
        names = [_library_name(argument) for argument in searched]
        libraries = [known[name] for name in names if name in known]
        if names and all(name in NOT_NEEDED for name in names):
            yield rule.replace(command, b'set(%b "")' % command.words[0])
        elif names and all(is_nvidias_own(name) for name in names):
            message = f"ROCm has no library in place of {names[0]}"
            yield rule.warning(command, message, hint="see what uses it")
        elif len(searched) == 1 and (variable := _VARIABLE.fullmatch(searched[0].text)):
            yield from _named_by(settings.pop(variable[1], []), known)
        elif names and len(libraries) == len(names):
            is_file = command.words[0] in files
            yield from _found(file, command, searched, libraries, is_file=is_file)


def _named_by(settings: Iterable[Command], known: Mapping[str, Library]) -> Iterator[RuleOutput]:
    """Yield ROCm's names for a variable whose values are all names of CUDA's libraries."""
    values = [one.arguments[1:] for one in settings]
    if all(len(words) == 1 and _library_name(words[0]) in known for words in values):
        for (word,) in values:
            new = known[_library_name(word)].name.encode()
            yield rule.replace((word.text_start, word.text_end), new)


def _library_name(argument: Argument) -> str:
    """Return what the linker calls a library: `nccl` for `libnccl` and for `nccl.lib`."""
    return _FILE_SUFFIX.sub("", argument.text.decode("utf-8", "replace")).removeprefix("lib")


def _names(command: Command) -> tuple[Argument, ...]:
    """Return the names that are looked for.

    Without a keyword the words behind the first one are folders. `NAME` is none, and is taken for
    a name.
    """
    names = command.arguments[1:]
    if names and names[0].text in (b"NAMES", b"NAMES_PER_DIR"):
        names = names[1:]
    stop = next((at for at, name in enumerate(names) if name.text in _KEYWORDS), None)
    if stop is None and names == command.arguments[1:]:
        stop = 1
    return tuple(name for name in names[:stop] if name.text != b"NAME")


def _found(
    file: SourceFile,
    command: Command,
    names: Sequence[Argument],
    libraries: Sequence[Library],
    *,
    is_file: bool,
) -> Iterator[RuleOutput]:
    """Yield what finds ROCm's library in place of CUDA's."""
    library = libraries[0]
    has_target = library.package or library.name == RUNTIME_LIBRARY
    if not has_target or is_file:
        wanted = " ".join(dict.fromkeys(one.name for one in libraries))
        yield rule.replace((names[0].text_start, names[-1].text_end), wanted.encode())
        return
    target = (library.target or RUNTIME_TARGET).encode()
    required = b"REQUIRED" in command.words
    finds = cmake_table().find(library.package or cmake_table().package, required).encode()
    lines = [finds, b"set(%b %b)" % (command.words[0], target)]
    if not required:
        lines[1:] = [b"if(TARGET %b)" % target, b"  " + lines[1], b"endif()"]
    break_ = file.newline + indent(file.data, command.start)
    yield rule.replace(command, break_.join(lines))


def _file_variables(commands: Iterable[Command]) -> frozenset[bytes]:
    """Return the variables that are files of imported targets."""
    return frozenset(
        word[2:-1]
        for command in commands
        if any(one.startswith(_LOCATION) for one in command.words)
        for word in command.words
        if word.startswith(b"${") and word.endswith(b"}")
    )

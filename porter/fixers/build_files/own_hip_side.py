"""Say that a project builds for HIP by itself.

## What it does
Notes, once a file, where a CMake file or Makefile has a switch or a language for HIP: an option
(`option(USE_HIP …)`), a branch (`ifeq ($(USE_HIP),1)`), `enable_language(HIP)`. `porter convert`
says it first of all, with folders that are called for HIP beside others called for CUDA.

## Why
The project's own HIP side is there already, and its authors keep it: it may be what you want, in
place of a second one that is made from its CUDA side.

## What it leaves alone
Everything. Branches for HIP are never converted (see docs/build-files.md).

## References
CMake's manual, `option`, `enable_language`; GNU make's manual, "Conditionals".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.build_files.cmake import CMakeSyntaxError, commands
from porter.source.build_files.makefile import Kind, lines
from porter.source.text.languages import Language

rule = Rule("BLD27", "own-hip-side", fix=Fix.NONE, languages=(Language.CMAKE, Language.MAKE))

_PARTS = frozenset(b"HIP ROCM ROCm HIPBLAS AMDGPU".split())
_NAME = re.compile(rb"\w++")
#: A variable, by name or by its value.
_VARIABLE = re.compile(rb"\"?(?:\$\{)?([A-Za-z_]\w*+)\}?\"?")
_OPTIONS = frozenset({b"option", b"cmake_dependent_option"})
_CONDITIONS = frozenset({b"if", b"elseif"})
_LANGUAGES = frozenset({b"enable_language", b"project"})

EXAMPLES = (
    Example(
        """
        option(USE_CUDA "for NVIDIA" ON)
        option(USE_HIP "for AMD" OFF)
        if(USE_HIP)
          enable_language(HIP)
        endif()
        """,
        findings=("note",),
        path="CMakeLists.txt",
        title="an option of CMake",
    ),
    Example(
        """
        if(BACKEND STREQUAL "CUDA")
          project(solver LANGUAGES CXX CUDA)
        elseif(BACKEND STREQUAL "HIP")
          project(solver LANGUAGES CXX HIP)
        endif()
        """,
        findings=("note",),
        path="CMakeLists.txt",
        title="a value of a variable of CMake",
    ),
    Example(
        """
        ifeq ($(USE_ROCM),1)
        CC = hipcc
        endif
        """,
        findings=("note",),
        path="Makefile",
        title="a branch of a Makefile",
    ),
    Example(
        """
        if(NOT CMAKE_HIP_FLAGS_DEBUG AND HIP_VERSION VERSION_GREATER 6)
        endif()
        """,
        path="CMakeLists.txt",
        title="what CMake sets and finds chooses nothing",
    ),
    Example(
        'option(SHIP_IT "x" ON)\nproject(chip CUDA)\n', path="CMakeLists.txt", title="other words"
    ),
)


#: Variables that say what was found or for what to build, and CMake's own: they choose no side.
_TELLS = re.compile(rb"^CMAKE_|_(?:FOUND|VERSION|DIR|PATH|ROOT|TARGETS|ARCHS?|ARCHITECTURES)$")


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield the first switch for HIP."""
    if b"HIP" not in file.data and b"ROC" not in file.data:
        return
    switches = _of_cmake(file) if file.language is Language.CMAKE else _of_make(file)
    for start, end, switch in switches:
        name, equals, value = switch.decode().partition("=")
        is_cmakes = file.language is Language.CMAKE
        turned_on = f"{name}={value}" if equals else f"{name}={'ON' if is_cmakes else 1}"
        yield rule.note(
            (start, end),
            f"the project has a HIP side of its own: {name}" if name else _LANGUAGE,
            hint=f"`{'-D' if is_cmakes else ''}{turned_on}` builds it" if name else "",
        )
        return


_LANGUAGE = "the project has a HIP side of its own: CMake's language HIP"


def _of_cmake(file: SourceFile) -> Iterator[tuple[int, int, bytes]]:
    """Yield the switches for HIP, without a name where only the language tells."""
    try:
        found = commands(file.data)
    except CMakeSyntaxError:
        return
    for one in found:
        given = [argument.text for argument in one.arguments]
        if one.name in _OPTIONS and given and _is_switch(given[0]):
            yield one.start, one.end, given[0]
    for one in found:
        given = [argument.text for argument in one.arguments]
        if one.name in _CONDITIONS:
            for at, word in enumerate(given):
                if _is_switch(word) and not _TELLS.search(word):
                    yield one.start, one.end, _compared(given, at) or word
        elif one.name in _LANGUAGES and b"HIP" in given[one.name == b"project" :]:
            yield one.start, one.end, b""


def _compared(given: Sequence[bytes], at: int) -> bytes:
    """Return the variable that a word of a condition is a value of, and the word: `BACKEND=HIP`."""
    if at < 2 or given[at - 1] not in (b"STREQUAL", b"MATCHES"):
        return b""
    variable = _VARIABLE.fullmatch(given[at - 2])
    return b"%b=%b" % (variable[1], given[at]) if variable else b""


def _is_switch(name: bytes) -> bool:
    """Tell whether a name is spelled as switches for HIP are: `WITH_HIP`, `ENABLE_ROCM_BUILD`."""
    return not _PARTS.isdisjoint(name.split(b"_"))


def _of_make(file: SourceFile) -> Iterator[tuple[int, int, bytes]]:
    for line in lines(file.data):
        if line.kind is Kind.CONDITIONAL and line.name != b"endif":
            for match in _NAME.finditer(line.text):
                if not _is_switch(match.group()):
                    continue
                before = line.text[: match.start()]
                if before[-1:] in (b"(", b"{") or line.name.endswith(b"def"):
                    yield line.start, line.text_span[1], match.group()

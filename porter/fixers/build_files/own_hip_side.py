"""Say that a project builds for HIP by itself.

## What it does
Notes, once a file, where a CMake file or Makefile has a switch or a language for HIP: an option
(`option(USE_HIP …)`), a branch (`ifeq ($(USE_HIP),1)`), `enable_language(HIP)`. `porter convert`
says it first of all, with folders that are called for HIP beside others called for CUDA. A folder
of CUDA's of which each unit has its twin in HIP's, which the project's own build makes, is left as
it is; `--vendored` converts it.

## Why
The project's own HIP side is there already, and its authors keep it: it may be what you want, in
place of a second one that is made from its CUDA side.

## What it leaves alone
Everything. Branches for HIP are never converted (see docs/build-files.md).

## References
CMake's manual, `option`, `enable_language`; GNU make's manual, "Conditionals"; PyTorch,
`torch.utils.cpp_extension`, which builds CUDA's sources for ROCm as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.build_files.cmake import CMakeSyntaxError, commands
from porter.source.build_files.cmake_conditions import CHOSEN
from porter.source.build_files.makefile import Kind, lines
from porter.source.python.code import python_of
from porter.source.text.languages import Language

rule = Rule(
    "BLD27",
    "own-hip-side",
    fix=Fix.NONE,
    languages=(Language.CMAKE, Language.MAKE, Language.PYTHON),
)

_PARTS = frozenset(b"HIP ROCM ROCm HIPBLAS AMDGPU".split())
#: Words for AMD's GPUs -> for NVIDIA's, in switches that come in pairs.
_OF_NVIDIA = {
    b"HIP": (b"CUDA",),
    b"ROCM": (b"CUDA", b"NVIDIA"),
    b"AMD": (b"CUDA", b"NVIDIA", b"NV"),
    b"AMDGPU": (b"CUDA", b"NVIDIA"),
}
_NAME = re.compile(rb"\w++")
#: Behind the name of a variable in make's `ifeq ($(ROCM), true)`.
_EQUAL = re.compile(rb"[)}][\"']?\s*+,?\s*+[\"']?(?P<value>\w++)")
_SPOKEN = re.compile(rb"\bhip\b|\b[A-Z_]*?(?:HIP|ROCM)\w*+|\b[a-z_]*?(?:rocm|hip)\w*+")
#: A variable, by name or by its value.
_OPTIONS = frozenset({b"option", b"cmake_dependent_option"})
_CONDITIONS = frozenset({b"if", b"elseif"})
_COMPILER = b"hipcc"
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
        if(NOT DEFINED HIP_PLATFORM)
          set(HIP_PLATFORM amd)
        endif()
        set_property(CACHE BACKEND PROPERTY STRINGS cpu cuda hip)
        if(${BACKEND} STREQUAL "hip")
          enable_language(HIP)
        endif()
        """,
        findings=("note",),
        path="CMakeLists.txt",
        title="a value in small letters",
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
        "CC = hipcc\nprogram: program.cu\n\t$(CC) -o $@ $<\n",
        findings=("note",),
        path="makefile.hip",
        title="a Makefile for hipcc",
    ),
    Example(
        """
        import torch
        from torch.utils.cpp_extension import CUDAExtension
        macros = [("WITH_HIP", None)] if torch.version.hip else []
        ext = CUDAExtension("_kit", ["kit.cu"], define_macros=macros)
        """,
        findings=("note",),
        path="setup.py",
        title="a script that asks for ROCm",
    ),
    Example(
        """
        CC = nvcc
        # or hipcc
        program: program.cu
        \t$(CC) -o $@ $<
        """,
        path="Makefile",
        title="a Makefile for nvcc",
    ),
    Example(
        """
        if(NOT CMAKE_HIP_FLAGS_DEBUG AND HIP_VERSION VERSION_GREATER 6)
        endif()
        if("${CMAKE_HIP_ARCHITECTURES}" STREQUAL "native" OR ${HIP_VERSION} VERSION_LESS 6)
        endif()
        """,
        path="CMakeLists.txt",
        title="what CMake sets and finds chooses nothing",
    ),
    Example(
        'option(SHIP_IT "x" ON)\nproject(chip CUDA)\n', path="CMakeLists.txt", title="other words"
    ),
)


_OF_HIP = re.compile(rb"HIP|ROCM")
#: Variables that say what was found or for what to build, and CMake's own: they choose no side.
_TELLS = re.compile(
    rb"^CMAKE_|_(?:FOUND|VERSION|DIR|PATH|ROOT|TARGETS|ARCHS?|ARCHITECTURES"
    rb"|PLATFORM|COMPILER|RUNTIME)$"
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield the first switch for HIP."""
    if all(word not in file.data for word in (b"HIP", b"hip", b"ROC")):
        return
    if file.language is Language.PYTHON:
        yield from _of_setup(file)
        return
    switches = _of_cmake(file) if file.language is Language.CMAKE else _of_make(file)
    for start, end, switch in switches:
        if switch == _COMPILER:
            yield rule.note(
                (start, end),
                "the project has a HIP side of its own: this Makefile is for hipcc",
                hint=f"`make -f {file.path.rpartition('/')[2]}` builds it",
            )
            return
        name = switch.decode().partition("=")[0]
        option = "-D" if file.language is Language.CMAKE else ""
        settings = " ".join(option + one for one in own_settings(file))
        yield rule.note(
            (start, end),
            f"the project has a HIP side of its own: {name}" if name else _LANGUAGE,
            hint=f"`{settings}` builds it" if name else "",
        )
        return


def own_settings(file: SourceFile) -> tuple[str, ...]:
    """Return the settings by which a project's own HIP side is built; none without one.

    `USE_HIP=ON`, and `USE_CUDA=OFF` where that is an option beside it.

    Args:
        file: of CMake or make.
    """
    switches = _of_cmake(file) if file.language is Language.CMAKE else _of_make(file)
    first = next((switch for _, _, switch in switches), b"")
    if first in (b"", _COMPILER):
        return ()
    twin = _OF_HIP.sub(b"CUDA", first)
    option = re.compile(rb"(?i)\boption\s*+\(\s*+" + re.escape(twin) + rb"(?!\w)")
    is_beside = b"=" not in first and twin != first and option.search(file.data) is not None
    return (_turned_on(file, first), *([f"{twin.decode()}=OFF"] if is_beside else []))


def _turned_on(file: SourceFile, switch: bytes) -> str:
    on = "ON" if file.language is Language.CMAKE else "1"
    return switch.decode() if b"=" in switch else f"{switch.decode()}={on}"


def _of_setup(file: SourceFile) -> Iterator[Finding]:
    """Yield where a script that builds extensions first speaks of HIP or ROCm."""
    if file.path.rpartition("/")[2] != "setup.py" or b"Extension" not in file.data:
        return
    code = python_of(file)
    found = _SPOKEN.search(file.code) if code is not None and code.knows_hip else None
    if found is not None:
        yield rule.note(
            found.span(),
            "the project has a HIP side of its own: setup.py asks for ROCm",
            hint="`pip install .` with PyTorch for ROCm builds it",
        )


_LANGUAGE = "the project has a HIP side of its own: CMake's language HIP"


def _of_cmake(file: SourceFile) -> Iterator[tuple[int, int, bytes]]:
    """Yield the switches for HIP, without a name where only the language tells."""
    try:
        found = commands(file.data)
    except CMakeSyntaxError:
        return
    options = {
        one.arguments[0].text: one for one in found if one.name in _OPTIONS and one.arguments
    }
    switches = [name for name in options if _is_switch(name)]
    paired = [name for name in options if not options.keys().isdisjoint(_for_nvidia(name))]
    for name in dict.fromkeys((*paired, *switches)):
        yield options[name].start, options[name].end, name
    for one in found:
        given = [argument.text for argument in one.arguments]
        if one.name in _CONDITIONS:
            for at, argument in enumerate(given):
                variable = CHOSEN.fullmatch(argument)
                word = variable[1] if variable else argument
                if compared := _compared(given, at):
                    yield one.start, one.end, compared
                elif _is_switch(word) and not _TELLS.search(word):
                    yield one.start, one.end, word
        elif one.name in _LANGUAGES and b"HIP" in given[one.name == b"project" :]:
            yield one.start, one.end, b""


def _compared(given: Sequence[bytes], at: int) -> bytes:
    """Return the variable that is compared with a word for HIP, and the word: `BACKEND=hip`."""
    is_compared = at >= 2 and given[at - 1] in (b"STREQUAL", b"MATCHES")
    if not is_compared or not _is_switch(given[at].upper()):
        return b""
    variable = CHOSEN.fullmatch(given[at - 2])
    return b"%b=%b" % (variable[1], given[at]) if variable else b""


def _is_switch(name: bytes) -> bool:
    """Tell whether a name is spelled as switches for HIP are: `WITH_HIP`, `ENABLE_ROCM_BUILD`."""
    return not _PARTS.isdisjoint(name.split(b"_"))


def _for_nvidia(name: bytes) -> Iterator[bytes]:
    """Yield what a switch for AMD's GPUs is called when it is for NVIDIA's: `NVIDIA_BACKEND`."""
    parts = name.split(b"_")
    for at, part in enumerate(parts):
        for other in _OF_NVIDIA.get(part.upper(), ()):
            yield b"_".join((*parts[:at], other, *parts[at + 1 :]))


def _of_make(file: SourceFile) -> Iterator[tuple[int, int, bytes]]:
    """Yield the switches for HIP, then hipcc where the Makefile is for it alone."""
    every = list(lines(file.data))
    for line in every:
        if line.kind is Kind.CONDITIONAL and line.name != b"endif":
            for match in _NAME.finditer(line.text):
                if not _is_switch(match.group()):
                    continue
                before = line.text[: match.start()]
                if before[-1:] in (b"(", b"{") or line.name.endswith(b"def"):
                    value = _EQUAL.match(line.text, match.end()) if line.name == b"ifeq" else None
                    switch = b"%b=%b" % (match[0], value["value"]) if value else match[0]
                    yield line.start, line.text_span[1], switch
    if b"nvcc" not in file.data:
        for line in every:
            if line.kind is Kind.ASSIGNMENT and _COMPILER in _NAME.findall(line.text):
                yield line.start, line.text_span[1], _COMPILER

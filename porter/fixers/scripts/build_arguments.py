"""Give cmake and make the architectures of AMD's GPUs where a command gave them NVIDIA's.

## What it does
`cmake -DCMAKE_CUDA_ARCHITECTURES=80` becomes `cmake -DCMAKE_HIP_ARCHITECTURES="gfx90a;gfx942;…"`.
Other variables of CMake's for CUDA, and architectures that `make` is given (`make ARCH=sm_80`),
are reported: the port's build files have other ones, or none.

## Why
A converted build does not read CMake's variables for CUDA, and `make ARCH=sm_80` overrides the
architectures that the port's Makefile names.

## What it leaves alone
Sentences; variables of the project's own without an architecture in them; files that speak of ROCm
themselves.

## References
CMake's manual, CMAKE_HIP_ARCHITECTURES, CMAKE_HIP_COMPILER; GNU make's manual, "Overriding".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.scripts._reading import LANGUAGES, reading
from porter.source import SourceFile
from porter.source.scripts.shell import ASSIGNMENT, Word
from porter.source.text.edits import RuleOutput
from porter.tables.cmake import cmake_table

rule = Rule("SCR09", "build-arguments", languages=LANGUAGES)

_BUILDERS = frozenset({b"cmake", b"cmake3", b"ccmake", b"make", b"gmake", b"ninja"})
_ARCHITECTURES = re.compile(rb"-DCMAKE_CUDA_ARCHITECTURES(?::\w+)?=(?P<value>.*)", re.DOTALL)
_LIST = re.compile(rb"[\"']?(?:\d++a?+f?+(?:-real|-virtual)?+[;,]?+)++[\"']?")
_OF_CUDA = re.compile(
    rb"-D(?P<name>CMAKE_CUDA_\w+|CUDA_\w+|CUDAToolkit_\w+|CUDNN_\w+)(?::\w+)?=(?P<value>.*)",
    re.DOTALL,
)
_NVIDIAS = re.compile(rb"\b(?:sm|compute)_?\d\d")
_HINTS = {
    "CMAKE_CUDA_COMPILER": "CMake finds HIP's compiler itself; CMAKE_HIP_COMPILER names a clang++",
    "CMAKE_CUDA_FLAGS": "HIP's are CMAKE_HIP_FLAGS, with clang's options",
    "CMAKE_CUDA_HOST_COMPILER": "clang compiles the host's side itself",
    "CUDA_TOOLKIT_ROOT_DIR": "CMake looks for ROCm in CMAKE_PREFIX_PATH=/opt/rocm",
    "CUDAToolkit_ROOT": "CMake looks for ROCm in CMAKE_PREFIX_PATH=/opt/rocm",
}

EXAMPLES = (
    Example(
        "cmake -B build -DCMAKE_CUDA_ARCHITECTURES='80;90' -DCMAKE_BUILD_TYPE=Release .\n",
        "cmake -B build -DCMAKE_HIP_ARCHITECTURES='gfx90a;gfx942;gfx1100' "
        "-DCMAKE_BUILD_TYPE=Release .\n",
        path="build.sh",
        findings=("note",),
        title="architectures of CMake",
    ),
    Example(
        """
        - run: cmake .. -DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc
        - run: make ARCH=sm_70 -j4
        """,
        path=".github/workflows/build.yml",
        findings=("warning", "warning"),
        title="what the port's build files do not have",
    ),
    Example("make CXX=g++ && cmake -DUSE_GPU=ON ..\n", path="build.sh", title="other arguments"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of the arguments of cmake and make."""
    text = reading(file)
    if text.knows_rocm:
        return
    for command, region in text.commands.found:
        if not command.words or region.is_prose:
            continue
        name = command.words[0].text.rpartition(b"/")[2]
        for word in command.words[1:] if name in _BUILDERS else ():
            yield from _of_cmake(word) if word.text.startswith(b"-D") else _of_make(word)


def _of_cmake(word: Word) -> Iterator[RuleOutput]:
    match = _ARCHITECTURES.fullmatch(word.text)
    if match and _LIST.fullmatch(match["value"]):
        archs = ";".join(cmake_table().architectures).encode()
        quote = match["value"][:1] if match["value"][:1] in (b"'", b'"') else b'"'
        yield rule.note(
            word,
            f"{match['value'].decode()} are architectures of NVIDIA's: {archs.decode()} now",
            hint="name the GPUs that the port is for",
        )
        yield rule.replace(word, b"-DCMAKE_HIP_ARCHITECTURES=" + quote + archs + quote)
        return
    match = _OF_CUDA.fullmatch(word.text)
    if match:
        name = match["name"].decode()
        hint = _HINTS.get(name, "see what the port's CMakeLists.txt calls it")
        yield rule.warning(word, f"{name} is for CMake's CUDA language, or for CUDA", hint=hint)


def _of_make(word: Word) -> Iterator[RuleOutput]:
    match = ASSIGNMENT.match(word.text)
    if match and _NVIDIAS.search(word.text, match.end()):
        yield rule.warning(
            word,
            "make is given an architecture of NVIDIA's",
            hint=_make_hint(match[1].decode(), word.text[match.end() :]),
        )


def _make_hint(name: str, value: bytes) -> str:
    """Return what to write in place of an architecture that make is given in a variable."""
    if b"-" in value:
        return f"name one of AMD's in {name}: --offload-arch=gfx942"
    return f"give it one of AMD's: make {name}=gfx942"

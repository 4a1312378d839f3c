"""Give editors HIP's flags where `compile_flags.txt` gave them CUDA's.

## What it does
In `compile_flags.txt`, one flag a line, `-xcuda` becomes `-xhip`, `--cuda-gpu-arch=sm_80` becomes
`--offload-arch=gfx90a`, `--cuda-path=…` becomes `--rocm-path=/opt/rocm`, CUDA's folders become
ROCm's, and options of nvcc's go the way of the table `rules/cuda-hip/flags.toml`.

## Why
clangd reads the port's sources by these flags, and finds neither CUDA's headers nor its language.

## What it leaves alone
Files that speak of HIP or ROCm themselves.

## References
Clang's documentation of JSONCompilationDatabase, "Alternatives"; clang's command line reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._flags import Word, flag_changes
from porter.fixers.build_files._toolkit_folder import LIBRARIES, WRITTEN
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.lines import whole_lines
from porter.tables.cmake import cmake_table

rule = Rule("BLD26", "compile-flags", languages=(Language.BUILD,))

_LINE = re.compile(rb"(?m)^[ \t]*+([^\s#](?:[^\r\n]*[^\s])?)[ \t]*\r?$")
_KNOWS_ROCM = re.compile(rb"(?i)rocm|hip")
_LANGUAGE = re.compile(rb"(?:-x|--language=)?(cuda)")
_ARCHITECTURE = re.compile(rb"--(?:no-)?(?:cuda-gpu-arch|offload-arch)=sm_\w+")
_TOOLKIT = re.compile(rb"--cuda-path=.*")
_NVIDIAS = re.compile(rb"--no-cuda-version-check|--cuda-feature=.*|--ptxas-path=.*")
_FOLDER = re.compile(WRITTEN + LIBRARIES)

EXAMPLES = (
    Example(
        """
        -xcuda
        --cuda-gpu-arch=sm_80
        --cuda-path=/usr/local/cuda-12.4
        -I/usr/local/cuda/include
        -std=c++17
        """,
        """
        -xhip
        --offload-arch=gfx90a
        --rocm-path=/opt/rocm
        -I/opt/rocm/include
        -std=c++17
        """,
        path="compile_flags.txt",
        findings=("note",),
        title="clang's flags for CUDA",
    ),
    Example(
        """
        -x
        cuda
        --expt-relaxed-constexpr
        -Iinclude
        """,
        """
        -x
        hip
        -Iinclude
        """,
        path="compile_flags.txt",
        title="a flag of two lines, and one of nvcc's",
    ),
    Example("-std=c++17\n-Wall\n", path="compile_flags.txt", title="other flags"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of each line."""
    is_other = file.path.rpartition("/")[2] != "compile_flags.txt"
    if is_other or _KNOWS_ROCM.search(file.data):
        return
    words = []
    before = b""
    for match in _LINE.finditer(file.data):
        start, end = match.span(1)
        flag = match[1]
        language = _LANGUAGE.fullmatch(flag)
        if language and (before == b"-x" or flag != b"cuda"):
            yield rule.replace((start + language.start(1), start + language.end(1)), b"hip")
        elif _ARCHITECTURE.fullmatch(flag):
            arch = cmake_table().architectures[0]
            yield rule.note(
                (start, end),
                f"{flag.decode('utf-8', 'replace')} is one of NVIDIA's: {arch} takes its place",
                hint="name the GPU that the port is for",
            )
            yield rule.replace((start, end), f"--offload-arch={arch}".encode())
        elif _TOOLKIT.fullmatch(flag):
            yield rule.replace((start, end), b"--rocm-path=/opt/rocm")
        elif _NVIDIAS.fullmatch(flag):
            yield rule.replace(whole_lines(file.data, start, end), b"")
        else:
            for folder in _FOLDER.finditer(flag):
                tail = b"/lib" if folder["lib"] else b""
                span = (start + folder.start("path"), start + folder.end())
                yield rule.replace(span, b"/opt/rocm" + tail)
            text = flag.decode("utf-8", "surrogateescape")
            words.append(Word(start, end, text, is_nvccs=False, joint="\n"))
        before = flag
    yield from flag_changes(rule, file.data, words, partial(whole_lines, file.data))

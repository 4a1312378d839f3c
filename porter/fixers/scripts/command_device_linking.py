"""Link device code across files where a script's nvcc does.

## What it does
Where a script compiles units by `nvcc -dc` or `-rdc=true`, the commands that link their objects
with nvcc are given `-fgpu-rdc --hip-link`.

## Why
nvcc links device code whenever it links. Clang does so only when it is told to: a `__device__`
function of another file is not found otherwise (`undefined hidden symbol`).

## What it leaves alone
Commands that compile; links by a host compiler are reported. Files that speak of ROCm themselves.

## References
nvcc's manual, "Using Separate Compilation in CUDA"; clang's manual, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.scripts._reading import LANGUAGES, Call, reading
from porter.fixers.scripts._words import groups, texts
from porter.source import SourceFile
from porter.source.build_files.make_commands import Compiler
from porter.source.text.edits import RuleOutput
from porter.tables.nvcc_flags import decide

rule = Rule("SCR10", "command-device-linking", languages=LANGUAGES)

_FLAGS = b" -fgpu-rdc --hip-link"
_MAY_BE = re.compile(rb"-dc\b|-rdc\b|--device-c\b|--relocatable-device-code\b")
#: Words of commands that link nothing.
_NO_LINK = re.compile(
    rb"-{1,2}(?:c|dc|dw|dlink|cubin|ptx|fatbin|E|M|MM|lib|compile|device-c|device-link|device-w"
    rb"|preprocess)"
)
_OBJECT = re.compile(rb".*\.(?:o|obj|a)[\"']?")
_SOURCE = re.compile(rb".*\.(?:cu|cpp|cc|cxx|c)[\"']?")
_LINKS_CUDA = re.compile(rb"-lcuda(?:rt|devrt)?")

EXAMPLES = (
    Example(
        """
        nvcc -dc a.cu
        nvcc -dc b.cu
        nvcc a.o b.o -o prog
        """,
        """
        nvcc -dc a.cu
        nvcc -dc b.cu
        nvcc -fgpu-rdc --hip-link a.o b.o -o prog
        """,
        path="build.sh",
        title="a program of several units",
    ),
    Example(
        """
        nvcc -rdc=true -c a.cu
        g++ a.o -lcudart -o prog
        """,
        findings=("warning",),
        path="build.sh",
        title="a host compiler links",
    ),
    Example("nvcc -c a.cu\nnvcc a.o -o prog\n", path="build.sh", title="device code of one file"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the flags of commands that link."""
    if not _MAY_BE.search(file.data):
        return
    text = reading(file)
    if text.knows_rocm or not any(_is_relocatable(texts(words)) for words in groups(text)):
        return
    for call in text.calls:
        if not _links_objects(call):
            continue
        if call.compiler is Compiler.DEVICE:
            yield rule.insert(call.called.end, _FLAGS)
        elif any(_LINKS_CUDA.fullmatch(word.text) for word in call.arguments):
            yield rule.warning(
                (call.called.start, call.arguments[-1].end),
                "a host compiler cannot link device code across files",
                hint="link by hipcc -fgpu-rdc --hip-link",
            )


def _links_objects(call: Call) -> bool:
    words = [word.text for word in call.arguments]
    return any(map(_OBJECT.fullmatch, words)) and not any(
        _NO_LINK.fullmatch(one) or _SOURCE.fullmatch(one) or one == _FLAGS.split()[1]
        for one in words
    )


def _is_relocatable(words: list[str]) -> bool:
    """Tell whether device code of what is compiled may call that of another unit."""
    decisions = (decide(words, at) for at in range(len(words)))
    return any(one is not None and "-fgpu-rdc" in one.hip for one in decisions)

"""Link device code across files where a Makefile's nvcc does.

## What it does
Where units are compiled by `nvcc -dc` or `-rdc=true`, the commands that link with nvcc are given
`-fgpu-rdc --hip-link`.

## Why
nvcc links device code whenever it links. Clang does so only when it is told to: a `__device__`
function of another file is not found otherwise (`undefined hidden symbol`).

## What it leaves alone
Commands that compile, or link device code alone (`-dlink`: BLD11 reports them). Links by a host
compiler, which cannot link device code, are reported.

## References
nvcc's manual, "Using Separate Compilation in CUDA"; clang's manual, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import changeable, reading, words
from porter.source import SourceFile
from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.nvcc_flags import decide

rule = Rule("BLD15", "make-device-linking", languages=(Language.MAKE,))

_FLAGS = b" -fgpu-rdc --hip-link"
_MAY_BE = re.compile(rb"-dc\b|-rdc\b|--device-c\b|--relocatable-device-code\b")
#: Words of commands that link nothing.
_NO_LINK = re.compile(
    rb"(?<!\S)-{1,2}(?:c|dc|dw|dlink|cubin|ptx|fatbin|E|M|MM|lib|compile|device-c|device-link"
    rb"|device-w|preprocess|version|V|help|h)(?!\S)"
)
_COMPILER = re.compile(rb"(?:(?<!\S)\S*+(?<=nvcc)|\$[({][^(){}]*+[)}])(?!\S)")
_LINKS_CUDA = re.compile(rb"-lcudart|-lcudadevrt|-lcuda\b")

EXAMPLES = (
    Example(
        """
        %.o: %.cu
        \t$(NVCC) -dc $< -o $@
        prog: a.o b.o
        \t$(NVCC) -O2 $^ -o $@
        """,
        """
        %.o: %.cu
        \t$(NVCC) -dc $< -o $@
        prog: a.o b.o
        \t$(NVCC) -fgpu-rdc --hip-link -O2 $^ -o $@
        """,
        path="Makefile",
        title="a program of several units",
    ),
    Example(
        """
        F = -rdc=true
        a.o: a.cu
        \tnvcc $(F) -c a.cu
        prog: a.o
        \tg++ a.o -lcudart -o prog
        """,
        findings=("warning",),
        path="Makefile",
        title="a host compiler links",
    ),
    Example(
        """
        a.o: a.cu
        \tnvcc -c a.cu
        prog: a.o
        \tnvcc a.o -o prog
        """,
        path="Makefile",
        title="device code of one file each",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the flags of commands that link."""
    flow = reading(file).flow
    if not _is_relocatable(flow):
        return
    for line in changeable(file):
        if line.kind is Kind.RECIPE:
            for start, end in commands(line.text):
                yield from _linking(flow, line, start, end)


def _linking(flow: MakeFlow, line: Line, start: int, end: int) -> Iterator[RuleOutput]:
    command = line.text[start:end]
    called = flow.compilers(command)
    if not called or _FLAGS in command or flow.is_made_of(command, _NO_LINK):
        return
    at = line.text_start + start
    if called == {Compiler.DEVICE}:
        for match in _COMPILER.finditer(command):
            if flow.compilers(match.group()) == {Compiler.DEVICE}:
                yield rule.insert(at + match.end(), _FLAGS)
                return
    elif flow.is_made_of(command, _LINKS_CUDA):
        yield rule.warning(
            (at + len(command) - len(command.lstrip()), at + len(command.rstrip())),
            "a host compiler cannot link device code across files",
            hint="link by hipcc -fgpu-rdc --hip-link",
        )


def _is_relocatable(flow: MakeFlow) -> bool:
    """Tell whether any unit's device code may call that of another."""
    for placed in flow.lines:
        if not _MAY_BE.search(placed.line.text):
            continue
        texts = [word.text for word in words(flow, placed.line)]
        for at in range(len(texts)):
            decision = decide(texts, at)
            if decision is not None and "-fgpu-rdc" in decision.hip:
                return True
    return False

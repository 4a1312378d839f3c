"""clang in a Makefile's recipes, where it compiles CUDA by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Rule
from porter.source.build_files.make_commands import Compiler, commands
from porter.source.build_files.make_flow import MakeFlow
from porter.source.build_files.makefile import Line
from porter.source.text.edits import RuleOutput

_CLANG = re.compile(rb"(?<![\w.$({/-])(?:[\w./-]*/)?clang(?:\+\+)?(?:-\d+)?(?=\s)")
_CLANGS_CUDA = re.compile(rb"--cuda-gpu-arch=sm_|(?<!\S)-x[ \t]*+cuda\b")


def clang_for_cuda(rule: Rule, flow: MakeFlow, line: Line) -> Iterator[RuleOutput]:
    """Yield hipcc where clang compiles CUDA; a `.cu` file is HIP to hipcc alone.

    Args:
        rule: whose places these are.
        flow: of the file.
        line: of a recipe.
    """
    for start, end in commands(line.text):
        command = line.text[start:end]
        if not flow.is_made_of(command, _CLANGS_CUDA):
            continue
        match = _CLANG.search(command)
        at = line.text_start + start
        if match is not None:
            yield rule.replace((at + match.start(), at + match.end()), b"hipcc")
        elif flow.compilers(command) == {Compiler.HOST}:
            yield rule.warning(
                (at, at + len(command)),
                "clang takes .cu files for CUDA",
                hint="call hipcc here, or give clang -x hip",
            )

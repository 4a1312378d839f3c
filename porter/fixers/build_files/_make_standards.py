"""Where commands of Makefiles ask for a standard of C++ that ROCm's Thrust and rocPRIM refuse."""

from __future__ import annotations

import re

from porter.source.build_files.make_flow import MakeFlow

OLD = re.compile(rb"(?<![\w-])--?std[= ](?:c|gnu)\+\+(?:98|03|0x|11|1y|14)(?!\w)")
#: A variable that is a word of its own, or what a filter lets through of one: a standard, too.
WORD = re.compile(
    rb"(?<!\S)(?:\$\((?P<round>[\w.-]+)\)|\$\{(?P<curly>[\w.-]+)\}"
    rb"|\$\(filter[ \t]++-(?:-?std=?)?+%[ \t]*+,[ \t]*+"
    rb"\$[({](?P<filtered>[\w.-]+)[)}][ \t]*+\))(?!\S)"
)
#: What $(filter …) and $(filter-out …) compare with.
PATTERNS = re.compile(rb"\$[({]filter(?:-out)?[ \t]++[^(){},]*+,")


def behind_old_standard(flow: MakeFlow, command: bytes) -> int | None:
    """Return where the last word of a command that asks for an old standard ends; None for none.

    Args:
        flow: the Makefile's.
        command: one command of a recipe.
    """
    ends = [match.end() for match in OLD.finditer(command)]
    ends += [one.end() for one in WORD.finditer(command) if flow.is_made_of(one.group(), OLD)]
    return max(ends, default=None)

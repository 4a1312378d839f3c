"""The version of CMake that a script asks for, raised to one that has HIP's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.fixers import Rule
from porter.source.build_files.cmake import Command
from porter.source.text.edits import RuleOutput


def newer(rule: Rule, found: Iterable[Command], minimum: str) -> Iterator[RuleOutput]:
    """Yield a newer version where a script asks for an older one.

    Args:
        rule: the rule that asks for it.
        found: commands.
        minimum: the version.
    """
    wanted = [int(part) for part in minimum.split(".")]
    for command in found:
        if command.name == b"cmake_minimum_required" and len(command.arguments) > 1:
            argument = command.arguments[1]
            lowest = re.match(rb"\d+(?:\.\d+)*", argument.text)
            if lowest and [int(part) for part in lowest.group().split(b".")][:2] < wanted:
                end = argument.text_start + lowest.end()
                highest = re.match(rb"\.\.\.(\d+)\.(\d+)", argument.text[lowest.end() :])
                if highest and [int(highest[1]), int(highest[2])] < wanted:
                    end = argument.text_end
                yield rule.replace((argument.text_start, end), minimum.encode())

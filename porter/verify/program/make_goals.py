"""What a Makefile makes beside its first goal: programs that are asked for by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from porter.processes.group import run_in_group

#: A target of make's data base (`make -p`), a block between empty lines.
_TARGET = re.compile(r"^([^\s#:=%.][^\s:=%]*)::?(?!=)(.*)$", re.MULTILINE)
_NO_TARGET = "# Not a target:"
_PHONY = re.compile(r"^#\s+Phony target", re.MULTILINE)
_RECIPE = re.compile(r"^#\s+recipe to execute", re.MULTILINE)
#: Results that are parts of others.
_PART = re.compile(r".*\.(?:o|obj|a|so|d|ptx|cubin|fatbin|h|hpp|c|cc|cpp|cu|txt)")
#: What makes a program, in the commands that make would run.
_COMPILER = re.compile(r"\b(?:nvcc|hipcc)\b")
#: What runs what was made, and what asks make for another goal.
_RUNS = re.compile(r"(?m)^[ \t]*+(?:\./|time\b|ncu\b|nsys\b|nvprof\b|srun\b|python3?\b)")
_HANDED_ON = re.compile(r"(?m)^[ \t]*+make\b(?:[ \t]++-\S++)*+[ \t]++([\w.-]++)")
_MOST = 100
_SECONDS = 60.0


def program_goals(folder: Path, variables: Mapping[str, str]) -> tuple[str, ...]:
    """Return the goals that a compiler for devices makes and that no other is made of.

    Where there are none, those that are no files' names, that run nothing beside it, and that no
    other hands on to (`$(MAKE) build`).

    Args:
        folder: where the Makefile lies; its recipes are not run.
        variables: the environment of the build.
    """
    listed = run_in_group(["make", "-pnq"], timeout=_SECONDS, cwd=folder, env=variables)
    for phony in (False, True):
        shown: dict[str, str] = {}
        for goal in list(dict.fromkeys(_ends(listed.stdout, phony=phony)))[:_MOST]:
            words = ["make", "-nB", goal]
            ended = run_in_group(words, timeout=_SECONDS, cwd=folder, env=variables)
            if _COMPILER.search(ended.stdout) and not (phony and _RUNS.search(ended.stdout)):
                shown[goal] = ended.stdout
        handed = {name for text in shown.values() for name in _HANDED_ON.findall(text)}
        if found := tuple(one for one in shown if not phony or one not in handed):
            return found
    return ()


def _ends(database: str, *, phony: bool) -> Iterator[str]:
    """Yield the targets with a recipe that are no parts of others: phony ones, or all but these."""
    targets: list[str] = []
    parts: set[str] = set()
    for block in database.partition("\n# Files\n")[2].split("\n\n"):
        head = _TARGET.search(block)
        if head is None or _NO_TARGET in block or not _RECIPE.search(block):
            continue
        if bool(_PHONY.search(block)) == phony:
            targets.append(head[1])
            parts.update(head[2].split())
    yield from (one for one in targets if one not in parts and not _PART.fullmatch(one))

"""Call hipcc where a command line called nvcc.

## What it does
In shell scripts, Dockerfiles, workflows (GitHub, GitLab, Azure, CircleCI, Travis CI, Jenkins) and
the command lines that README files show, `nvcc` becomes `hipcc` where it is called, where a
variable holds it (`NVCC=nvcc`), where it is looked for (`command -v nvcc`) and where `make` is told
of it (`make CC=nvcc`).

## Why
A script that calls what is not there fails; a README that names it sends people the wrong way.

## What it leaves alone
Sentences, comments, what is printed, here-documents; files that speak of ROCm themselves. What
`nvcc --version` says to another program is reported: hipcc says it otherwise.

## References
hipcc's manual; POSIX, "Shell Command Language".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.scripts._reading import LANGUAGES, Reading, reading
from porter.source import SourceFile
from porter.source.scripts.shell import ASSIGNMENT, Command
from porter.source.text.edits import Yield
from porter.tables.environment import variables

rule = Rule("SCR01", "commands", languages=LANGUAGES)

_SEEKERS = frozenset(b"which type hash whereis command".split())
_BUILDERS = frozenset(b"make gmake ninja".split())
_NVCC = re.compile(rb"nvcc(?:-\d+(?:\.\d+)*)?(?=[\"'}]*\Z)")

EXAMPLES = (
    Example(
        """
        #!/bin/sh
        # nvcc builds it
        NVCC=${NVCC:-nvcc}
        command -v nvcc || exit 1
        /usr/bin/nvcc a.cu -o a
        echo nvcc a.cu
        """,
        """
        #!/bin/sh
        # nvcc builds it
        NVCC=${NVCC:-hipcc}
        command -v hipcc || exit 1
        /usr/bin/hipcc a.cu -o a
        echo nvcc a.cu
        """,
        path="build.sh",
        title="a script",
    ),
    Example(
        """
        The code is for nvcc 12.

            $ nvcc scan.cu -o scan

        ```sh
        nvcc --version
        make CC=nvcc
        ```
        """,
        """
        The code is for nvcc 12.

            $ hipcc scan.cu -o scan

        ```sh
        hipcc --version
        make CC=hipcc
        ```
        """,
        path="README.md",
        title="command lines of a README",
    ),
    Example(
        """
        steps:
          - run: nvcc a.cu
          - run: |
              cd src && nvcc b.cu
        """,
        """
        steps:
          - run: hipcc a.cu
          - run: |
              cd src && hipcc b.cu
        """,
        path=".github/workflows/build.yml",
        title="a workflow",
    ),
    Example(
        "VERSION=$(nvcc --version | grep release)\n",
        findings=("warning",),
        path="version.sh",
        title="a version that is looked into",
    ),
    Example(
        """
        if [ "$GPU" = amd ]; then hipcc a.cu; else nvcc a.cu; fi
        """,
        path="both.sh",
        title="the file has a side for ROCm",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield the compiler wherever it is called or named for a call."""
    if b"nvcc" not in file.data:
        return
    text = reading(file)
    if text.knows_rocm:
        return
    for call in text.calls:
        match = _NVCC.search(call.called.text) if call.name.startswith(b"nvcc") else None
        if match is None:
            continue
        if call.asks and call.command.is_taken:
            yield rule.warning(
                (call.called.start, call.arguments[-1].end),
                "hipcc says its version in other words than nvcc",
                hint="hipcc --version says `HIP version: 6.4…`; decide what the answer is for",
            )
            continue
        start = call.called.start
        yield rule.replace((start + match.start(), start + match.end()), b"hipcc")
    for one in text.assignments:
        if one.name.decode() not in variables() and text.holds_compiler(one.value):
            yield from _named(one.start, one.value)
    for command, region in text.commands.found:
        if not region.is_prose:
            yield from _sought(text, command)


def _sought(text: Reading, command: Command) -> Iterator[Yield]:
    """Yield the compiler where a command looks for it, or hands it to make."""
    if not command.words:
        return
    name = command.words[0].text
    for word in command.words[1:]:
        if name in _SEEKERS and word.text == b"nvcc":
            yield rule.replace(word, b"hipcc")
        elif name in _BUILDERS and (match := ASSIGNMENT.match(word.text)):
            value = word.text[match.end() :]
            if text.holds_compiler(value):
                yield from _named(word.start + match.end(), value)


def _named(start: int, value: bytes) -> Iterator[Yield]:
    match = _NVCC.search(value)
    if match is not None:
        yield rule.replace((start + match.start(), start + match.end()), b"hipcc")

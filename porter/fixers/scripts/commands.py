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
`nvcc --version` says to another program, or to people, is reported: hipcc says it otherwise.

## References
hipcc's manual; POSIX, "Shell Command Language".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.scripts._reading import LANGUAGES, TESTS, Call, Reading, reading
from porter.source import SourceFile
from porter.source.build_files.make_commands import Compiler
from porter.source.scripts.shell import ASSIGNMENT, Command
from porter.source.text.edits import RuleOutput
from porter.tables.environment import variables

rule = Rule("SCR01", "commands", languages=LANGUAGES)

_SEEKERS = frozenset(b"which type hash whereis command".split())
#: The compiler in CUDA's folder, as a test names it.
_IN_FOLDER = re.compile(rb"(?<=/bin/)nvcc(?=[\"'}]*\Z)")
_BUILDERS = frozenset(b"make gmake ninja".split())
_NVCC = re.compile(rb"nvcc(?:-\d+(?:\.\d+)*)?(?=[\"'}]*\Z)")

EXAMPLES = (
    Example(
        """
        #!/bin/sh
        # nvcc builds it
        NVCC=${NVCC:-nvcc}
        command -v nvcc || exit 1
        COMPILE="nvcc -O3"
        /usr/bin/nvcc a.cu -o a
        echo nvcc a.cu
        """,
        """
        #!/bin/sh
        # nvcc builds it
        NVCC=${NVCC:-hipcc}
        command -v hipcc || exit 1
        COMPILE="hipcc -O3"
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
        make CC=nvcc
        ```
        """,
        """
        The code is for nvcc 12.

            $ hipcc scan.cu -o scan

        ```sh
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
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the compiler wherever it is called or named for a call."""
    if b"nvcc" not in file.data:
        return
    text = reading(file)
    if text.knows_rocm:
        return
    for call in text.calls:
        is_nvcc = call.compiler is Compiler.DEVICE
        if is_nvcc and call.asks and (call.command.is_taken or call.region.is_shown):
            yield _answered(call)
            continue
        match = _NVCC.search(call.called.text) if is_nvcc and call.name else None
        if match is None:
            continue
        start = call.called.start
        yield rule.replace((start + match.start(), start + match.end()), b"hipcc")
    for one in text.assignments:
        if one.name.decode() not in variables():
            yield from _held(text, one.start, one.value)
    for command, region in text.commands.found:
        if not region.is_prose:
            yield from _sought(text, command)


def _answered(call: Call) -> RuleOutput:
    """Return what is said of an answer that somebody reads: a program, or people."""
    span = (call.called.start, call.arguments[-1].end)
    hint = "hipcc --version says `HIP version: 6.4…`; decide what the answer is for"
    if call.region.is_shown:
        return rule.note(span, "what the text says of the answer is about nvcc's", hint=hint)
    return rule.warning(span, "hipcc answers in other words than nvcc", hint=hint)


def _sought(text: Reading, command: Command) -> Iterator[RuleOutput]:
    """Yield the compiler where a command looks for it, or hands it to make."""
    if not command.words:
        return
    name = command.words[0].text
    for word in command.words[1:]:
        if name in _SEEKERS and word.text == b"nvcc":
            yield rule.replace(word, b"hipcc")
        elif name in TESTS and (match := _IN_FOLDER.search(word.text)):
            yield rule.replace((word.start + match.start(), word.start + match.end()), b"hipcc")
        elif name in _BUILDERS and (match := ASSIGNMENT.match(word.text)):
            yield from _held(text, word.start + match.end(), word.text[match.end() :])


def _held(text: Reading, start: int, value: bytes) -> Iterator[RuleOutput]:
    match = text.holds_compiler(value)
    if match is not None:
        yield rule.replace((start + match.start("name"), start + match.end("name")), b"hipcc")

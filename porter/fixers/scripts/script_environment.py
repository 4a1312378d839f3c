"""Look in ROCm's folder for what lay in CUDA's, and set the variables that ROCm reads.

## What it does
`CUDA_HOME`, `CUDA_PATH` and their like become `ROCM_PATH` where a script, Dockerfile or workflow
sets them to CUDA's folder or reads them; `/usr/local/cuda` becomes `/opt/rocm` for compilers and in
lists such as `PATH`, and the `lib64` below it `lib`. `CUDA_LAUNCH_BLOCKING=1` becomes
`AMD_SERIALIZE_KERNEL=3`. Variables that nothing on ROCm reads are reported, with what is nearest.

## Why
A variable that nobody reads does nothing; a folder that is not there helps nobody.

## What it leaves alone
`CUDA_VISIBLE_DEVICES`, `NCCL_*` and others that ROCm reads under these names; sentences and
comments; files that speak of ROCm themselves. Other values of the variables for CUDA's folder, and
its path in other commands (`ls`, `rm`, `ln`), are reported.

## References
`rules/cuda-hip/environment.toml` gives each variable with its reason and source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.scripts._folders import (
    Folders,
    Place,
    below,
    folders,
    holders,
    is_folder_name,
    is_reached,
    places,
    replacement,
)
from porter.fixers.scripts._reading import LANGUAGES, TESTS, Assignment, Reading, reading
from porter.source import SourceFile, Use
from porter.source.scripts.dockerfile import instructions
from porter.source.scripts.shell import Word
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.environment import variables

rule = Rule("SCR05", "script-environment", languages=LANGUAGES)

_CONCERNED = re.compile(rb"CUDA|/cuda|NVCC|NVIDIA_|TRITON_")
#: What cmake is told of CUDA, which is another rule's matter.
_OF_CMAKE = re.compile(rb"-D(?:CMAKE_)?(?:CUDA|CUDNN)")
_WITH_PATHS = frozenset({b"COPY", b"ADD", b"WORKDIR", b"VOLUME"})
_SPEECH = frozenset({b"echo", b"printf"})

EXAMPLES = (
    Example(
        """
        #!/bin/bash
        # needs CUDA_HOME
        export CUDA_HOME=/usr/local/cuda-12.4
        export PATH=$CUDA_HOME/bin:$PATH LD_LIBRARY_PATH="${CUDA_HOME}/lib64:$LD_LIBRARY_PATH"
        g++ main.o -L/usr/local/cuda/lib64 -o main
        CUDA_LAUNCH_BLOCKING=1 CUDA_VISIBLE_DEVICES=0 ./main
        """,
        """
        #!/bin/bash
        # needs CUDA_HOME
        export ROCM_PATH=/opt/rocm
        export PATH=$ROCM_PATH/bin:$PATH LD_LIBRARY_PATH="${ROCM_PATH}/lib:$LD_LIBRARY_PATH"
        g++ main.o -L/opt/rocm/lib -o main
        AMD_SERIALIZE_KERNEL=3 CUDA_VISIBLE_DEVICES=0 ./main
        """,
        path="run.sh",
        title="a script",
    ),
    Example(
        """
        ENV CUDA_HOME=/usr/local/cuda PATH=/usr/local/cuda/bin:$PATH
        ENV TORCH_CUDA_ARCH_LIST="8.0"
        """,
        """
        ENV ROCM_PATH=/opt/rocm PATH=/opt/rocm/bin:$PATH
        ENV TORCH_CUDA_ARCH_LIST="8.0"
        """,
        path="Dockerfile",
        findings=("warning",),
        title="a Dockerfile",
    ),
    Example(
        """
        env:
          CUDA_PATH: "/usr/local/cuda"
          TORCH_CUDA_ARCH_LIST: 8.0
        steps:
          - run: g++ -I$CUDA_PATH/include a.cpp
        """,
        """
        env:
          ROCM_PATH: "/opt/rocm"
          TORCH_CUDA_ARCH_LIST: 8.0
        steps:
          - run: g++ -I$ROCM_PATH/include a.cpp
        """,
        path=".github/workflows/build.yml",
        findings=("warning",),
        title="a workflow",
    ),
    Example(
        """
        CUDA=/usr/local/cuda
        g++ a.o -L$CUDA/lib64 -L${CUDA}/lib64/x -L$OTHER/lib64 -o a
        """,
        """
        CUDA=/opt/rocm
        g++ a.o -L$CUDA/lib -L${CUDA}/lib/x -L$OTHER/lib64 -o a
        """,
        path="build.sh",
        title="a variable of the script's own",
    ),
    Example(
        "g++ -I$CUDA_HOME/include a.cpp\n",
        "g++ -I${ROCM_PATH:-/opt/rocm}/include a.cpp\n",
        path="build.sh",
        title="a variable that is set elsewhere",
    ),
    Example(
        """
        CUDA_PATH=/apps/cuda/11
        rm -rf /usr/local/cuda
        """,
        path="install.sh",
        findings=("warning", "warning"),
        title="a folder of the site's own, and another command",
    ),
    Example("Set CUDA_HOME to /usr/local/cuda first.\n", path="README.md", title="a sentence"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of variables and folders."""
    if not _CONCERNED.search(file.data):
        return
    text = reading(file)
    if text.knows_rocm:
        return
    about, own = folders(text, file.code, file.language), holders(text)
    if file.language is Language.DOCKERFILE:
        yield from _copied(file)
    for one in text.assignments:
        yield from _assignment(text, one, about)
        is_nvidias = one.name.decode() in variables() and not is_folder_name(one.name)
        if not is_nvidias and (is_reached(text, one) or is_folder_name(one.name)):
            yield from _folders(one.value, one.start, about)
    assigned = {one.name_start for one in text.assignments}
    assigned |= {one.start for one in text.assignments}
    compiled = {word.start for call in text.calls for word in (call.called, *call.arguments)}
    for command, region in text.commands.found:
        if not command.words or region.is_prose:
            continue
        if command.words[0].text in _SPEECH:
            # What is written to a file may be a script's.
            for word in command.words if command.is_taken else ():
                yield from map(_unknown, places(word.text, word.start))
            continue
        for word in command.words:
            if word.start in assigned or (word.start, word.end) in text.commands.texts:
                continue
            is_test = command.words[0].text in TESTS
            if word.start in compiled or word is command.words[0] or is_test:
                yield from _folders(word.text, word.start, about)
                for match in below(own, word.text):
                    if match["lib"]:
                        start, end = match.span("lib")
                        yield rule.replace((word.start + start, word.start + end), b"")
            else:
                yield from _elsewhere(word, about)


def _copied(file: SourceFile) -> Iterator[RuleOutput]:
    """Report CUDA's folder where an instruction that no shell reads names it."""
    for one in instructions(file.data):
        if one.name in _WITH_PATHS:
            for place in places(file.data[one.arguments : one.end], one.arguments):
                yield _unknown(place)


def _assignment(text: Reading, one: Assignment, about: Folders) -> Iterator[RuleOutput]:
    """Yield the new name of a variable, or what there is to say about it."""
    name, end = one.name.decode(), one.start + len(one.value)
    span = Use.at(one.name_start, one.name)
    if one.name in about.foreign:
        yield rule.warning(
            (one.name_start, end), f"{name} is a folder of CUDA's", hint="give it ROCm's"
        )
        return
    if is_folder_name(one.name):
        if one.name in about.renamed:
            yield rule.replace(span, b"ROCM_PATH", name)
        return
    row = variables().get(name)
    if row is None or row.becomes == "stays":
        return
    value = row.values.get(one.value.strip(b"\"'").decode("utf-8", "replace"))
    if row.becomes == "renamed" and value is not None:
        yield from rule.together(
            rule.replace(span, row.hip.encode(), name),
            rule.replace((one.start, end), value.encode(), name),
        )
        return
    hint = f"the nearest on ROCm is {row.hip}" if row.hip else ""
    yield rule.warning(span, f"nothing on ROCm reads {name}: {row.reason}", hint=hint)


def _folders(text: bytes, start: int, about: Folders) -> Iterator[RuleOutput]:
    for place in places(text, start):
        if place.name in about.foreign:
            continue
        if place.is_nvidias:
            yield rule.warning(
                (place.start, place.end),
                "ROCm has nothing in this folder's place",
                hint="see what uses it",
            )
        else:
            yield rule.replace((place.start, place.end), replacement(place, about))


def _elsewhere(word: Word, about: Folders) -> Iterator[RuleOutput]:
    """Yield the variable's new name in a word that no compiler is given; report a path."""
    if _OF_CMAKE.match(word.text):
        return
    for place in places(word.text, word.start):
        if place.name in about.renamed:
            yield rule.replace((place.start, place.end), replacement(place, about))
        elif not place.name:
            yield _unknown(place)


def _unknown(place: Place) -> RuleOutput:
    return rule.warning(
        (place.start, place.end),
        "this is CUDA's folder, and what the command does with it is not known",
        hint="ROCm's is /opt/rocm",
    )

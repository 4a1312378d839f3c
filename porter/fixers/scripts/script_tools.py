"""Report what of CUDA's a script calls that is neither a compiler nor a package.

## What it does
A plain `nvidia-smi` becomes `rocm-smi`. Other calls of it, of CUDA's profilers, debuggers and
binary utilities, `module load cuda`, containers that ask for NVIDIA's GPUs (`docker run --gpus`)
and actions of workflows that install CUDA are reported with what takes their place. So is nvcc
where no rule could tell that it is called (here-documents, strings, texts that cannot be read as a
shell's), and where a file that calls it speaks of ROCm itself.

## Why
Their counterparts on ROCm take other options and print other texts. Names of modules are the
site's own.

## What it leaves alone
Sentences, comments, what is printed.

## References
`rules/cuda-hip/python.toml` gives each tool with its counterpart and source; AMD's documentation,
"Running ROCm Docker containers".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.scripts._reading import LANGUAGES, Reading, reading
from porter.source import SourceFile
from porter.source.scripts.region import Region
from porter.source.scripts.regions import command_spans
from porter.source.scripts.shell import Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Place, Span, holds, merged
from porter.tables.python import counterparts

rule = Rule("SCR06", "script-tools", languages=LANGUAGES, precedence=Precedence.REPORT)

_CONCERNED = re.compile(rb"nv|cu|gpus|(?i:cuda|nvidia)")
#: Commands that call no other, whatever their words are.
_QUIET = frozenset(
    b"echo printf grep sed awk apt apt-get dnf yum conda pip pip3 export cd rm cp mv cat".split()
)
_MODULES = frozenset({b"module", b"ml"})
_CUDA_MODULE = re.compile(
    rb"(?i)(?:(?!cuda|cudnn|nccl|nvhpc)[\w.+-]*+/)*+(?:cuda|cudnn|nccl|nvhpc)[\w.+-]*+(?:/.*)?"
)
_CONTAINERS = frozenset({b"docker", b"podman", b"nvidia-docker"})
_GPUS = re.compile(rb"--gpus(?:=.*)?|--runtime=nvidia")
_COMPOSED = re.compile(rb"(?m)^[ -]*+(?:driver|runtime)[ ]*+:[ ]*+[\"']?+nvidia\b")
_ACTION = re.compile(
    rb"(?m)^[ ]*+(?:-[ ]++)?+uses[ ]*+:[ ]*+[\"']?+"
    rb"((?:(?!(?i:cuda))[\w./-])*+(?i:cuda)[\w./-]*+)"
)
#: nvcc, with the word behind it.
_CALLED = re.compile(
    rb"(?<![\w.${}/-])(?:[\w.${}-]*+/)*+nvcc(?=[\"']?+[ \t,]++[\"']*+(?P<next>[^\s\"',]++))"
)
_ARGUMENT = re.compile(rb"\A[-$]|\.(?:cuh?|c|cc|cpp|cxx|o)\b")
_GPU_OPTIONS = re.compile(rb"(?<![\w-])--gpus[ =][\"']?\w+|--runtime=nvidia\b")

EXAMPLES = (
    Example(
        """
        nvidia-smi
        nvidia-smi --query-gpu=name --format=csv
        srun nsys profile ./main
        module load cuda/12.4 gcc
        docker run --gpus all image
        """,
        """
        rocm-smi
        nvidia-smi --query-gpu=name --format=csv
        srun nsys profile ./main
        module load cuda/12.4 gcc
        docker run --gpus all image
        """,
        findings=("warning", "warning", "warning", "warning"),
        path="run.sh",
        title="tools, modules and containers",
    ),
    Example(
        """
        cat > job.sh <<EOF
        nvcc a.cu
        EOF
        """,
        findings=("warning",),
        path="submit.sh",
        title="a here-document",
    ),
    Example(
        'if [ "$GPU" = amd ]; then hipcc a.cu; else nvcc a.cu; fi\n',
        findings=("note",),
        path="both.sh",
        title="the file has a side for ROCm",
    ),
    Example(
        "Run nvidia-smi to see your GPU.\n\n    module load gcc\n",
        path="README.md",
        title="a sentence, and other modules",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each place."""
    if not _CONCERNED.search(file.data):
        return
    text = reading(file)
    if text.knows_rocm:
        yield from _both_sides(text)
        return
    for command, region in text.commands.found:
        if command.words and not region.is_prose:
            yield from _tools(command, region)
            yield from _site(command)
    if file.language is Language.MARKUP:
        return
    spans = merged(command_spans(file))
    if file.language is Language.WORKFLOW:
        yield from _around(file, spans)
    for match in _CALLED.finditer(file.code):
        if _ARGUMENT.search(match["next"]) and not holds(spans, match.start()):
            yield rule.warning(
                match,
                "no rule can tell whether nvcc is called here",
                hint="where it is, call hipcc, with clang's flags",
            )


def _tools(command: Command, region: Region) -> Iterator[RuleOutput]:
    words = command.words
    if words[0].text in _QUIET:
        return
    known = counterparts("tool")
    for word in words:
        name = word.text.rpartition(b"/")[2].decode("utf-8", "replace")
        row = known.get(name)
        if row is None or name == "nvcc":
            continue
        if name == "nvidia-smi" and len(words) == 1 and not (command.is_taken or region.is_shown):
            yield rule.replace(word, word.text.replace(b"nvidia-smi", b"rocm-smi"))
        else:
            yield rule.warning(word, f"{name} is CUDA's: {row.reason}", hint=row.hint)
        return


def _site(command: Command) -> Iterator[RuleOutput]:
    """Yield what is said of modules and containers."""
    name = command.words[0].text
    for word in command.words[1:]:
        if name in _MODULES and _CUDA_MODULE.fullmatch(word.text):
            yield rule.warning(
                word,
                f"{word.text.decode('utf-8', 'replace')} is a module of CUDA's",
                hint="load this site's module of ROCm: `module avail rocm` lists them",
            )
        elif name in _CONTAINERS and _GPUS.fullmatch(word.text):
            yield _gpus(word)


def _around(file: SourceFile, spans: Sequence[Span]) -> Iterator[RuleOutput]:
    """Yield what is said of a workflow around its commands: actions, and containers' GPUs."""
    for match in _ACTION.finditer(file.code):
        yield rule.warning(
            match.span(1),
            "this action installs CUDA",
            hint="run in one of AMD's images instead, rocm/dev-ubuntu-22.04 and others",
        )
    for match in _COMPOSED.finditer(file.code):
        yield rule.warning(
            match,
            "this hands NVIDIA's GPUs to a container",
            hint="AMD's are handed over by `devices: [/dev/kfd, /dev/dri]`",
        )
    for match in _GPU_OPTIONS.finditer(file.code):
        if not holds(spans, match.start()):
            yield _gpus(match)


def _gpus(place: Place) -> RuleOutput:
    return rule.warning(
        place,
        "this hands NVIDIA's GPUs to a container",
        hint="AMD's are handed over by --device=/dev/kfd --device=/dev/dri",
    )


def _both_sides(text: Reading) -> Iterator[RuleOutput]:
    for call in text.calls:
        if call.name.startswith(b"nvcc"):
            yield rule.note(
                call.called,
                "nvcc is called, and left alone: the file speaks of ROCm itself",
                hint="see that its side for ROCm is the one that is taken",
            )
            return

"""Report what of CUDA's a script calls that is neither a compiler nor a package.

## What it does
A plain `nvidia-smi` becomes `rocm-smi`. Other calls of it, of CUDA's profilers, debuggers and
binary utilities, `module load cuda` and containers that ask for NVIDIA's GPUs (`docker run --gpus
all`) are reported with what takes their place. So is what no rule could look into: here-documents
and texts that cannot be read as a shell's, where they call nvcc, and files that call nvcc and speak
of ROCm themselves.

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
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.scripts._reading import LANGUAGES, Reading, reading
from porter.source import SourceFile
from porter.source.scripts.region import Region
from porter.source.scripts.shell import Command
from porter.source.text.edits import Yield
from porter.source.text.languages import Language
from porter.tables.python import counterparts

rule = Rule("SCR06", "script-tools", languages=LANGUAGES, precedence=Precedence.REPORT)

_CONCERNED = re.compile(rb"nv|cu|gpus|(?i:cuda|nvidia)")
#: Commands that call no other, whatever their words are.
_QUIET = frozenset(
    b"echo printf grep sed awk apt apt-get dnf yum conda pip pip3 export cd rm cp mv cat".split()
)
_MODULES = frozenset({b"module", b"ml"})
_CUDA_MODULE = re.compile(rb"(?i)(?:[\w.+-]*/)*(?:cuda|cudnn|nccl|nvhpc)[\w.+-]*(?:/.*)?")
_CONTAINERS = frozenset({b"docker", b"podman", b"nvidia-docker"})
_GPUS = re.compile(rb"--gpus(?:=.*)?|--runtime=nvidia")
_COMPOSED = re.compile(rb"(?m)(?<=^)[ -]*(?:driver|runtime)[ ]*:[ ]*[\"']?nvidia\b")
_CALLS_NVCC = re.compile(rb"(?m)(?:^|[;&|(]|\$\(|/)[ \t]*nvcc[ \t]")

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
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
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
    if file.language is Language.WORKFLOW:
        yield from _composed(file)
    for start, end in text.commands.documents:
        yield from _hidden(file, start, end, "a here-document calls nvcc")
    for start, end in text.commands.unread:
        yield from _hidden(file, start, end, "this cannot be read as a shell's text")


def _tools(command: Command, region: Region) -> Iterator[Yield]:
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


def _site(command: Command) -> Iterator[Yield]:
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
            yield rule.warning(
                word,
                "this hands NVIDIA's GPUs to a container",
                hint="AMD's are handed over by --device=/dev/kfd --device=/dev/dri",
            )


def _composed(file: SourceFile) -> Iterator[Yield]:
    """Yield what is said of containers that a file for Docker Compose starts."""
    for match in _COMPOSED.finditer(file.code):
        yield rule.warning(
            match,
            "this hands NVIDIA's GPUs to a container",
            hint="AMD's are handed over by `devices: [/dev/kfd, /dev/dri]`",
        )


def _hidden(file: SourceFile, start: int, end: int, message: str) -> Iterator[Yield]:
    match = _CALLS_NVCC.search(file.data, start, end)
    if match is not None:
        at = match.end() - len(b"nvcc ")
        yield rule.warning((at, at + 4), message, hint="call hipcc, with clang's flags")


def _both_sides(text: Reading) -> Iterator[Yield]:
    for call in text.calls:
        if call.name.startswith(b"nvcc"):
            yield rule.note(
                call.called,
                "nvcc is called, and left alone: the file speaks of ROCm itself",
                hint="see that its side for ROCm is the one that is taken",
            )
            return

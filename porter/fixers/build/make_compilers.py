"""Call hipcc where a Makefile called nvcc, and look in ROCm's folder for what lay in CUDA's.

## What it does
`nvcc` becomes `hipcc` where it is a command or the value of a variable. Variables for CUDA's
folder (`CUDA_HOME`, `CUDA_PATH`, …) become `ROCM_PATH`, `/usr/local/cuda` becomes `/opt/rocm`, and
the `lib64` below them `lib`.

## Why
ROCm keeps its libraries in `lib`; hipcc takes `.cu` files for HIP.

## What it leaves alone
Names of the project's own variables (`NVCC`, `NVCCFLAGS`); what is printed; branches for one side
of a project that builds for HIP already. Commands that ask nvcc for its version, and `nvidia-smi`,
are reported: what follows from the answer is NVIDIA's.

## References
hipcc's manual ("hipcc environment variables"); GNU make's manual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fixer
from porter.fixers.build._make import changeable
from porter.project.languages import Language
from porter.source import Severity, SourceFile
from porter.source.edits import Yield
from porter.source.makefile import Kind
from porter.source.spans import Span

fixer = Fixer("B10", "make-compilers", languages=(Language.MAKE,))

_NVCC = re.compile(rb"(?<![\w.$({-])nvcc(?![\w.=:-])")
_COMMAND = re.compile(rb"[^|;&\n]+")
_COMPILER = re.compile(rb"nvcc\b")
_VERSION = re.compile(rb"--version|\s-V\b")
_ASKS = re.compile(rb"\bnvidia-smi\b|\bdeviceQuery\b")
_FOLDER = r"CUDA_(?:HOME|PATH|ROOT|DIR|ROOT_DIR|INSTALL_PATH|TOOLKIT_PATH|TOOLKIT|BASE)"
_VARIABLE = re.compile(rf"(?<![\w]){_FOLDER}(?!\w)".encode())
_PLACE = re.compile(
    rb"(?P<folder>/usr/local/cuda(?:-\d+(?:\.\d+)?)?(?![\w.-])"
    rb"|\$[({](?:%b)[)}])(?P<lib>(?:/targets/[\w-]+)?/lib(?:64)?(?:/stubs)?(?![\w-]))?"
    % _FOLDER.encode()
)

EXAMPLES = (
    Example(
        "CUDA_HOME ?= /usr/local/cuda\nNVCC := $(CUDA_HOME)/bin/nvcc\n"
        "LDFLAGS = -L$(CUDA_HOME)/lib64\n",
        "ROCM_PATH ?= /opt/rocm\nNVCC := $(ROCM_PATH)/bin/hipcc\nLDFLAGS = -L$(ROCM_PATH)/lib\n",
        path="Makefile",
        title="the compiler and its folder",
    ),
    Example(
        "%.o: %.cu\n\t@echo nvcc $<\n\t@nvcc -c $< -o $@  # nvcc\n",
        "%.o: %.cu\n\t@echo nvcc $<\n\t@hipcc -c $< -o $@  # nvcc\n",
        path="Makefile",
        title="a recipe",
    ),
    Example(
        "VERSION := $(shell nvcc --version | grep release)\n",
        findings=("warning",),
        path="Makefile",
        title="a version is reported",
    ),
    Example("NVCCFLAGS = -O3\nall: nvcc-test\n", path="Makefile", title="other names"),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield the compiler and its folder."""
    for line in changeable(file):
        if asks := _question(line.text):
            yield fixer.finding(
                Severity.WARNING,
                line.text_start + asks[0],
                line.text_start + asks[1],
                "what follows from the answer is about NVIDIA's",
                "decide what it is for; hipcc --version and rocminfo answer for AMD",
            )
            continue
        comment = line.text.find(b" #") if line.kind is Kind.RECIPE else -1
        text = line.text if comment < 0 else line.text[:comment]
        if line.kind is not Kind.OTHER:
            for match in _NVCC.finditer(text):
                at = line.text_start + match.start()
                yield fixer.replace(at, at + 4, b"hipcc")
        if line.kind is Kind.ASSIGNMENT and _VARIABLE.fullmatch(line.name):
            at = file.data.index(line.name, line.start)
            yield fixer.replace(at, at + len(line.name), b"ROCM_PATH")
        for match in _PLACE.finditer(text):
            at = line.text_start + match.start("folder")
            folder = match["folder"]
            new = b"/opt/rocm"
            if folder.startswith(b"$"):
                new = folder[:2] + b"ROCM_PATH" + folder[-1:]
            end = line.text_start + match.end()
            yield fixer.replace(at, end, new + (b"/lib" if match["lib"] else b""))


def _question(text: bytes) -> Span | None:
    """Return where a line asks for the version of nvcc, or for the GPU; None where it does not."""
    for command in _COMMAND.finditer(text):
        if asks := _ASKS.search(text, *command.span()):
            return asks.span()
        compiler = _COMPILER.search(text, *command.span())
        version = compiler and _VERSION.search(text, compiler.end(), command.end())
        if compiler and version:
            return compiler.start(), version.end()
    return None

"""Lines of Makefiles that ask for the version of nvcc, or for NVIDIA's GPUs."""

from __future__ import annotations

import re

from porter.source.build_files.makefile import Kind, Line
from porter.source.text.spans import Span

_COMMAND = re.compile(rb"[^|;&\n]+")
_COMPILER = re.compile(rb"nvcc\b|\$[({](?:(?!NVCC)\w)*+NVCC\w*+[)}]")
_VERSION = re.compile(rb"--version|\s-V\b")
_ASKS = re.compile(rb"\bnvidia-smi\b|\bdeviceQuery\b")


def question(line: Line) -> Span | None:
    """Return where a line asks for the version of nvcc, or for the GPU; None where it does not."""
    text = line.text
    if line.kind is Kind.OTHER and b"$(shell" not in text:
        return None  # a target may have the name of a program
    for command in _COMMAND.finditer(text):
        if asks := _ASKS.search(text, *command.span()):
            return asks.span()
        compiler = _COMPILER.search(text, *command.span())
        version = compiler and _VERSION.search(text, compiler.end(), command.end())
        if compiler and version:
            return compiler.start(), version.end()
    return None

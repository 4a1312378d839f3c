"""Report Jupyter notebooks whose cells hold CUDA.

## What it does
Reports, once a notebook, a code cell that holds CUDA source (`%%cu`, `__global__`) or compiles it
(`load_inline`, `RawKernel`, `SourceModule`, `nvcc`). Notebooks are never changed.

## Why
A notebook is JSON with outputs beside the cells: a port of it has to be run by a person anyway.

## What it leaves alone
Notebooks that only use `torch.cuda`; text cells and outputs.

## References
The notebook format, nbformat 4.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile, Use
from porter.source.text.languages import Language

rule = Rule("PYT12", "notebooks", fix=Fix.NONE, languages=(Language.NOTEBOOK,))

_CUDA = re.compile(
    r"^%%(?:cu|cuda\w*)\b|\b__global__\b|\b(?:RawKernel|RawModule|SourceModule|load_inline)\("
    r"|^[!%](?:sh )?nvcc\b",
    re.MULTILINE,
)

EXAMPLES = (
    Example(
        r"""
        {"cells": [{"cell_type": "code", "outputs": [],
          "source": ["%%cu\n", "__global__ void k() {}\n"]}], "nbformat": 4}
        """,
        findings=("note",),
        path="kernels.ipynb",
    ),
    Example(
        """
        {"cells": [{"cell_type": "markdown", "source": ["a `__global__` function"]},
          {"cell_type": "code", "outputs": [], "source": ["x.cuda()"]}], "nbformat": 4}
        """,
        path="train.ipynb",
        title="text, and what PyTorch for ROCm answers",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding at the first code cell with CUDA."""
    try:
        cells = list(_code(file.data))
    except RecursionError:
        message = "its values lie too deep in one another: it was not looked for CUDA"
        yield rule.warning((0, 0), message)
        return
    for text in cells:
        match = _CUDA.search(text)
        if match is None:
            continue
        name = match.group().encode()
        yield rule.note(
            Use.at(max(0, file.data.find(name)), name),
            f"the notebook holds CUDA ({match.group()}) and is copied as it is",
            hint="convert the cell by hand: porter convert - takes CUDA from standard input",
        )
        return


def _code(data: bytes) -> Iterator[str]:
    """Yield the text of each code cell; nothing for what is no notebook.

    Raises:
        RecursionError: its values lie too deep in one another.
    """
    try:
        notebook: Any = json.loads(data)
    except ValueError:
        return
    cells = notebook.get("cells", []) if isinstance(notebook, dict) else []
    for cell in cells if isinstance(cells, list) else []:
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = cell.get("source", "")
            lines = source if isinstance(source, list) else [source]
            yield "".join(line for line in lines if isinstance(line, str))

"""Compiles the kernels that stand as texts in a port's Python, as far as errors are found.

What a drafted case can launch is compared (`verify.drafting.kernel_text_cases`); here is told what
the others lack. A text that compiles as CUDA in upstream and not in the port is a mistake of the
conversion or of its hand edits; one that does not compile in upstream either is not whole until
Python fills it. Extensions whose source is a text (`load_inline`) are not compiled.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.architecture import CUDA
from porter.execute.cpu.compilation import Compiler
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.listing import number_of
from porter.project.settings.settings import ProjectSettings
from porter.verify.kernel_texts import KernelText, kernel_texts
from porter.verify.upstream import tree_of

#: hipRTC has it built in.
_BUILT_IN = b"#include <hip/hip_runtime.h>\n"
#: What a text names that `load_inline` puts PyTorch's headers in front of.
_OF_PYTORCH = re.compile(rb"\b(?:torch|at|c10)\s*+::|PYBIND11_MODULE|TORCH_LIBRARY")
#: So many texts of a project are compiled.
_MOST = 16


def told_of_kernels(project: ProjectSettings, arch: str) -> Iterator[str]:
    """Yield what compiling the texts of a port tells, as lines for people; nothing without texts.

    Args:
        project: the project.
        arch: for which architecture.
    """
    pairs = list(_pairs(project))[:_MOST]
    if not pairs:
        return
    amd, nvidia = Compiler.default(arch), Compiler.default(CUDA)
    good, partial, inline = 0, [], []
    for theirs, ours in pairs:
        if _OF_PYTORCH.search(theirs.code):
            inline.append(ours.place)
        elif not theirs.code or _error(nvidia, theirs.code):
            partial.append(ours.place)
        elif error := _error(amd, _BUILT_IN + ours.code):
            yield f"{ours.place}: compiles as CUDA, and not for {arch}: {error}"
        else:
            good += 1
    yield f"{good} of {number_of(len(pairs), 'kernel text')} in Python compile for {arch}"
    if partial:
        yield f"{_first(partial)}: not whole until Python fills it; was not compiled"
    if inline:
        yield f"{_first(inline)}: PyTorch adds its headers when it loads it; was not compiled"


def _first(places: Sequence[str]) -> str:
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    return places[0] + more


def _pairs(project: ProjectSettings) -> Iterator[tuple[KernelText, KernelText]]:
    """Yield the texts of both sides; those of a file that has not as many on both are left out."""
    tree = tree_of(project)
    for entry in tree.entries:
        port = project.port / entry.path
        if entry.is_link or not entry.path.endswith(".py") or not port.is_file():
            continue
        theirs = kernel_texts(entry.path, tree.read(entry.path))
        ours = kernel_texts(entry.path, read_regular(port, LARGEST_SOURCE)) if theirs else []
        if len(theirs) == len(ours):
            yield from zip(theirs, ours, strict=True)


def _error(compiler: Compiler, code: bytes) -> str:
    """Return the first error of a text; "" for none."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernels.cu"
        source.write_bytes(code)
        try:
            compiler.check_syntax(source, is_device=True, is_c=False)
        except PorterError as error:
            lines = [line for line in str(error).splitlines() if "error:" in line]
            return lines[0].partition("error:")[2].strip() if lines else str(error)
    return ""

"""Drafts the cases of kernels that stand as texts in Python: each is launched on both sides.

A kernel takes pointers and numbers, as functions of a C interface do; how many blocks and threads
there are is drawn, too, where Python does not say one block for all kernels of a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from porter.project.discover import Project
from porter.source.file import SourceFile
from porter.source.text.languages import Language
from porter.verify.drafting.c_cases import c_case
from porter.verify.drafting.c_handles import Handles
from porter.verify.drafting.c_interface import CFunction, CParameter, c_functions
from porter.verify.drafting.text import CaseText
from porter.verify.kernel_launchers import (
    BLOCKS,
    PREFIX,
    THREADS,
    LaunchedText,
    block_said,
    kernels_of,
    launch_of,
    launched,
    with_launchers,
)
from porter.verify.kernel_texts import KernelText, kernel_texts

#: Few of them: the executor runs a thread after the other.
_BLOCKS, _THREADS = (4, 8, 16), (64, 128, 256)
#: Elements behind a pointer for each thread, such as of vectors.
_EACH = 4
_FILLED = (
    "not whole until Python fills it; write it, filled, into a Python file of the tree, and name "
    "that in SOURCES"
)


class KernelTextsDraft:
    """What the texts with kernels of a project give.

    Attributes:
        functions: that launch a kernel each; empty where there is no text.
        sources: the Python files that the texts stand in.
        left_out: why other kernels have no case.
    """

    library = "libkernels.so"

    def __init__(self, project: Project) -> None:
        files = dict(_python(project))
        texts = [one for path, python in files.items() for one in kernel_texts(path, python)]
        self.left_out = [*_left_out(texts)]
        self.functions: list[CFunction] = []
        for one in launched(texts):
            path = one.text.place.rpartition(":")[0]
            self.functions += _functions(path, one, block_said(files[path]))
        self.sources = tuple(dict.fromkeys(one.source for one in self.functions))

    def beside(self, others: str) -> Iterator[str]:
        """Yield why kernels have no case where other cases are drafted.

        Args:
            others: what these call.
        """
        for one in self.functions:
            name = one.name.removeprefix(PREFIX)
            yield f"{name} in {one.place}: a file of cases has one library, and here calls {others}"
        yield from self.left_out

    def cases(self) -> Iterator[CaseText | str]:
        """Yield the case of each kernel, or why it has none."""
        handles = Handles([])
        for one in self.functions:
            name = one.name.removeprefix(PREFIX)
            made = c_case(one, handles)
            if isinstance(made, str):
                yield f"{name} in {one.place}: {made.partition(': ')[2]}"
            elif not one.takes_memory:
                yield f"{name} in {one.place}: it takes no memory, so that nothing can be compared"
            else:
                yield made._replace(name=name)
        yield from self.left_out


def _left_out(texts: Sequence[KernelText]) -> Iterator[str]:
    """Yield why kernels have no function that launches them."""
    for text in texts:
        kernels = kernels_of(text.written)
        if not text.code:
            names = ", ".join(one.name for one in kernels) or "a kernel"
            yield f"{names} in {text.place}: {_FILLED}"
            continue
        for one in kernels:
            if one.problem:
                yield f"{one.name} in {text.place}: {one.problem}"


def _functions(path: str, one: LaunchedText, block: tuple[int, ...]) -> Iterator[CFunction]:
    """Yield the functions that launch a text's kernels."""
    code = with_launchers(one, block, "cudaGetLastError")
    room = f"{_EACH} * {launch_of(one.text, block).threads}"
    for function in c_functions([SourceFile("kernels.cu", code, Language.CUDA)]):
        if function.name in one.functions:
            own = tuple(map(_drawn, function.parameters))
            yield function._replace(parameters=own, place=one.text.place, source=path, room=room)


def _drawn(parameter: CParameter) -> CParameter:
    values = {BLOCKS: _BLOCKS, THREADS: _THREADS}.get(parameter.name, ())
    return parameter._replace(values=values)


def _python(project: Project) -> Iterator[tuple[str, bytes]]:
    """Yield the Python files of a project."""
    for entry in project.entries:
        is_own = not entry.is_link and not project.is_vendored(entry.path)
        if is_own and entry.language is Language.PYTHON:
            yield entry.path, project.read(entry.path)

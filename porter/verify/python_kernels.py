"""Compiles the kernels that stand as texts in a port's Python, as far as errors are found.

Nothing tells how Python launches them, so they are not run. A text that compiles as CUDA in
upstream and not in the port is a mistake of the conversion or of its hand edits; one that does not
compile in upstream either is not whole until Python fills it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from porter.errors import PorterError
from porter.execute.cpu.architecture import CUDA
from porter.execute.cpu.compilation import Compiler
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.fixers.python._reached import SUPPORT_NAME
from porter.listing import number_of
from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings
from porter.source.file import SourceFile
from porter.source.python.code import python_of
from porter.source.python.literals import Kind
from porter.source.python.texts import text_of
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

_KERNEL = b"__global__"
_SUPPORT = SUPPORT_NAME.encode()
_STRINGS = ("string", "concatenated_string")
#: hipRTC has it built in.
_BUILT_IN = b"#include <hip/hip_runtime.h>\n"
#: So many texts of a project are compiled.
_MOST = 16


class KernelText(NamedTuple):
    """A text with kernels.

    Attributes:
        place: file and line.
        code: the text; empty where a part of it is made while Python runs.
    """

    place: str
    code: bytes


def kernel_texts(path: str, data: bytes) -> list[KernelText]:
    """Return the texts with kernels of a Python file, in order.

    Args:
        path: its name, for messages.
        data: the file.
    """
    code = python_of(SourceFile(path, data, Language.PYTHON)) if _KERNEL in data else None
    if code is None:
        return []
    found, support = [], b""
    for node in _strings(code.root):
        text = text_of(code, node)
        if text is None:
            continue
        around = _beside(node)
        if around == _SUPPORT + b" =":
            support = text.content
        elif _KERNEL in text.content:
            before = support if around == _SUPPORT + b" +" else b""
            is_whole = all(one.kind is not Kind.HOLE for one in text.segments)
            place = f"{path}:{node.start_point[0] + 1}"
            found.append(KernelText(place, before + text.content if is_whole else b""))
    return found


def _beside(node: Node) -> bytes:
    """Return the name that a text is given or added to, with the sign; "" for none."""
    around = node.parent
    if around is None or around.type not in ("assignment", "binary_operator"):
        return b""
    left = around.child_by_field_name("left")
    if left is None or left == node or left.text is None:
        return b""
    return left.text + (b" =" if around.type == "assignment" else b" +")


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
    good, partial = 0, []
    for theirs, ours in pairs:
        if not theirs.code or _error(nvidia, theirs.code):
            partial.append(ours.place)
        elif error := _error(amd, _BUILT_IN + ours.code):
            yield f"{ours.place}: compiles as CUDA, and not for {arch}: {error}"
        else:
            good += 1
    yield f"{good} of {number_of(len(pairs), 'kernel text')} in Python compile for {arch}"
    if partial:
        more = f" and {len(partial) - 1} more" if len(partial) > 1 else ""
        yield f"{partial[0]}{more}: not whole until Python fills it; was not compiled"


def _pairs(project: ProjectSettings) -> Iterator[tuple[KernelText, KernelText]]:
    """Yield the texts of both sides; those of a file that has not as many on both are left out."""
    tree = discover(project.upstream, exclude=project.excluded_from(project.upstream))
    for entry in tree.entries:
        port = project.port / entry.path
        if entry.is_link or not entry.path.endswith(".py") or not port.is_file():
            continue
        theirs = kernel_texts(entry.path, tree.read(entry.path))
        ours = kernel_texts(entry.path, read_regular(port, LARGEST_SOURCE)) if theirs else []
        if len(theirs) == len(ours):
            yield from zip(theirs, ours, strict=True)


def _strings(root: Node) -> Iterator[Node]:
    """Yield the outermost strings of a tree, in order."""
    left = [root]
    while left:
        node = left.pop()
        if node.type in _STRINGS:
            yield node
        else:
            left += reversed(node.children)


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

"""Compiles the texts with kernels of Python files, each with C functions that launch them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.processes.group import run_in_group
from porter.verify.extension.c_library import ABSENT
from porter.verify.kernel_launchers import block_said, launched, with_launchers
from porter.verify.kernel_texts import filled_elsewhere, kernel_texts
from porter.verify.program.own_build import BuiltTree

#: NVRTC and hipRTC have them built in.
_BUILT_IN = {True: b"#include <cuda_runtime.h>\n", False: b"#include <hip/hip_runtime.h>\n"}
_LAST_ERROR = {True: "cudaGetLastError", False: "hipGetLastError"}
_INCLUDE = re.compile(rb"^[ \t]*+#[ \t]*+include[ \t]*+[<\"]([^>\"\n]++)", re.MULTILINE)
_SECONDS = 600.0


def compiled_texts(
    sources: Sequence[str], tree: BuiltTree, compiler: Sequence[str], *, is_cuda: bool
) -> list[str]:
    """Return the objects of all texts that compile; what does not is noted by its functions.

    A text that is not whole until Python fills it is left out.

    Args:
        sources: Python files, relative to the tree.
        tree: a copy of CUDA's tree or of the port, which is written to.
        compiler: the command that compiles.
        is_cuda: the texts are CUDA's.
    """
    objects: list[str] = []
    notes: dict[str, str] = {}
    files = {one: read_regular(tree.root / one, LARGEST_SOURCE) for one in sources}
    texts = [text for path, python in files.items() for text in kernel_texts(path, python)]
    for number, one in enumerate(launched(texts)):
        python = files[one.text.place.rpartition(":")[0]]
        path = tree.root / f"porter_kernels_{number}.cu"
        code = with_launchers(one, block_said(python), _LAST_ERROR[is_cuda])
        path.write_bytes(_BUILT_IN[is_cuda] + code)
        folders = [f"-I{folder}" for folder in _folders(one.text.written, tree.root)]
        error = _compiled(path, tree, [*compiler, *folders])
        if error:
            part = filled_elsewhere(one.text.written)
            why = (
                f"the text that it stands in is not whole: nothing tells what `{part}` becomes"
                if part
                else f"the text that it stands in does not compile: {error}"
            )
            notes |= dict.fromkeys(one.functions, why)
        else:
            objects.append(path.with_suffix(".o").name)
    lines = [f"{name}\t{why}\n" for name, why in sorted(notes.items())]
    (tree.root / ABSENT).write_text("".join(lines))
    return objects


def _compiled(path: Path, tree: BuiltTree, compiler: Sequence[str]) -> str:
    """Compile a source; return the first error, "" for none."""
    command = [*compiler, "-c", "-o", path.with_suffix(".o").name, path.name]
    environment = dict(tree.variables)
    ended = run_in_group(command, timeout=_SECONDS, cwd=tree.root, env=environment)
    if not ended.returncode:
        return ""
    lines = (ended.stderr or ended.stdout).strip().splitlines()
    first = next((line for line in lines if "error" in line), lines[-1] if lines else "no message")
    return first.partition("error:")[2].strip() or first


def _folders(code: bytes, root: Path) -> list[str]:
    """Return the folders of a tree's own headers that a text includes, as Python names them."""
    found = []
    for name in _INCLUDE.findall(code):
        header = Path(name.decode("utf-8", "replace"))
        for path in sorted(root.rglob(header.name)):
            if path.parts[-len(header.parts) :] == header.parts:
                found.append(str(path.parents[len(header.parts) - 1]))
                break
    return list(dict.fromkeys(found))

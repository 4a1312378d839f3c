"""Shapes that comments above kernels name: `// input: points(b, c, n) idx(b, m)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

_KERNEL = re.compile(
    rb"(?P<lines>(?:^[ \t]{0,8}//[^\n]{0,300}\n){1,12})\s{0,20}(?:template[^\n;{]{0,200}\n)?"
    rb"\s{0,20}__global__ void (?:__launch_bounds__\([^)\n]{0,60}\)\s{0,8})?(?P<name>\w{1,80})\(",
    re.MULTILINE,
)
_SHAPED = re.compile(r"\b(?P<name>[A-Za-z]\w{0,40})\((?P<sizes>\w{1,20}(?:, ?\w{1,20}){1,5})\)")
#: What stands behind a function's name in that of the kernel that it launches.
_BEFORE = "kernel_"
_BEHIND = re.compile(r"_(?:kernel|cuda|gpu|wrapper|launcher|impl)(?:_\w+)?")


def kernel_notes(data: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the kernels of a source above which shapes are noted, with parameter -> shape."""
    for found in _KERNEL.finditer(data):
        text = found["lines"].decode("utf-8", "replace")
        notes = {one["name"]: f"[{one['sizes']}]" for one in _SHAPED.finditer(text)}
        if notes:
            yield found["name"].decode(), notes


def notes_of_kernels(
    function: str, tensors: Iterable[str], notes: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """Return the notes above the kernel of a function for those tensors that are called alike.

    Args:
        function: that is bound.
        tensors: its parameters.
        notes: function or kernel -> parameter -> note.
    """
    noted: dict[str, str] = {}
    for called, said in notes.items():
        kernel = f"{called.removeprefix(_BEFORE)}_kernel" if called.startswith(_BEFORE) else called
        if kernel.startswith(function) and _BEHIND.fullmatch(kernel, len(function)):
            noted = {**said, **noted}
    singular = {one: one.removesuffix("s") for one in tensors}
    return {one: noted.get(one) or noted[name] for one, name in singular.items()
            if one in noted or name in noted}  # fmt: skip

"""Shapes of tensors by those of their gradients: `dL_drotations = torch::zeros({P, 4}, …)`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from porter.verify.drafting.cpp_code import CppCode
from porter.verify.drafting.roles import PLACES

_MADE = re.compile(
    rb"\b(?:dL_d|dL_|d_|grad_|v_)(?P<name>[A-Za-z]\w{1,40}) ?= ?(?:torch|at)::(?:zeros|empty|full)"
    rb"\(\s{0,40}\{(?P<sizes>[^{}()]{1,200})\}"
)
_LEAST = 4


def notes_of_gradients(code: CppCode, tensors: Iterable[str]) -> dict[str, str]:
    """Return for tensors whose gradient's memory is made with a shape that shape as a note.

    Args:
        code: what the project defines.
        tensors: their names; a gradient may be called by the beginning of one (`dL_dcolors` of
            `colors_precomp`).
    """
    made: dict[str, str] = {}
    for file in code.files:
        for found in _MADE.finditer(file.code):
            sizes = found["sizes"].decode("utf-8", "replace")
            sizes = re.sub(r"[A-Z]\w+", lambda m: str(code.constants.get(m[0], m[0])), sizes)
            made.setdefault(found["name"].decode(), f"[{' '.join(sizes.split())}]")
    notes, names = {}, [*tensors]
    others = [one for one in made if one not in names]  # each is that of the tensor called so
    for tensor in names:
        if PLACES.search(tensor):  # of which there is no gradient
            continue
        name = tensor if tensor in made else next(
            (one for one in others if _is_of(one, tensor)), ""
        )  # fmt: skip
        if name:
            notes[tensor] = made[name]
    return notes


def _is_of(gradient: str, tensor: str) -> bool:
    """Tell whether a name is a tensor's first word, one of both maybe in its plural."""
    if tensor.startswith(f"{gradient}_"):
        return True
    stem = _singular(tensor.partition("_")[0])
    return len(stem) >= _LEAST and stem == _singular(gradient)


def _singular(name: str) -> str:
    return re.sub(r"(?:ies|es|y|s)$", "", name)

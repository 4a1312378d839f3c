"""The rows of what PyTorch has under another name than it once had, held against its headers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files.regular import LARGEST_SOURCE, read_regular_text
from porter.tables.kinds import FILLED_TEXT
from porter.tables.toml import Shape

#: A `[[moved]]` of `irregular.toml`: a header or a macro, and what has the same now.
MOVED = Shape(
    needs={"reason": FILLED_TEXT, "now": FILLED_TEXT},
    takes={"header": FILLED_TEXT, "macro": FILLED_TEXT},
)
_MACROS = (
    "c10/util/Exception.h", "c10/cuda/CUDAException.h", "torch/headeronly/macros/Macros.h",
)  # fmt: skip
Row = tuple[str, ...]


def moved_rows(
    document: dict[str, Any], installed: Path, version: str, headers: list[Row]
) -> tuple[list[Row], list[Row]]:
    """Return rows of headers and of names.

    Args:
        document: what `irregular.toml` says.
        installed: PyTorch's headers.
        version: of PyTorch.
        headers: the rows of headers that ROCm's build has at another path.

    Raises:
        PorterError: PyTorch has not what is there now, or has the old one still.
    """
    rocm = {row[0]: row[1] for row in headers}
    moved: list[Row] = []
    names: list[Row] = []
    for group in document.get("moved", ()):
        now = group["now"]
        if "header" in group:
            if (installed / group["header"]).exists() or now not in rocm:
                raise PorterError(f"torch {version} has {group['header']} still, or no {now}")
            moved.append((group["header"], rocm[now], "torch", "", f"torch={version}"))
            continue
        texts = {path: read_regular_text(installed / path, LARGEST_SOURCE) for path in _MACROS}
        defined = [path for path, text in texts.items()
                   if re.search(rf"#\s*define {now}\b", text)]  # fmt: skip
        if not defined or any(re.search(rf"\b{group['macro']}\b", text) for text in texts.values()):
            raise PorterError(f"torch {version} has {group['macro']} still, or no {now}")
        header = rocm.get(defined[0], defined[0])
        empty = ("", "", "", "")
        names.append((group["macro"], now, "macro", "", header, *empty, f"torch={version}", ""))
    return moved, names

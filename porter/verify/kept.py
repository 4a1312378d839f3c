"""What the port left in each run of each check, kept in files: for later, and for other machines.

A folder has one folder a check, and in it an archive of NumPy's a run (`seed-0.npz`). What is text
or bytes, such as what a program printed, is kept as it is, as an array of bytes. The same results
give the same bytes.
"""

from __future__ import annotations

import filecmp
import hashlib
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.files.write import write_atomically
from porter.verify.verdict import Label

#: What a run left, by name.
Left = Mapping[str, NDArray[Any] | bytes]


def keep(folder: Path, label: Label, seed: int, left: Left) -> Path:
    """Write what a run left; return the file.

    Args:
        folder: where everything is kept.
        label: of the check; where it ran makes no difference to the file's name.
        seed: of the inputs.
        left: what the run left.
    """
    arrays = {
        name: np.frombuffer(value, np.uint8) if isinstance(value, bytes) else value
        for name, value in left.items()
    }
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
    path = folder / folder_of(label) / f"seed-{seed}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content.getvalue())
    return path


def folder_of(label: Label) -> str:
    """Return the folder that a check's results are kept in: KIND/CASE-POINT-digest."""
    name = re.sub(r"[^\w.+-]+", "_", f"{label.case}-{label.point}").strip("_-")[:80]
    whole = "\0".join(label._replace(arch=""))
    digest = hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return f"{label.kind}/{name}-{digest}"


def alike(one: Path, other: Path) -> tuple[list[str], list[str]]:
    """Return the runs kept in both folders that left the same bits, and those that did not."""
    same: list[str] = []
    different: list[str] = []
    for path in sorted(one.rglob("*.npz")):
        name = path.relative_to(one).as_posix()
        if (other / name).is_file():
            is_same = filecmp.cmp(path, other / name, shallow=False)
            (same if is_same else different).append(name)
    return same, different

"""Headers of ROCm's that a toolchain need not have: porter's own stand in for them."""

from __future__ import annotations

from pathlib import Path

from porter.toolchain.model import Toolchain

#: A folder a library, as it is laid out below `include/`.
_HEADERS = Path(__file__).parent / "headers"


def stand_in_headers(toolchain: Toolchain) -> list[Path]:
    """Return the folders of porter's own headers for ROCm's that are not installed."""
    installed = toolchain.rocm_path / "include"
    return [
        folder
        for folder in sorted(_HEADERS.iterdir())
        if not any((installed / own.name).is_dir() for own in folder.iterdir())
    ]

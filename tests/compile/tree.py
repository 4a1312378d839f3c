"""Writes small ports."""

from __future__ import annotations

from pathlib import Path


def write_tree(root: Path, files: dict[str, str]) -> Path:
    """Write `files` below `root` and return it."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def names(root: Path) -> list[str]:
    """Return the files below `root`, as readers are given them."""
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())

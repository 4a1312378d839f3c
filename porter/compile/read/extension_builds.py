"""Reads what a `setup.py` says of its extensions for PyTorch: sources, flags, what is linked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from porter.compile.read.script_world import world_of_rocm
from porter.compile.read.setup_py import (
    GPU_EXTENSIONS,
    TORCH_EXTENSIONS,
    units_of_extension,
)
from porter.compile.read.unit import UNREAD, Unit
from porter.project.architecture_folders import folder_for
from porter.source.build_files.static_python import StaticReader
from porter.source.build_files.unknown import UNKNOWN, known

#: Keywords of an extension that say what it is linked with.
_LINKED = (
    "libraries", "library_dirs", "runtime_library_dirs", "extra_link_args", "extra_objects",
)  # fmt: skip


@dataclass(frozen=True)
class ExtensionBuild:
    """An extension, as its script builds it.

    Attributes:
        name: as Python imports it; "" where the script computes it.
        is_for_gpu: it is not for the CPU alone.
        units: its sources, each with its flags.
        linked: keyword -> values, of what it is linked with.
        unread: keywords whose values are computed in a way that cannot be followed.
    """

    name: str
    is_for_gpu: bool
    units: tuple[Unit, ...]
    linked: dict[str, tuple[str, ...]]
    unread: tuple[str, ...] = ()


def extension_builds(
    root: Path,
    script: str,
    content: bytes,
    paths: list[str],
    arch: str = "",
    capability: tuple[int, int] | None = None,
) -> list[ExtensionBuild]:
    """Return the extensions for PyTorch of a script, in its order, each name once.

    Args:
        root: the tree that holds the sources.
        script: its path in it.
        content: what it says; as a port's script it is read with ROCm's PyTorch.
        paths: the files of the tree.
        arch: the architecture to build for, where the tree has a folder for it.
        capability: the compute capability of the GPU that it finds; not known when None.

    Raises:
        SyntaxError: it is not Python.
    """
    found: dict[str, ExtensionBuild] = {}

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        kind = name.rsplit(".", 1)[-1]
        if kind in TORCH_EXTENSIONS:
            values = dict(zip(("name", "sources"), arguments, strict=False)) | keywords
            called = values.get("name")
            build = _build(root, f"{script}:{line}", kind, values)
            found.setdefault(called if isinstance(called, str) else f":{line}", build)
        return UNKNOWN

    world = world_of_rocm(folder_for(paths, arch) if arch else "")
    if capability is not None:
        world["torch.cuda.get_device_capability"] = lambda device=None: capability
    StaticReader(root / script, world, on_call, content=content).run()
    return list(found.values())


def _build(root: Path, origin: str, kind: str, values: dict[str, Any]) -> ExtensionBuild:
    name = values.get("name")
    linked: dict[str, tuple[str, ...]] = {}
    unread = []
    for keyword in _LINKED:
        value = values.get(keyword, [])
        items = list(value) if isinstance(value, (list, tuple)) else [value]
        if texts := tuple(str(one) for one in items if isinstance(one, (str, Path))):
            linked[keyword] = texts
        unread += [] if known(*items) else [keyword]
    units = tuple(units_of_extension(root, origin, kind, values))
    notes = dict.fromkeys(note for unit in units for note in unit.notes)
    return ExtensionBuild(
        name if isinstance(name, str) else "",
        kind in GPU_EXTENSIONS,
        units,
        linked,
        (*(f"{origin}: {keyword} {UNREAD}" for keyword in unread), *notes),
    )

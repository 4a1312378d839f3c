"""Where the files of CUDA's side go in a package with a folder for each of AMD's architectures."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from porter.project.architecture_folders import architecture_of

#: AMD's architectures that a port has folders for: CDNA 2 to 4 and RDNA 3.
ARCHITECTURES = ("gfx90a", "gfx942", "gfx950", "gfx1100")
#: Folder of the kernels of a tree that had none by architecture.
KERNELS = "lib/rocm"
#: Folder of kernels that all architectures share.
SHARED = "shared"
#: "cuda" as a word of a file's name: `cuda_ops.h`, `lib/cuda/`.
_CUDA = re.compile(r"(?<![A-Za-z0-9])cuda(?![A-Za-z0-9])")


@dataclass(frozen=True)
class Layout:
    """What becomes of the paths of a tree.

    Attributes:
        origin: NVIDIA's architecture whose folder AMD's are made of; "" where none has a folder.
        kernels: the folder of the architectures' folders in the port.
        archs: AMD's architectures.
        is_shared: all of them are built from one folder.
        places: upstream's path -> paths in the port, of every file that goes elsewhere.
        others: upstream's files for NVIDIA's other architectures.
    """

    origin: str
    kernels: str
    archs: tuple[str, ...]
    is_shared: bool
    places: dict[str, tuple[str, ...]] = field(default_factory=dict)
    others: frozenset[str] = frozenset()

    @property
    def folders(self) -> tuple[str, ...]:
        """The names of the folders of kernels."""
        return (SHARED,) if self.is_shared else self.archs

    def architecture(self, path: str) -> str:
        """Return the folder of kernels that a file of the port is in, "" for none."""
        name, slash, _ = path.removeprefix(f"{self.kernels}/").partition("/")
        return (
            name if slash and path.startswith(f"{self.kernels}/") and name in self.folders else ""
        )


def layout_of(paths: Sequence[str], code: Iterable[str], *, is_shared: bool) -> Layout:
    """Return the layout that a tree gets.

    Args:
        paths: all files of the tree.
        code: those of a C language.
        is_shared: build all architectures from one folder.
    """
    named = {path: found for path in paths if (found := architecture_of(path)).startswith("sm")}
    if not named:
        return _without_folders(code, is_shared=is_shared)
    # The oldest has what the fewest GPUs alone can do: its kernels port the furthest.
    origin = min(named.values(), key=lambda name: (int(re.sub(r"\D", "", name)), name))
    first = next(path for path, name in named.items() if name == origin)
    before = first[: first.rindex(f"{origin}/")].rstrip("/")
    kernels = _renamed(before)
    archs = ARCHITECTURES
    layout = Layout(
        origin,
        kernels,
        archs,
        is_shared,
        others=frozenset(path for path, name in named.items() if name != origin),
    )
    for path in paths:
        if named.get(path) == origin:
            inside = path[path.rindex(f"{origin}/") + len(origin) + 1 :]
            layout.places[path] = tuple(
                posixpath.join(kernels, folder, inside) for folder in layout.folders
            )
        elif path not in named and (new := _renamed(path)) != path:
            layout.places[path] = (new,)
    return layout


def _without_folders(code: Iterable[str], *, is_shared: bool) -> Layout:
    """Return the layout of a tree without such folders: each gets all of its code."""
    layout = Layout("", KERNELS, ARCHITECTURES, is_shared)
    for path in code:
        layout.places[path] = tuple(posixpath.join(KERNELS, one, path) for one in layout.folders)
    return layout


def _renamed(path: str) -> str:
    """Return a path for ROCm: where a name says cuda it says rocm."""
    return _CUDA.sub("rocm", path)

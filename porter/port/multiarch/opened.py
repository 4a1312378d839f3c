"""A port with a folder of kernels for each architecture, as it lies on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from porter.compile.read.setup_py import extension_names
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.project.architecture_folders import architecture_of
from porter.project.discover import discover
from porter.source.text.languages import Language

_HINT = "name a port that `porter convert --project multiarch` wrote"


@dataclass(frozen=True)
class OpenedPort:
    """A port.

    Attributes:
        root: its folder.
        kernels: folder of the architectures' folders, such as "lib/rocm".
        archs: the architectures that have one, by name.
        languages: path -> language of each file.
        extensions: as Python imports them, such as "kit._rocm_ops".
    """

    root: Path
    kernels: str
    archs: tuple[str, ...]
    languages: dict[str, Language]
    extensions: tuple[str, ...]

    @property
    def extension(self) -> str:
        """The one extension.

        Raises:
            PorterError: there are several.
        """
        if len(self.extensions) != 1:
            raise PorterError(
                f"has {len(self.extensions)} extensions", path=self.root / "setup.py",
                hint="an operator is added to a port with one: write it beside its kin by hand",
            )  # fmt: skip
        return self.extensions[0]

    def read(self, path: str) -> bytes:
        """Return the bytes of a file."""
        return read_regular(self.root / path)

    def in_folder(self, arch: str) -> list[str]:
        """Return the files of an architecture's folder, by path in the port."""
        return [path for path in self.languages if path.startswith(f"{self.kernels}/{arch}/")]


def open_port(root: Path) -> OpenedPort:
    """Return the port in a folder.

    Raises:
        PorterError: it is no such port.
    """
    if not root.is_dir():
        raise PorterError("is not a folder", path=root, hint=_HINT)
    entries = [entry for entry in discover(real_path(root)).entries if not entry.is_link]
    languages = {entry.path: entry.language for entry in entries}
    named = {path: arch for path in languages if (arch := architecture_of(path)).startswith("gfx")}
    places = {path[: path.rindex(f"{arch}/")].rstrip("/") for path, arch in named.items()}
    if len(places) != 1 or "setup.py" not in languages:
        what = "folders" if places else "folder"
        raise PorterError(
            f"has {len(places) or 'no'} {what} of architectures' folders", path=root, hint=_HINT
        )
    names = tuple(dict.fromkeys(extension_names(real_path(root), "setup.py")))
    if not names:
        raise PorterError("names no extension", path=root / "setup.py", hint=_HINT)
    archs = tuple(sorted(set(named.values()), key=lambda arch: (len(arch), arch)))
    return OpenedPort(real_path(root), places.pop(), archs, languages, names)

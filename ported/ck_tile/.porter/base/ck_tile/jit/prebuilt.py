"""Modules that were built when the package was: PREBUILD_KERNELS says which."""

import hashlib
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import settings

#: What PREBUILD_KERNELS stands for: texts by which a module's entry or sources are known.
KINDS: dict[int, tuple[str, ...]] = {
    0: (),
    1: ("fmha", "mha_", "attention"),
    2: ("gemm",),
    3: ("",),
}
FOLDER = Path(__file__).resolve().parent / "prebuilt"
_PLACE = re.compile(r"\{(CK_TILE_\w+_DIR)\}")


def kind_of(said: str) -> int:
    """The kind that PREBUILD_KERNELS names.

    Raises:
        ValueError: there is no such kind.
    """
    kinds = {str(kind): kind for kind in KINDS}
    if said not in kinds:
        raise ValueError(f"PREBUILD_KERNELS={said} is none of {', '.join(kinds)}")
    return kinds[said]


def chosen(kind: int) -> list[str]:
    """The modules of a kind: by their names, what their entries say, and their sources.

    Attention multiplies matrices, too, and is no product of matrices. Modules that are there to be
    measured are built when they are.
    """
    found = []
    for name, entry in _entries().items():
        if name.endswith("_tune"):
            continue
        text = f"{name} {json.dumps(entry)}".lower()
        text += "".join(path.read_text("utf-8").lower() for path in _files(entry, "srcs"))
        kinds = [one for one, words in KINDS.items() if any(word in text for word in words)]
        if kind in (kinds[0], kinds[-1]):  # the last holds all
            found.append(name)
    return found


def prebuild(kind: int, folder: Path) -> list[str]:
    """Build the modules of a kind for GPU_ARCHS, and put them into `folder`; return their names."""
    from .core import build_for_package
    from .gpu_archs import gpu_archs

    place = folder / "-".join(gpu_archs())
    names = chosen(kind)
    for name in names:
        built = build_for_package(name)
        place.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, place / f"{name}.so")
        (place / f"{name}.digest").write_text(_digest(name), "utf-8")
    return names


def find(name: str, archs: tuple[str, ...]) -> Path | None:
    """The module that was built for these architectures, if its sources are the same."""
    for path in sorted(FOLDER.glob(f"*/{name}.so")):
        if set(archs) <= set(path.parent.name.split("-")):
            said = path.with_suffix(".digest").read_text("utf-8")
            return path if said == _digest(name) else None
    return None


def _entries() -> dict[str, Any]:
    entries: dict[str, Any] = json.loads(settings.CK_TILE_CONFIG.read_text("utf-8"))
    return entries


def _digest(name: str) -> str:
    """A digest of what the package has of a module: entry, sources, generators, tables."""
    entry = _entries()[name]
    total = hashlib.sha256(json.dumps(entry, sort_keys=True).encode())
    for path in _files(entry, "srcs", "extra_include", "blob_gen_cmd"):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()


def _files(entry: dict[str, Any], *keys: str) -> list[Path]:
    """The package's own files that an entry names, and those that lie beside them."""
    found: set[Path] = set()
    for path in _named(entry, keys):
        if path.is_dir():
            found |= {one for one in path.rglob("*.h*") if one.is_file()}
        elif path.parent.name.startswith("ck_") and path.parent.is_dir():
            found |= {one for one in path.parent.iterdir() if one.is_file()}
        elif path.is_file():
            found.add(path)
    return sorted(found, key=lambda path: path.name)


def _named(entry: dict[str, Any], keys: tuple[str, ...]) -> Iterator[Path]:
    for key in keys:
        value = entry.get(key, [])
        for text in [value] if isinstance(value, str) else value:
            for word in shlex.split(text):
                if place := _PLACE.match(word):
                    yield Path(str(vars(settings)[place[1]]) + word[place.end() :])

"""Carries the installed components to a machine without a network: one archive out, one in."""

from __future__ import annotations

import json
import os
import platform
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from porter import __version__
from porter.errors import PorterError
from porter.files.json_values import fields, parsed, text, texts
from porter.files.regular import LARGEST_SETTINGS, open_regular, read_regular_text
from porter.toolchain.components import components
from porter.toolchain.home import Prefix
from porter.toolchain.machine import expect_compiler
from porter.toolchain.manifest import read_manifest, sha256_of
from porter.toolchain.staging import staging
from porter.toolchain.unpack import unpack_source

Say = Callable[[str], None]

#: The folder that an archive holds, and the file in it that says what else is there.
_FOLDER = "porter-toolchain"
_CONTENTS = "contents.json"
#: Mostly programs and headers: more effort takes three times as long for a tenth less.
_EFFORT = 4


def export_components(path: Path, names: Sequence[str], prefix: Prefix, say: Say) -> str:
    """Write installed components into one archive.

    Args:
        path: the archive, a `.tar.gz`; it is replaced when all is written.
        names: the components; all that are installed by default.
        prefix: where they are installed.
        say: called with each component.

    Returns:
        The archive's SHA-256, hexadecimal.

    Raises:
        PorterError: a component is not installed, or none is.
        OSError: the archive cannot be written.
    """
    installed = [name for name in components() if prefix.component(name) is not None]
    if missing := [name for name in names if name not in installed]:
        raise PorterError(
            f"{missing[0]} is not installed",
            hint=f"run `porter toolchain install {missing[0]}`, or leave it out",
        )
    chosen = list(names) or installed
    if not chosen:
        raise PorterError("no component is installed", hint="run `porter toolchain install`")
    path = path.absolute()
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}-") as folder:
        made = Path(folder) / path.name
        contents = {"porter": __version__, "machine": platform.machine(), "components": chosen}
        (Path(folder) / _CONTENTS).write_text(json.dumps(contents) + "\n", encoding="utf-8")
        with tarfile.open(made, "w:gz", compresslevel=_EFFORT, format=tarfile.PAX_FORMAT) as tar:
            tar.add(Path(folder) / _CONTENTS, f"{_FOLDER}/{_CONTENTS}", filter=_plain)
            for name in chosen:
                say(f"packing {name}")
                _add_tree(tar, prefix.place(name), f"{_FOLDER}/{name}")
        digest = sha256_of(made)
        made.replace(path)
    return digest


def import_components(path: Path, prefix: Prefix, say: Say, *, sha256: str = "") -> list[str]:
    """Install the components of an archive; either all of them are in place afterwards or none.

    Args:
        path: what `export_components` wrote, on a machine of the same kind.
        prefix: where they go.
        say: called with each step.
        sha256: what the archive's checksum has to be; not looked at when empty.

    Returns:
        The names of the components.

    Raises:
        PorterError: it is another archive, damaged, of another kind of machine or of another
            porter, or does not compile a kernel.
    """
    expect_compiler()
    if not path.is_file():
        raise PorterError("there is no such archive", path=path)
    if sha256 and (found := sha256_of(path)) != sha256.lower():
        raise PorterError(f"is another archive: its SHA-256 is {found}", path=path)
    with staging(prefix, say) as place:
        folder = place.folder_of(_FOLDER)
        say(f"unpacking {path.name}")
        unpack_source(path, folder, ".")
        for name in _components_in(folder, path):
            place.staged[name] = folder / name
        place.put_in_place()
        return list(place.staged)


def _components_in(folder: Path, path: Path) -> list[str]:
    """Return the components of an unpacked archive.

    Raises:
        PorterError: it is none that this porter can use here.
    """
    hint = "`porter toolchain export FILE` writes one"
    try:
        contents = fields(
            parsed(read_regular_text(folder / _CONTENTS, LARGEST_SETTINGS)),
            ("porter", "machine", "components"),
        )
        version, machine = text(contents["porter"]), text(contents["machine"])
        names = list(texts(contents["components"]))
    except (OSError, ValueError) as error:
        raise PorterError("is no toolchain of porter's", path=path, hint=hint) from error
    if machine != platform.machine():
        reason = f"is for {machine}, and this machine is {platform.machine()}"
        raise PorterError(reason, path=path, hint="export one on a machine of this kind")
    known = components()
    for name in names:
        manifest = read_manifest(folder / name) if name in known else None
        if manifest is None or manifest.component != name:
            raise PorterError(f"has no component {name}", path=path, hint=hint)
        if manifest.recipe != known[name].recipe():
            raise PorterError(
                f"its {name} is of another porter ({version})",
                path=path,
                hint="export and import with the same version of porter",
            )
    return names


def _add_tree(tar: tarfile.TarFile, root: Path, name: str) -> None:
    """Add a folder; files with several names are stored once for each, as unpacking wants them."""
    for folder, folders, files in os.walk(root):
        folders.sort()
        links = [one for one in folders if os.path.islink(os.path.join(folder, one))]
        for file in sorted((*files, *links)):
            place = os.path.join(folder, file)
            info = _plain(tar.gettarinfo(place, f"{name}/{os.path.relpath(place, root)}"))
            if info.islnk():
                info.type, info.linkname = tarfile.REGTYPE, ""
                info.size = os.path.getsize(place)
            if not info.isreg():
                tar.addfile(info)
                continue
            with open_regular(place) as source:
                tar.addfile(info, source)


def _plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Leave out whose a file is."""
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    return info

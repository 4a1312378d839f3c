"""Components carried to a machine without a network."""

from __future__ import annotations

import io
import json
import os
import platform
import tarfile
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain.components import components
from porter.toolchain.home import Prefix
from porter.toolchain.manifest import Manifest
from porter.toolchain.transfer import export_components, import_components


def quiet(line: str) -> None:
    pass


@pytest.fixture
def installed(tmp_path: Path) -> Prefix:
    """Two components, with what archives make hard: links, modes, a file of two names."""
    prefix = Prefix(tmp_path / "home")
    for name in ("cuda-headers", "peers"):
        root = prefix.place(name)
        (root / "bin").mkdir(parents=True)
        Manifest(name, components()[name].recipe(), ()).write(root)
    peers = prefix.place("peers")
    (peers / "bin" / "tool").write_bytes(b"#!/bin/sh\necho it runs\n")
    (peers / "bin" / "tool").chmod(0o755)
    os.link(peers / "bin" / "tool", peers / "bin" / "other-name")
    (peers / "bin" / "again").symlink_to("tool")
    (peers / "latest").symlink_to("bin")
    return prefix


def contents(root: Path) -> dict[str, tuple[int, bytes]]:
    return {
        path.relative_to(root).as_posix(): (
            path.lstat().st_mode,
            os.fsencode(os.readlink(path)) if path.is_symlink() else path.read_bytes(),
        )
        for path in sorted(root.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def test_what_was_exported_is_there_after_import(installed: Prefix, tmp_path: Path) -> None:
    digest = export_components(tmp_path / "t.tar.gz", (), installed, quiet)
    other = Prefix(tmp_path / "elsewhere" / "home")
    names = import_components(tmp_path / "t.tar.gz", other, quiet, sha256=digest)
    assert sorted(names) == ["cuda-headers", "peers"]
    assert contents(other.home / "toolchain") == contents(installed.home / "toolchain")
    assert other.component("peers") is not None
    assert os.popen(str(other.place("peers") / "bin" / "again")).read() == "it runs\n"
    assert not list(other.home.glob("staging-*"))


def test_some_components_can_be_chosen(installed: Prefix, tmp_path: Path) -> None:
    export_components(tmp_path / "t.tar.gz", ("peers",), installed, quiet)
    other = Prefix(tmp_path / "other")
    assert import_components(tmp_path / "t.tar.gz", other, quiet) == ["peers"]
    assert other.component("cuda-headers") is None


def test_what_is_not_installed_cannot_be_exported(installed: Prefix, tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="rocm is not installed"):
        export_components(tmp_path / "t.tar.gz", ("rocm",), installed, quiet)
    with pytest.raises(PorterError, match="no component is installed"):
        export_components(tmp_path / "t.tar.gz", (), Prefix(tmp_path / "empty"), quiet)
    assert not list(tmp_path.glob("*t.tar.gz*"))


def archive(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


def described(**values: object) -> bytes:
    base = {"porter": "0", "machine": platform.machine(), "components": ["peers"]}
    return json.dumps({**base, **values}).encode()


def manifest(name: str, recipe: str) -> bytes:
    return json.dumps({"component": name, "recipe": recipe, "artifacts": []}).encode()


RECIPE = components()["peers"].recipe()
MANIFEST = "porter-toolchain/peers/manifest.json"
CONTENTS = "porter-toolchain/contents.json"


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"something/else": b""}, "is no toolchain of porter's"),
        ({CONTENTS: b"[]"}, "is no toolchain of porter's"),
        ({CONTENTS: described(machine="sparc")}, "is for sparc"),
        ({CONTENTS: described()}, "has no component peers"),
        ({CONTENTS: described(components=["../../x"])}, "has no component"),
        ({CONTENTS: described(), MANIFEST: manifest("rocm", RECIPE)}, "has no component peers"),
        ({CONTENTS: described(), MANIFEST: manifest("peers", "0")}, "is of another porter"),
        ({"../../escaped": b""}, "names a path outside itself"),
    ],
)
def test_what_is_no_export_of_this_porter_is_refused(
    installed: Prefix, tmp_path: Path, files: dict[str, bytes], why: str
) -> None:
    before = contents(installed.home / "toolchain")
    with pytest.raises(PorterError, match=why):
        import_components(archive(tmp_path / "t.tar.gz", files), installed, quiet)
    assert contents(installed.home / "toolchain") == before
    assert not list(installed.home.glob("staging-*"))
    assert not (tmp_path / "escaped").exists()


def test_another_checksum_is_refused_before_anything_is_unpacked(
    installed: Prefix, tmp_path: Path
) -> None:
    export_components(tmp_path / "t.tar.gz", (), installed, quiet)
    with pytest.raises(PorterError, match="is another archive"):
        import_components(tmp_path / "t.tar.gz", Prefix(tmp_path / "o"), quiet, sha256="0" * 64)
    assert not (tmp_path / "o").exists()


def test_a_damaged_archive_changes_nothing(installed: Prefix, tmp_path: Path) -> None:
    path = tmp_path / "t.tar.gz"
    export_components(path, (), installed, quiet)
    path.write_bytes(path.read_bytes()[:-200])
    before = contents(installed.home / "toolchain")
    with pytest.raises(PorterError, match="damaged archive"):
        import_components(path, installed, quiet)
    assert contents(installed.home / "toolchain") == before

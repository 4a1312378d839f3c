"""Archives of strangers: nothing is written outside, whatever their members are called."""

from __future__ import annotations

import shutil
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain import unpack
from porter.toolchain.unpack import unpack_deb, unpack_wheel

from .archives import make_deb, member

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")

Member = tuple[tarfile.TarInfo, bytes]


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "file").write_bytes(b"keep")
    return folder


def everything(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if not path.is_symlink()
    }


def link(name: str, destination: str) -> Member:
    return member(name, tarfile.SYMTYPE, linkname=destination), b""


def hard(name: str, destination: str) -> Member:
    return member(name, tarfile.LNKTYPE, linkname=destination), b""


def file(name: str, content: bytes = b"PWNED") -> Member:
    return member(name), content


OUT = "/OUTSIDE"

#: What an archive holds -> what is said of it; nothing where it is unpacked without the bad part.
HOSTILE: dict[str, tuple[list[Member], str]] = {
    "a file behind an absolute link": ([link("a", OUT), file("a/file")], ""),
    "a file behind a relative link": ([link("a", "../outside"), file("a/file")], ""),
    "a file behind a link that stays": (
        [(member("b", tarfile.DIRTYPE), b""), link("a", "b"), file("a/file")],
        "a is a symbolic link",
    ),
    "a folder behind a link": (
        [file("b/x"), link("a", "b"), (member("a/c", tarfile.DIRTYPE), b"")],
        "a is a symbolic link",
    ),
    "a link behind a link": ([file("b/x"), link("a", "b"), link("a/c", "x")], "a is a symbolic"),
    "a file where a link is": ([link("a", OUT + "/file"), file("a")], ""),
    "a link that leaves by another": (
        [
            file("d/e/x"),
            link("d/e/up", "../.."),
            link("out", "d/e/up/../outside"),
            file("out/file"),
        ],
        "",
    ),
    "a hard link to the outside": ([hard("a", OUT + "/file"), file("a")], "outside itself"),
    "a hard link upwards": ([hard("a", "../outside/file")], "outside itself"),
    "a hard link through a link": (
        [file("b/x"), link("a", "b"), hard("h", "a/x")],
        "a is a symbolic link",
    ),
    "a hard link to a link": ([link("a", "b"), hard("h", "a")], "a is not a regular file"),
    "a hard link to nothing": ([hard("h", "missing")], "contradicts itself"),
    "an absolute name": ([file(OUT + "/file")], "outside itself"),
    "a name that climbs": ([file("x/../../outside/file")], "outside itself"),
    "a file below a file": ([file("a"), file("a/b")], "a is not a folder"),
    "a file in a folder's place": ([file("a/b"), file("a")], "contradicts itself"),
}


@needs_dpkg
@pytest.mark.parametrize("case", HOSTILE)
def test_nothing_outside_is_touched(tmp_path: Path, outside: Path, case: str) -> None:
    members, said = HOSTILE[case]
    for info, _ in members:
        info.name = info.name.replace(OUT, str(outside))
        info.linkname = info.linkname.replace(OUT, str(outside))
    deb = make_deb(tmp_path / "x.deb", {"usr/bin/tool": "run"}, more=members)
    if said:
        with pytest.raises(PorterError, match=said):
            unpack_deb(deb, tmp_path / "root")
    else:
        unpack_deb(deb, tmp_path / "root")
        assert (tmp_path / "root/usr/bin/tool").read_text() == "run"
    assert everything(outside) == {"file": b"keep"}
    assert (outside / "file").stat().st_nlink == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["outside", "root", "x.deb"]
    for path in (tmp_path / "root").rglob("*"):
        assert path.resolve().is_relative_to(tmp_path / "root"), path


@needs_dpkg
def test_a_link_that_a_tree_has_already_is_not_followed(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "usr").symlink_to(outside)
    deb = make_deb(tmp_path / "x.deb", {"usr/bin/tool": "run"})
    with pytest.raises(PorterError, match="usr is a symbolic link"):
        unpack_deb(deb, tmp_path / "root")
    assert everything(outside) == {"file": b"keep"}


@needs_dpkg
def test_devices_pipes_and_set_id_bits_are_left_out(tmp_path: Path) -> None:
    special = [
        (member(name, kind, mode=0o666, devmajor=1, devminor=3), b"")
        for name, kind in (
            ("null", tarfile.CHRTYPE), ("disk", tarfile.BLKTYPE), ("pipe", tarfile.FIFOTYPE)
        )
    ]  # fmt: skip
    bits = [(member(f"m{mode:o}", mode=mode), b"x") for mode in (0o4755, 0o2755, 0o1777, 0o6711)]
    unpack_deb(make_deb(tmp_path / "x.deb", {}, more=[*special, *bits]), tmp_path / "root")
    found = {one.name: stat.S_IMODE(one.stat().st_mode) for one in (tmp_path / "root").iterdir()}
    assert found == {"m4755": 0o755, "m2755": 0o755, "m1777": 0o777, "m6711": 0o711}


@needs_dpkg
def test_hard_links_and_links_inside_come_along(tmp_path: Path) -> None:
    more = [file("lib/a", b"a"), hard("bin/a", "lib/a"), link("bin/b", "../lib/a")]
    unpack_deb(make_deb(tmp_path / "x.deb", {}, more=more), tmp_path / "root")
    assert (tmp_path / "root/bin/a").read_bytes() == b"a"
    assert (tmp_path / "root/bin/a").samefile(tmp_path / "root/lib/a")
    assert (tmp_path / "root/bin/b").read_bytes() == b"a"


@needs_dpkg
def test_a_package_that_swells_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "_AT_LEAST", 100_000)
    deb = make_deb(tmp_path / "x.deb", {}, more=[file("small", b"s"), file("bomb", bytes(10**7))])
    with pytest.raises(PorterError, match="far more than its size"):
        unpack_deb(deb, tmp_path / "root")
    written = sum(one.stat().st_size for one in (tmp_path / "root").iterdir())
    assert written <= 100_000 + 200 * deb.stat().st_size


def test_a_wheel_that_swells_or_climbs_is_stopped(
    tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpack, "_AT_LEAST", 100_000)
    for name, content, said in (
        ("nvidia/x/../../../outside/file", b"PWNED", "outside itself"),
        ("/outside/file", b"PWNED", "outside itself"),
        ("nvidia/x/bomb", bytes(10**7), "far more"),
    ):
        with zipfile.ZipFile(tmp_path / "x.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
            wheel.writestr(name, content)
        with pytest.raises(PorterError, match=said):
            unpack_wheel(tmp_path / "x.whl", tmp_path / "root")
    assert everything(outside) == {"file": b"keep"}


def test_a_wheel_is_not_unpacked_behind_a_link(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "include").symlink_to(outside)
    with zipfile.ZipFile(tmp_path / "x.whl", "w") as wheel:
        wheel.writestr("nvidia/x/include/file", "PWNED")
    with pytest.raises(PorterError, match="include is a symbolic link"):
        unpack_wheel(tmp_path / "x.whl", tmp_path / "root")
    assert everything(outside) == {"file": b"keep"}

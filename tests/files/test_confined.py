"""A tree is written to, and nothing outside of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from porter.files.confined import ConfinedTree, OutOfBounds

Change = Callable[[ConfinedTree, str], object]

#: Everything that changes a tree, done to a path of it.
CHANGES: dict[str, Change] = {
    "write": lambda tree, path: tree.write(path, b"new"),
    "write durably": lambda tree, path: tree.write(path, b"new", 0o600, durable=True),
    "copy": lambda tree, path: tree.copy(BytesIO(b"new"), path, 0o600),
    "link": lambda tree, path: tree.link(path, "elsewhere"),
    "hard link": lambda tree, path: tree.hard_link(path, "own"),
    "append": lambda tree, path: os.close(tree.append(path)),
    "rename to": lambda tree, path: tree.rename("own", path),
    "rename from": lambda tree, path: tree.rename(path, "other"),
    "remove": lambda tree, path: tree.remove(path),
    "make folder": lambda tree, path: tree.make_folder(path),
    "remove folder": lambda tree, path: tree.remove_folder(path),
    "set mode": lambda tree, path: tree.set_mode(path, 0o600),
}
every_change = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A folder that is none of ours, with a file and an empty folder."""
    folder = tmp_path / "victim"
    (folder / "empty").mkdir(parents=True)
    (folder / "file").write_bytes(b"keep")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "own").write_bytes(b"own")
    return folder


@pytest.fixture
def tree(root: Path) -> Iterator[ConfinedTree]:
    with ConfinedTree(root) as tree:
        yield tree


def snapshot(folder: Path) -> list[tuple[str, int, int, bytes]]:
    found = []
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        data = path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
        found.append((str(path), status.st_mode, status.st_nlink, data))
    return found


@every_change
@pytest.mark.parametrize("name", ["file", "new", "empty", "deep/er/new"])
@pytest.mark.parametrize("place", ["link", "folder/link"])
def test_nothing_is_changed_behind_a_link_and_the_link_is_named(
    tree: ConfinedTree, root: Path, victim: Path, change: Change, name: str, place: str
) -> None:
    (root / "folder").mkdir()
    (root / place).symlink_to(victim)
    before = snapshot(victim), snapshot(root)
    with pytest.raises(OutOfBounds, match=f"^.*{place} is a symbolic link"):
        change(tree, f"{place}/{name}")
    assert (snapshot(victim), snapshot(root)) == before


@every_change
@pytest.mark.parametrize(
    "path", ["../victim/file", "a/../../victim/file", "/etc/passwd", ".", "..", "a//b", "./a"]
)
def test_a_path_that_is_none_inside_is_refused(
    tree: ConfinedTree, root: Path, victim: Path, change: Change, path: str
) -> None:
    before = snapshot(victim)
    with pytest.raises(OutOfBounds, match="not a path inside"):
        change(tree, path)
    assert snapshot(victim) == before


@every_change
def test_what_a_link_leads_to_is_never_changed(
    tree: ConfinedTree, root: Path, victim: Path, change: Change
) -> None:
    before = snapshot(victim)
    for target in ("file", "empty"):
        (root / "link").unlink(missing_ok=True)
        (root / "own").write_bytes(b"own")
        (root / "link").symlink_to(victim / target)
        try:
            change(tree, "link")
        except OSError:
            assert (root / "link").is_symlink()
    assert snapshot(victim) == before


def test_a_link_that_takes_a_folder_s_place_while_it_is_open_is_not_followed(
    tree: ConfinedTree, root: Path, victim: Path
) -> None:
    tree.write("folder/a", b"a")
    (root / "folder").rename(root / "away")
    (root / "folder").symlink_to(victim)
    before = snapshot(victim)
    tree.write("folder/b", b"b")
    assert snapshot(victim) == before
    tree.write("other", b"")
    with pytest.raises(OutOfBounds):
        tree.write("folder/c", b"c")


def test_a_folder_that_is_removed_and_made_again_is_written_to(
    tree: ConfinedTree, root: Path
) -> None:
    tree.write("folder/a", b"a")
    (root / "folder" / "a").unlink()
    (root / "folder").rmdir()
    assert tree.write("folder/b", b"b")
    assert (root / "folder" / "b").read_bytes() == b"b"


def test_a_root_that_is_a_link_is_followed_once(root: Path, tmp_path: Path, victim: Path) -> None:
    (tmp_path / "name").symlink_to(root)
    with ConfinedTree(tmp_path / "name") as tree:
        (tmp_path / "name").unlink()
        (tmp_path / "name").symlink_to(victim)
        tree.write("a/b", b"x")
    assert (root / "a" / "b").read_bytes() == b"x"


def test_a_hard_link_is_given_up_and_its_other_name_keeps_its_content(
    tree: ConfinedTree, root: Path, victim: Path
) -> None:
    (root / "shared").hardlink_to(victim / "file")
    tree.write("shared", b"new")
    assert (root / "shared").read_bytes() == b"new"
    assert (victim / "file").read_bytes() == b"keep"


def test_a_temporary_file_that_was_put_in_the_way_is_not_written_through(
    tree: ConfinedTree, root: Path, victim: Path
) -> None:
    (root / f".a.{os.getpid()}.porter-tmp").symlink_to(victim / "file")
    tree.write("a", b"new")
    assert (victim / "file").read_bytes() == b"keep"
    assert sorted(os.listdir(root)) == ["a", "own"]


def test_set_id_bits_are_left_out(tree: ConfinedTree, root: Path) -> None:
    tree.write("a", b"x", 0o6755)
    assert stat.S_IMODE((root / "a").stat().st_mode) == 0o755
    assert not tree.write("a", b"x", 0o6755)
    tree.set_mode("a", 0o4711)
    assert stat.S_IMODE((root / "a").stat().st_mode) == 0o711


def test_pipes_are_neither_read_nor_waited_for(tree: ConfinedTree, root: Path) -> None:
    os.mkfifo(root / "pipe")
    with pytest.raises(OSError, match="is not a regular file"):
        tree.read("pipe")
    with pytest.raises(OSError, match="is not a regular file"):
        tree.append("pipe")
    tree.write("pipe", b"x")
    assert tree.read("pipe") == b"x"


def test_a_file_where_a_folder_should_be_is_told(tree: ConfinedTree) -> None:
    with pytest.raises(NotADirectoryError, match="own is not a folder"):
        tree.write("own/a", b"x")


def test_only_porter_s_temporary_files_are_swept(tree: ConfinedTree, root: Path) -> None:
    for name in (".a.12.porter-tmp", "a.porter-tmp", ".a.tmp"):
        (root / name).touch()
    tree.sweep("")
    assert sorted(os.listdir(root)) == [".a.tmp", "a.porter-tmp", "own"]


def test_no_descriptor_is_left_open(root: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with ConfinedTree(root) as tree:
        for number in range(50):
            tree.write(f"f{number}/{'g/' * number}a", b"x")
            assert tree.status(f"missing{number}/a") is None
    assert len(os.listdir("/proc/self/fd")) == before

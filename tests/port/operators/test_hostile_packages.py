"""`porter new ck` in a package of a stranger: told, nothing outside of it, nothing half done."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.port.operators.catalogue import choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import Package, open_package
from tests.time_limit import time_limit

CONFIG = "aiter/configs/optCompilerConfig.json"
INIT = "aiter/__init__.py"


def texts(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize(
    ("path", "content"),
    [
        (CONFIG, b"[" * 100_000),
        (CONFIG, b'{"a": "\xff"}'),
        (INIT, b"x = '\xff'\n"),
        (INIT, b"x = " + b"-" * 100_000 + b"1\n"),
        (INIT, b"x\0\n"),
        ("csrc/include/rocm_ops.hpp", b"// \xff\n"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(root: Path, path: str, content: bytes) -> None:
    (root / path).write_bytes(content)
    with time_limit(20), pytest.raises(PorterError) as caught:
        add_operator(open_package(root), "made", choose("gemm", None, None))
    assert caught.value.path == root / path


@pytest.mark.parametrize("path", [CONFIG, INIT])
def test_a_link_is_named_and_left(root: Path, path: str) -> None:
    outside = root.parent / "outside"
    (root / path).rename(outside)
    before = outside.read_bytes()
    (root / path).symlink_to(outside)
    with pytest.raises(PorterError, match="symbolic link"):
        add_operator(open_package(root), "made", choose("gemm", None, None))
    assert outside.read_bytes() == before and (root / path).is_symlink()


def test_a_pipe_is_named(root: Path) -> None:
    (root / CONFIG).unlink()
    os.mkfifo(root / CONFIG)
    with time_limit(20), pytest.raises(PorterError, match="is a pipe"):
        open_package(root)


def test_a_link_that_leads_nowhere_is_there_already(package: Package) -> None:
    link = package.root / "csrc/include/made.h"
    link.symlink_to("../../../nowhere")
    with pytest.raises(PorterError, match="is there already"):
        add_operator(package, "made", choose("gemm", None, None))
    assert link.is_symlink() and not (package.root / "csrc/ck_made").exists()


@pytest.mark.parametrize("name", ['a"; import os #', "{name.x}", "class"])
def test_a_package_whose_name_python_cannot_import_is_none(root: Path, name: str) -> None:
    (root / "aiter").rename(root / name)
    with pytest.raises(PorterError, match="lacks optCompilerConfig"):
        open_package(root)


def test_characters_that_end_no_line_of_python_stay(package: Package) -> None:
    text = "# \x0c \x85 \u2028 all of one line\nfrom .ops.a import a\n"
    (package.root / INIT).write_text(text)
    add_operator(package, "made", choose("gemm", None, None))
    after = (package.root / INIT).read_text()
    assert after == text + "from .ops.made import made  # noqa: F401\n"


@pytest.mark.parametrize("written", range(13))
def test_what_was_broken_off_is_completed(
    package: Package, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    choice = choose("gemm", None, None)
    write, left = ConfinedTree.write, [written]

    def broken_off(tree: ConfinedTree, path: str, *more: bytes) -> bool:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return write(tree, path, *more)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(ConfinedTree, "write", broken_off)
        add_operator(package, "made", choice)
    done = add_operator(package, "made", choice)
    assert len(done) == 14 - written
    with pytest.raises(PorterError, match="is there already"):
        add_operator(package, "made", choice)

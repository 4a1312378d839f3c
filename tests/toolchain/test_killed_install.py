"""An installation that is killed, or whose disk fails, at any change: another run completes it."""

from __future__ import annotations

import os
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from porter.toolchain import install as module
from porter.toolchain.components import Component
from porter.toolchain.home import Prefix
from porter.toolchain.install import install
from porter.toolchain.manifest import Artifact
from porter.toolchain.staging import Staging
from porter.toolchain.unpack import unpack_deb
from tests.files.faults import NONE, Fault, Ran, faults, run

from .archives import make_deb, member

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")

COMPONENT = Component("rocm", "headers", True, "rocm", ("small",))
Tree = dict[str, tuple[int, bytes]]


class Bench:
    """The same small archive installed again and again, with one fault each time."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.archive = make_deb(
            folder / "small.deb",
            {f"./usr/include/d{number}/h.h": "x" * 3000 * number for number in range(4)},
            {"./usr/lib/libx.so": "libx.so.1"},
            [
                (member("./usr/lib/libx.so.1", mode=0o755), b"so"),
                (member("./usr/lib/same", tarfile.LNKTYPE, linkname="usr/lib/libx.so.1"), b""),
                (member("./usr/share/empty", tarfile.DIRTYPE), b""),
            ],
        )
        self.reset()
        whole = self.install()
        assert not whole.error, whole.error
        self.changes, self.whole = whole.changes, content(self.home)
        assert "toolchain/rocm/usr/lib/same" in self.whole

    def reset(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()

    def install(self, fault: Fault = NONE) -> Ran:
        def work() -> str:
            return install([COMPONENT], Prefix(self.home), lambda _: None)[0].state

        return run(work, fault)

    def check(self, fault: Fault) -> None:
        self.reset()
        ran = self.install(fault)
        left = content(self.home)
        installed = {path for path in left if path.startswith("toolchain/rocm/")}
        assert not installed or all(left[path] == self.whole[path] for path in installed)
        assert installed in (
            set(),
            {one for one in self.whole if one.startswith("toolchain/rocm/")},
        )
        if not ran.killed:
            assert ran.is_known or not ran.error, (fault, ran.error)
            assert ran.error or component(left) == component(self.whole), (fault, "not told")
        again = self.install()
        assert not again.error, (fault, again.error)
        assert content(self.home) == self.whole, fault


def component(tree: Tree) -> Tree:
    return {path: one for path, one in tree.items() if path.startswith("toolchain/rocm")}


def content(root: Path) -> Tree:
    """Return mode and content of what is there, the lock aside, which says who had it."""
    found = {}
    for path in root.rglob("*"):
        status = path.lstat()
        data = b""
        if path.is_symlink():
            data = os.fsencode(os.readlink(path))
        elif path.is_file():
            data = path.read_bytes()
        found[path.relative_to(root).as_posix()] = status.st_mode, data
    return {path: one for path, one in found.items() if not path.endswith(".lock")}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    def fetch(self: module._Installation, component: Component) -> list[Artifact]:
        archive = tmp_path / "small.deb"
        return [Artifact("small", "1", "suite", str(archive), "0", archive.stat().st_size)]

    monkeypatch.setattr(module._Installation, "_fetch", fetch)
    monkeypatch.setattr(Staging, "_prove", lambda self: None)
    yield Bench(tmp_path)


def test_some_faults(bench: Bench) -> None:
    chosen = [one for number, one in enumerate(faults(bench.changes)) if number % 17 == 0]
    assert len(chosen) >= 5
    for fault in chosen:
        bench.check(fault)


@pytest.mark.slow
def test_every_fault(bench: Bench) -> None:
    for fault in faults(bench.changes):
        bench.check(fault)


@pytest.mark.slow
def test_every_fault_of_the_unpacking_alone(tmp_path: Path, bench: Bench) -> None:
    whole, one = tmp_path / "whole", tmp_path / "one"
    changes = run(lambda: unpack_deb(bench.archive, whole)).changes
    assert len(changes) > 30
    for fault in faults(changes):
        shutil.rmtree(one, ignore_errors=True)
        ran = run(lambda: unpack_deb(bench.archive, one), fault)
        for path, found in content(one).items() if one.exists() else ():
            assert path.endswith(".porter-tmp") or content(whole)[path][1] == found[1], fault
        assert ran.killed or ran.is_known or content(one) == content(whole), (fault, ran)

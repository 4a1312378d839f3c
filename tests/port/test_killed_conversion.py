"""A conversion that is killed, or whose disk fails, at any change: another run completes it."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from porter.convert.convert_then_rename import ConvertThenRename
from porter.convert.emission import Kind
from porter.convert.hip import HIP
from porter.convert.package_target import PackageTarget
from porter.files.atomic import is_temporary
from porter.options import Options
from porter.packs.pack import Pack, Rename, chosen
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.files.faults import NONE, Fault, Ran, faults, run

SHUFFLE = b"__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 0); }\n"
TREE = {
    "a.cu": b'#include "k/b.cuh"\n' + SHUFFLE + b"int main() { k<<<1, 32>>>(nullptr); }\n",
    "k/b.cuh": b"#pragma once\n#include <cuda_runtime.h>\ninline void f() { cudaFree(0); }\n",
    "k/c.cu": b'#include "b.cuh"\n#include "d.cu"\n' + SHUFFLE.replace(b"k(", b"c("),
    "k/d.cu": b"#define cudaFree mine\n#include <cub/cub.cuh>\n",
    "CMakeLists.txt": b"project(a LANGUAGES CXX CUDA)\nadd_executable(a a.cu k/c.cu)\n",
    "data.bin": bytes(range(256)),
    "run.sh": b"#!/bin/sh\n",
}
PACKAGE = {
    "aiter/__init__.py": b"import aiter.core\n",
    "aiter/core.py": b"AITER = 'aiter/data.json'\n",
    "aiter/data.json": b"{}\n",
    "csrc/aiter_enum.h": b"#define AITER_ENUM 1\n",
    "csrc/plain.h": b"int plain;\n",
    "README": b"aiter\n",
    "mixed.txt": b"aiter and ck_tile\n",
    "aiter/mixed.txt": b"ck_tile and aiter\n",
}
#: CUDA code in a package; some of it speaks of the package's new name already.
BOTH = {
    "kit/a.cu": b'#include "kit_b.cuh"\nnamespace kit {\n' + SHUFFLE + b"}\n",
    "kit/kit_b.cuh": b"#include <cuda_runtime.h>\ninline void kit() { cudaFree(0); }\n",
    "kit/c.cu": b"// kit and box\n#define cudaFree mine\nint c = cudaFree(1);\n",
    "CMakeLists.txt": b"project(kit LANGUAGES CXX CUDA)\nadd_executable(kit kit/a.cu)\n",
    "README": b"kit\n",
}
Tree = dict[str, tuple[int, bytes]]


class Scenario(NamedTuple):
    """A conversion of a folder `tree`, in place or to a folder `out` beside it."""

    convert: Callable[[Path], object]
    tree: dict[str, bytes]
    #: What was done before, and which files of upstream have changed since.
    first: Callable[[Path], object] | None = None
    update: dict[str, bytes] = {}  # noqa: RUF012
    #: Nothing remembers that it was done: a second one would be another conversion.
    is_forgotten: bool = False
    #: A conversion whose outcome the files may have, too, when it is cut short.
    between: Callable[[Path], object] | None = None


def _told(root: Path, options: Options, destination: Destination, **rest: object) -> object:
    summary = write_port([root / "tree"], options, destination, **rest)  # type: ignore[arg-type]
    return summary.has_failed, summary.errors, dict(summary.conversion.renamed), summary.problems


def in_place(root: Path) -> object:
    return _told(root, Options(), Destination(OutputMode.IN_PLACE), cache=root / "cache")


def renamed_in_place(root: Path) -> object:
    return _told(root, Options(rename=True), Destination(OutputMode.IN_PLACE), cache=root / "cache")


def package_in_place(root: Path) -> object:
    pack = chosen("ck_tile", None)
    return _told(
        root,
        Options(target=pack.target),
        Destination(OutputMode.IN_PLACE),
        target=PackageTarget(pack),
    )


def package_taken_back(root: Path) -> object:
    pack = chosen("ck_tile", None).reversed()
    return _told(
        root,
        Options(target=pack.target),
        Destination(OutputMode.IN_PLACE),
        target=PackageTarget(pack),
    )


def both_in_place(root: Path) -> object:
    pack = Pack("p", "box", "", (Rename(("kit",), ("box",)),))
    target = ConvertThenRename(HIP, pack)
    options, destination = Options(target=target.name), Destination(OutputMode.IN_PLACE)
    return _told(root, options, destination, target=target, cache=root / "cache")


def out(root: Path) -> object:
    return _told(root, Options(), Destination(OutputMode.OUT, root / "out"), cache=root / "cache")


def project_out(root: Path) -> object:
    way = Destination(OutputMode.OUT, root / "out")
    return _told(root, Options(rename=True), way, kind=Kind("cmake"), cache=root / "cache")


_CHANGED = {
    "a.cu": TREE["a.cu"] + b"void g() { cudaDeviceSynchronize(); }\n",
    "k/b.cuh": TREE["k/b.cuh"] + b"// new\n",
    "data.bin": b"other",
    "new.cu": SHUFFLE,
}
SCENARIOS = {
    "in place": Scenario(in_place, TREE),
    "in place, renamed": Scenario(renamed_in_place, TREE),
    "a package in place": Scenario(package_in_place, PACKAGE),
    "a package taken back in place": Scenario(
        package_taken_back, PACKAGE, package_in_place, is_forgotten=True
    ),
    "code and package in place": Scenario(both_in_place, BOTH, between=in_place),
    "out": Scenario(out, TREE),
    "out, again after a change": Scenario(out, TREE, out, _CHANGED),
    "out, a project": Scenario(project_out, TREE),
}


def put(root: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)


def content(root: Path) -> Tree:
    """Return mode and content of everything, caches aside."""
    found = {}
    for folder, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(folder, name)
            status = path.lstat()
            if stat.S_ISLNK(status.st_mode):
                data = os.fsencode(os.readlink(path))
            else:
                data = path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
            found[path.relative_to(root).as_posix()] = status.st_mode, data
    return {path: one for path, one in found.items() if path.split("/")[0] != "cache"}


def without_empty_record(tree: Tree) -> Tree:
    """Leave out the folder of the record where nothing is in it."""
    is_empty = not any(path.startswith("tree/.porter/") for path in tree)
    return {path: one for path, one in tree.items() if not is_empty or path != "tree/.porter"}


class Bench:
    """The same conversion again and again, with one fault each time."""

    def __init__(self, folder: Path, scenario: Scenario) -> None:
        self.start, self.one = folder / "start", folder / "one"
        self.scenario = scenario
        put(folder / "warm" / "tree", scenario.tree)
        scenario.convert(folder / "warm")  # what is imported here need not be in every process
        put(self.start / "tree", scenario.tree)
        (self.start / "tree" / "run.sh").touch()
        (self.start / "tree" / "run.sh").chmod(0o755)
        (self.start / "tree" / "link").symlink_to("README")
        (self.start / "tree" / "empty").mkdir()
        if scenario.first is not None:
            scenario.first(self.start)
            put(self.start / "tree", scenario.update)
        self.before = content(self.start)
        self.reset()
        self.between: Tree = {}
        if scenario.between is not None:
            scenario.between(self.one)
            self.between = content(self.one)
            self.reset()
        whole = self.convert()
        assert not whole.value[0], whole
        self.changes, self.renamed = whole.changes, whole.value[2]
        self.whole = content(self.one)
        assert self.whole != self.before

    def reset(self) -> None:
        shutil.rmtree(self.one, ignore_errors=True)
        shutil.copytree(self.start, self.one, symlinks=True)

    def convert(self, fault: Fault = NONE) -> Ran:
        return run(lambda: self.scenario.convert(self.one), fault)

    def check(self, fault: Fault) -> None:
        self.reset()
        ran = self.convert(fault)
        left = content(self.one)
        self.check_nothing_half(left, fault)
        if not ran.killed:
            assert ran.is_known or not ran.error, (fault, ran.error)
            assert ran.error or ran.value[0] or left == self.whole, (fault, ran, "not told")
        if self.scenario.is_forgotten and without_empty_record(left) == self.whole:
            return
        again = self.convert()
        assert not again.error, (fault, again.error)
        assert not again.value[0], (fault, again)
        now = content(self.one)
        differs = {
            path for path in now.keys() | self.whole if now.get(path) != self.whole.get(path)
        }
        assert not differs, (fault, differs)

    def check_nothing_half(self, left: Tree, fault: Fault) -> None:
        renamed = {f"tree/{old}": f"tree/{new}" for old, new in self.renamed.items()}
        for path, found in left.items():
            if not is_temporary(Path(path).name) and Path(path).name != "journal":
                new = renamed.get(path, path)
                trees = (self.before, path), (self.between, path), (self.whole, path)
                allowed = [tree.get(name) for tree, name in (*trees, (self.whole, new))]
                is_own = ".porter" in path
                assert found in allowed or is_own, (fault, path, found, allowed)
        for path in self.before.keys() & self.whole.keys():
            assert path in left, (fault, path)
        for old, new in renamed.items():
            if new in self.whole:
                assert old in left or left[new] == self.whole[new]


def points(bench: Bench, every: int) -> list[Fault]:
    return [fault for number, fault in enumerate(faults(bench.changes)) if number % every == 0]


@pytest.mark.parametrize("name", SCENARIOS)
def test_some_faults(tmp_path: Path, name: str) -> None:
    bench = Bench(tmp_path, SCENARIOS[name])
    chosen = points(bench, 41)
    assert len(chosen) >= 3
    for fault in chosen:
        bench.check(fault)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_fault(tmp_path: Path, name: str) -> None:
    bench = Bench(tmp_path, SCENARIOS[name])
    for fault in points(bench, 1):
        bench.check(fault)

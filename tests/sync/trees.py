"""A project with an upstream and a port, for the tests of this folder."""

from __future__ import annotations

import os
import shutil
from contextlib import nullcontext
from pathlib import Path

from porter.project.settings.settings import ProjectSettings, Settings, read
from porter.sync.run import sync
from porter.sync.write.completion import abort, resume
from porter.sync.write.request import Request, Synced

CUDA = b"""\
#include <cuda_runtime.h>

__global__ void scale(float* x, float by) {
  x[threadIdx.x] *= by;
}

void run(float* x) {
  scale<<<1, 32>>>(x, 2.f);
  cudaDeviceSynchronize();
}

void release(float* x) {
  cudaFree(x);
}
"""


class Repository:
    """A folder with porter.toml, `up/` and what sync makes of them."""

    def __init__(self, root: Path, more: str = "") -> None:
        self.root, self.up, self.port = root, root / "up", root / "port"
        self.up.mkdir(parents=True, exist_ok=True)
        (root / "porter.toml").write_text(f'[project]\nupstream = "up"\nport = "port"\n{more}')

    @property
    def settings(self) -> Settings:
        return read(self.root)

    @property
    def project(self) -> ProjectSettings:
        return self.settings.projects[0]

    def sync(self, **request) -> Synced:
        return sync(self.settings, self.project, Request(**request), no_steps)

    def resume(self):
        return resume(self.settings, self.project)

    def abort(self) -> bool:
        return abort(self.settings, self.project)

    def upstream(self, **files: bytes | None) -> None:
        write(self.up, files)

    def by_hand(self, **files: bytes | None) -> None:
        write(self.port, files)

    def everything(self) -> dict[str, tuple[str, bytes]]:
        """Path -> mode or link, and content, of all that the project consists of."""
        return contents(self.root)

    def ported(self) -> dict[str, bytes]:
        """Path -> content of the port, without what porter keeps for itself."""
        return {
            path.removeprefix("port/"): data
            for path, (_, data) in self.everything().items()
            if path.startswith("port/") and not path.startswith("port/.porter/")
        }


def no_steps(title: str, total: int):
    return nullcontext(lambda files, /: None)


def write(folder: Path, files: dict[str, bytes | None]) -> None:
    """Write files; `__` stands for `/`, `_cu` for `.cu`; None removes one."""
    for name, data in files.items():
        path = folder / named(name)
        if data is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def named(name: str) -> str:
    for written, meant in (("__", "/"), ("_cuh", ".cuh"), ("_cu", ".cu"), ("_bin", ".bin")):
        name = name.replace(written, meant)
    return name


def contents(root: Path) -> dict[str, tuple[str, bytes]]:
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if name.startswith((".git/", "home/")):
            continue
        if path.is_symlink():
            found[name] = ("link", os.fsencode(os.readlink(path)))
        elif path.is_file():
            found[name] = ("exec" if path.stat().st_mode & 0o100 else "file", path.read_bytes())
    return found


def replace_by(source: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)

"""Fresh Debian systems in folders, which know nothing of this machine but its mirror.

One of each architecture is made with debootstrap and kept below porter's home directory; tests get
copies that cost nothing (overlayfs). Another architecture's programs run through qemu's user mode.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pytest

from porter.errors import PorterError
from porter.files.lock import exclusive
from porter.toolchain.apt_sources import machine_sources, read_release, read_sources
from porter.toolchain.home import porter_home

_PACKAGES = "ca-certificates,python3,python3-venv"
#: The first release whose own Python is new enough for porter.
_RELEASE = "trixie"
#: The version of its Python.
PYTHON = "3.13"
#: Debian's name of an architecture -> `platform.machine()`, and qemu's name.
_MACHINES = {"amd64": ("x86_64", "qemu-x86_64"), "arm64": ("aarch64", "qemu-aarch64")}
_CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"
#: What of this machine's settings another Debian here needs to reach the same mirrors.
_TAKEN = ("Acquire::Check-Valid-Until", "Acquire::Check-Date", "Acquire::http::Proxy",
          "Acquire::https::Proxy")  # fmt: skip
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class Debian:
    """A copy of a system.

    Args:
        base: the system, which stays as it is.
        folder: what the copy has of its own.
    """

    base: Path
    folder: Path

    @property
    def upper(self) -> Path:
        """Where files for the copy can be put while nothing runs in it."""
        place = self.folder / "upper"
        place.mkdir(parents=True, exist_ok=True)
        return place

    def put(self, source: Path, place: str) -> None:
        """Copy a file or a folder into it."""
        target = self.upper / place.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True)
        else:
            shutil.copy(source, target)

    def run(
        self, script: str, variables: Mapping[str, str] = MappingProxyType({}), *,
        cwd: str = "/", shell: str = "sh -e", timeout: float = 1200,
    ) -> subprocess.CompletedProcess[str]:  # fmt: skip
        """Run a script in it, in an environment that has a PATH, a home and these variables."""
        for name in ("work", "root"):
            (self.folder / name).mkdir(exist_ok=True)
        (self.upper / "etc").mkdir(exist_ok=True)
        shutil.copy("/etc/resolv.conf", self.upper / "etc" / "resolv.conf")
        given = self.upper / "script"
        given.write_text(f'cd "{cwd}"\n{script}\n', encoding="utf-8")
        layers = f"lowerdir={self.base},upperdir={self.upper},workdir={self.folder / 'work'}"
        root = self.folder / "root"
        words = [f"{name}={value}" for name, value in variables.items()]
        inside = ["/usr/bin/env", "-i", f"PATH={_PATH}", "HOME=/root", *words, *shell.split()]
        outside = 'mount -t overlay overlay -o "$1" "$2" && mount -t proc proc "$2/proc" && shift'
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec",
             f'{outside} && exec chroot "$@"', "sh", layers, str(root), *inside, "/script"],
            capture_output=True, text=True, errors="replace", timeout=timeout, check=False,
        )  # fmt: skip


def base(architecture: str) -> Path:
    """Return a system of an architecture with Python as /usr/local/bin/python, made once.

    The test is skipped, with the reason, where one cannot be made.
    """
    machine, emulator = _MACHINES[architecture]
    if os.geteuid() != 0:
        pytest.skip("only root makes systems in folders")
    for tool in ("debootstrap", "unshare"):
        if shutil.which(tool) is None:
            pytest.skip(f"apt-get install {tool}")
    if machine != platform.machine() and not _emulates(emulator):
        pytest.skip(
            "apt-get install qemu-user-static; mount -t binfmt_misc binfmt_misc "
            "/proc/sys/fs/binfmt_misc; /lib/systemd/systemd-binfmt"
        )
    try:
        mirror = machine_sources(read_sources(), read_release().codename)[0].uri
    except PorterError as error:
        pytest.skip(f"no mirror of Debian's: {error.message}")
    place = porter_home() / "test-machines" / f"{_RELEASE}-{architecture}"
    place.parent.mkdir(parents=True, exist_ok=True)
    with exclusive(place.with_suffix(".lock"), lambda line: None, "making of a Debian"):
        if not place.is_dir():
            _make(place, architecture, mirror)
    return place


def _emulates(emulator: str) -> bool:
    entry = Path("/proc/sys/fs/binfmt_misc", emulator)
    return entry.is_file() and "flags: " in (text := entry.read_text()) and "F" in text


def _make(place: Path, architecture: str, mirror: str) -> None:
    made = place.with_name(f"{place.name}.new")
    shutil.rmtree(made, ignore_errors=True)
    words = ["debootstrap", "--variant=minbase", f"--arch={architecture}"]
    words += [f"--include={_PACKAGES}", "--foreign", _RELEASE, str(made), mirror]
    second = ["chroot", str(made), "/debootstrap/debootstrap", "--second-stage"]
    for command in (words, second):
        done = subprocess.run(command, capture_output=True, text=True, timeout=3000, check=False)
        if done.returncode != 0:
            pytest.skip(f"{command[0]}: {(done.stdout + done.stderr)[-300:]}")
    _as_this_machine(made)
    subprocess.run(["chroot", str(made), "python3", "-m", "venv", "/usr/local"], check=True)
    made.rename(place)


def _as_this_machine(root: Path) -> None:
    """Let a system reach the mirrors as this machine does."""
    taken = []
    for name in _TAKEN:
        shown = subprocess.run(["apt-config", "dump", name], capture_output=True, text=True,
                               check=False)  # fmt: skip
        taken += [line for line in shown.stdout.splitlines() if line.startswith(f"{name} ")]
    (root / "etc/apt/apt.conf.d/99-mirror").write_text("".join(f"{line}\n" for line in taken))
    shutil.copy(Path("/", _CERTIFICATES), root / _CERTIFICATES)

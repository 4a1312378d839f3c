"""Machines that are no Linux, or no x86-64: what works there, and what is refused at once."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu.compilation import Compiler
from porter.toolchain.checkup import check_up
from porter.toolchain.discovery import find
from porter.toolchain.home import Prefix
from porter.toolchain.machine import bundle_host, why_not_compiled, why_not_executed

CUDA = """\
#include <cstdio>
__global__ void vote(int *out) { *out = __ballot_sync(0xffffffffu, threadIdx.x < 5); }
int main() {
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    vote<<<1, 32>>>(out);
    std::printf("%d\\n", *out);
}
"""
_IS_MACOS = "ports are compiled on Linux, and this is macOS"


def kind(monkeypatch: pytest.MonkeyPatch, system: str, machine: str) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(platform, "machine", lambda: machine)


def test_linux_on_x86_64_does_all(monkeypatch: pytest.MonkeyPatch) -> None:
    kind(monkeypatch, "Linux", "x86_64")
    assert why_not_compiled() == why_not_executed() == ""
    assert bundle_host() == "host-x86_64-unknown-linux-gnu"


def test_linux_on_aarch64_compiles_and_does_not_execute(monkeypatch: pytest.MonkeyPatch) -> None:
    kind(monkeypatch, "Linux", "aarch64")
    assert why_not_compiled() == ""
    assert bundle_host() == "host-aarch64-unknown-linux-gnu"
    with pytest.raises(PorterError, match=r"makes code for x86-64, and this machine is aarch64"):
        Compiler.default("gfx942")


def test_macos_compiles_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kind(monkeypatch, "Darwin", "x86_64")
    assert why_not_executed() == _IS_MACOS
    with pytest.raises(PorterError, match=_IS_MACOS) as told:
        find(Prefix(tmp_path))
    assert "convert, assess, check, sync, report" in str(told.value.hint)


def test_the_check_up_offers_nothing_that_cannot_help(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kind(monkeypatch, "Darwin", "arm64")
    found = {one.what.partition(":")[0]: one for one in check_up(Prefix(tmp_path))}
    for what in ("build", "verify", "rules derive", "record"):
        assert (found[what].works, found[what].told, found[what].remedy) == (False, _IS_MACOS, "")
    assert found["convert, assess, report"].works


@pytest.fixture
def mac(tmp_path: Path) -> Path:
    """A folder with a CUDA source, for processes that take this machine for a Mac."""
    (tmp_path / "site").mkdir()
    shutil.copy(Path(__file__).with_name("as_macos.py"), tmp_path / "site" / "sitecustomize.py")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "vote.cu").write_text(CUDA)
    (tmp_path / "src" / "Makefile").write_text("vote: vote.cu\n\tnvcc -o vote vote.cu\n")
    return tmp_path


def porter(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parents[2]
    environment = {
        **os.environ,
        "PYTHONPATH": f"{folder / 'site'}{os.pathsep}{root}",
        "HOME": str(folder / "home"),
        "PORTER_HOME": str(folder / "home" / "porter"),
    }
    return subprocess.run(
        [sys.executable, "-P", "-m", "porter", *words], cwd=folder, env=environment,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_a_mac_converts_checks_and_reports(mac: Path) -> None:
    for words in (
        ("assess", "src"),
        ("convert", "src", "--out", "once"),
        ("new", "project", "src", "port"),
        ("sync",),
        ("check", "--sarif", "port.sarif"),
        ("report", "src", "--html", "page.html"),
        ("explain", "WRP20"),
        ("rules", "show", "cudaMalloc"),
        ("edits",),
        ("toolchain", "status"),
    ):
        done = porter(mac, *words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    assert "porter::ballot_sync" in (mac / "port" / "vote.cu").read_text()
    assert (mac / "once" / "vote.cu").read_bytes() == (mac / "port" / "vote.cu").read_bytes()
    assert json.loads((mac / "port.sarif").read_bytes())["runs"]
    assert "Work list" in (mac / "page.html").read_text()


def test_a_mac_says_at_once_what_it_does_not(mac: Path) -> None:
    for first in (("new", "project", "src", "port"), ("sync",)):
        assert porter(mac, *first).returncode == 0
    archive = mac / "toolchain.tar.gz"
    archive.touch()
    for words in (
        ("build", "port"),
        ("build", "--native", "port"),
        ("run", "--on", "cpu", "port/vote.cu"),
        ("verify", "--ref", "cuda"),
        ("first-light", "--on", "hip:cpu:gfx942"),
        ("tune", "port"),
        ("toolchain", "install"),
        ("toolchain", "import", str(archive)),
    ):
        done = porter(mac, *words)
        said = done.stdout + done.stderr
        assert done.returncode != 0, words
        assert _IS_MACOS in " ".join(said.split()), f"{words}: {said}"
        assert "Traceback" not in said
    done = porter(mac, "doctor")
    assert done.returncode == 1
    assert _IS_MACOS in done.stdout
    assert "toolchain install" not in done.stdout

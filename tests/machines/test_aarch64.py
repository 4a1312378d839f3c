"""porter on aarch64: a Debian of that kind in a folder, its programs run by qemu."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.verify.parts import Part, Shard, write_part
from porter.verify.verdict import Verdict
from tests.machines.debian import PYTHON, Debian, base
from tests.machines.test_kinds import CUDA

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
_TAGS = ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64")
#: What a person does there first, one command a line.
_COMMANDS = """\
uname -m
porter assess src
porter new project src port
porter sync
porter check --sarif port.sarif
porter report src --html page.html
porter verify --merge one.json two.json
"""
_REFUSED = "the cpu executor makes code for x86-64, and this machine is aarch64"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """porter's wheel with all that it needs, for aarch64 and Debian's Python."""
    folder = tmp_path_factory.mktemp("wheels")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", folder, ROOT], check=True, timeout=600)
    (made,) = folder.glob("porter_hip-*.whl")
    tags = [f"--platform={tag}" for tag in _TAGS]
    python = f"--python-version={PYTHON}"
    words = [*pip, "download", "--only-binary=:all:", *tags, python, "-d", str(folder), str(made)]
    subprocess.run(words, check=True, timeout=600)
    return folder


@pytest.fixture(scope="module")
def machine(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Debian:
    """A machine with porter, a source and the parts of a comparison."""
    folder = tmp_path_factory.mktemp("aarch64")
    machine = Debian(base("arm64"), folder / "machine")
    machine.put(wheels, "/wheels")
    (folder / "vote.cu").write_text(CUDA)
    machine.put(folder / "vote.cu", "/work/src/vote.cu")
    for number, name in enumerate(("one", "two"), 1):
        same = Verdict("kit", "program", name, "gfx942", True)
        write_part(folder / f"{name}.json", Part(Shard(number, 2), "x", (same,)))
        machine.put(folder / f"{name}.json", f"/work/{name}.json")
    install = "pip install --quiet --no-index --find-links /wheels porter-hip"
    done = machine.run(install, timeout=3000)
    assert done.returncode == 0, done.stderr
    return machine


def test_an_aarch64_machine_converts_and_says_what_it_does_not(machine: Debian) -> None:
    done = machine.run(_COMMANDS, cwd="/work", timeout=3000)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("aarch64\n")
    work = machine.upper / "work"
    assert "porter::ballot_sync" in (work / "port" / "vote.cu").read_text()
    assert "Work list" in (work / "page.html").read_text()
    for command in ("porter run --on cpu port/vote.cu", "porter verify --ref cuda"):
        refused = machine.run(command, cwd="/work", timeout=3000)
        assert refused.returncode != 0
        assert _REFUSED in " ".join((refused.stdout + refused.stderr).split()), command
    told = machine.run("porter doctor", cwd="/work", timeout=3000)
    assert told.returncode == 1
    assert _REFUSED in told.stdout


def test_an_aarch64_machine_compiles_a_port(machine: Debian) -> None:
    """With Debian's own clang and headers for that processor."""
    done = machine.run("porter toolchain install compiler host rocm", timeout=5000)
    assert done.returncode == 0, done.stdout + done.stderr
    script = "porter convert src --out compiled\nporter build compiled --arch gfx942"
    done = machine.run(script, cwd="/work", timeout=3000)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "gfx942:ok host:ok" in done.stdout
    assert "1 of 1 units compile for gfx942 (clang 19" in done.stdout

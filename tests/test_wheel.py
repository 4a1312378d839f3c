"""The wheel, in an environment that has nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from porter.files.home import porter_home
from tests.cli.calls import CUDA, HIP

ROOT = Path(__file__).parents[1]
PROGRAM = """
#include <cstdio>
__global__ void answer(int *out) { *out = 42; }
int main() {
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    answer<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    std::printf("%d\\n", *out);
}
"""


QUIET = ("--quiet", "--disable-pip-version-check")

pytestmark = [pytest.mark.slow, pytest.mark.toolchain]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", *QUIET, "--no-deps", "-w", folder, ROOT]
    subprocess.run(build, check=True, timeout=600)
    (made,) = folder.glob("porter_hip-*.whl")
    return made


def environment(tmp_path: Path, programs: Path) -> dict[str, str]:
    """A home of its own and no package of this environment; toolchains are those installed."""
    folders = (programs, "/usr/bin", "/bin")
    return {
        "HOME": str(tmp_path / "home"),
        "PATH": os.pathsep.join(map(str, folders)),
        "PORTER_HOME": str(porter_home()),
        "UV_SYSTEM_CERTS": "1",  # as pip does
        **{name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_"))},
    }


def installed(tmp_path: Path, *names: str | Path) -> Path:
    """Return the folder of programs of an environment that has these alone."""
    venv.create(tmp_path / "empty", with_pip=True)
    programs = tmp_path / "empty" / "bin"
    subprocess.run([programs / "pip", "install", *QUIET, *names], check=True, timeout=600)
    return programs


def run(tmp_path: Path, programs: Path, *words: str | Path) -> str:
    done = subprocess.run(
        [str(programs / words[0]), *map(str, words[1:])], capture_output=True, text=True,
        cwd=tmp_path, env=environment(tmp_path, programs), timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_a_wheel_in_an_empty_environment_does_all(wheel: Path, tmp_path: Path) -> None:
    programs = installed(tmp_path, wheel)
    (tmp_path / "a.cu").write_text(PROGRAM)
    run(tmp_path, programs, "porter", "convert", "a.cu", "--out", "port")
    assert "hipMallocManaged" in (tmp_path / "port" / "a.cu").read_text()
    run(tmp_path, programs, "porter", "build", "port", "--arch", "gfx942", "--syntax-only")
    assert run(tmp_path, programs, "porter", "run", "--on", "cpu", "port/a.cu") == "42\n"
    run(tmp_path, programs, "porter", "report", "a.cu", "--html", "page.html")
    assert "Work list" in (tmp_path / "page.html").read_text()
    assert "ok       convert" in run(tmp_path, programs, "porter", "doctor")
    assert "WRP20" in run(tmp_path, programs, "porter", "explain", "WRP20")
    assert "hipMalloc" in run(tmp_path, programs, "porter", "rules", "show", "cudaMalloc")


@pytest.mark.parametrize(
    ("runner", "words"),
    [
        ("pipx", ("pipx", "run", "--python", sys.executable, "--spec")),
        ("uv", ("uvx", "--python", sys.executable, "--from")),
    ],
    ids=["pipx", "uv"],
)
def test_it_runs_without_being_installed(
    wheel: Path, tmp_path: Path, runner: str, words: tuple[str, ...]
) -> None:
    programs = installed(tmp_path, runner)
    (tmp_path / "a.cu").write_text(CUDA)
    run(tmp_path, programs, *words, wheel, "porter", "convert", "a.cu", "--out", "port")
    assert (tmp_path / "port" / "a.cu").read_text() == HIP

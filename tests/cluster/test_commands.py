"""`porter build` and `porter verify` on a cluster, of whose machines one is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.toolchain]

PROGRAM = """
#include <cstdio>
__global__ void square(int *x) { x[threadIdx.x] *= x[threadIdx.x]; }
int main() {
    int *x;
    cudaMallocManaged(&x, 32 * sizeof(int));
    for (int i = 0; i < 32; ++i) x[i] = i + NUMBER;
    square<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; ++i) std::printf("%d\\n", x[i]);
}
"""


def porter(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "porter", *words], cwd=folder, capture_output=True, text=True,
        timeout=600, check=False, env={**os.environ, "PORTER_CPU_OPTIMIZE": "0"},
    )  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    for number in range(4):
        source = tmp_path / "src" / f"p{number}.cu"
        source.write_text(PROGRAM.replace("NUMBER", str(number)))
    for words in (("new", "project", "src", "port"), ("sync",)):
        done = porter(tmp_path, *words)
        assert done.returncode == 0, done.stderr
    return tmp_path


def lose_a_machine(address: str, after: float) -> threading.Thread:
    """Kill the process of one worker, as a machine that loses power does."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        processes = client.run(os.getpid)
    victim = min(processes.values())

    def lose() -> None:
        time.sleep(after)
        os.kill(victim, signal.SIGKILL)

    thread = threading.Thread(target=lose)
    thread.start()
    return thread


def test_verify_gives_what_one_machine_gives(address: str, project: Path) -> None:
    loss = lose_a_machine(address, 3.0)
    spread = porter(project, "verify", "--ref", "cuda", "--json", "--cluster", address)
    loss.join()
    alone = porter(project, "verify", "--ref", "cuda", "--json")
    assert (spread.returncode, alone.returncode) == (0, 0), spread.stdout + spread.stderr
    left_out = {"seconds"}
    there, here = (
        [{key: one[key] for key in one.keys() - left_out} for one in json.loads(done.stdout)]
        for done in (spread, alone)
    )
    assert len(there) == 8
    assert there == here


def test_build_gives_what_one_machine_gives(address: str, project: Path) -> None:
    loss = lose_a_machine(address, 1.0)
    spread = porter(project, "build", "port", "--arch", "gfx942", "--json", "--cluster", address)
    loss.join()
    assert spread.returncode == 0, spread.stdout + spread.stderr
    units = json.loads(spread.stdout)["units"]
    assert [unit["source"] for unit in units] == [f"p{number}.cu" for number in range(4)]
    again = porter(project, "build", "port", "--arch", "gfx942", "--json", "--cluster", address)
    assert json.loads(again.stdout)["units"] == units


def test_an_error_of_a_compiler_comes_back(address: str, project: Path) -> None:
    (project / "port" / "p1.cu").write_text("int main() { return wrong; }\n")
    done = porter(
        project, "build", "port", "--arch", "gfx942", "--syntax-only", "--cluster", address
    )
    assert done.returncode == 1
    assert "use of undeclared identifier 'wrong'" in done.stdout

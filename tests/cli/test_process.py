"""`porter` as a process: interruptions, several at once, its time, its memory and its end."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.calls import CUDA, HIP, porter
from tests.thorough import amount

#: How often each file repeats its text, and how many seconds a run may have until it is stopped.
COPIES, LONGEST = amount(100, 300), amount(6, 12) / 10

pytestmark = pytest.mark.usefixtures("alone")


def many(folder: Path, extra: str = "") -> None:
    folder.mkdir(exist_ok=True)
    for number in range(60):
        (folder / f"f{number}.cu").write_text((CUDA + extra) * COPIES)


def states(out: Path, old: str, new: str) -> set[str]:
    found = set()
    for path in out.rglob("*"):
        assert not path.name.endswith(".porter-tmp")
        if path.is_file() and path.suffix == ".cu":
            text = path.read_text()
            found.add(
                "old" if text == old * COPIES else "new" if text == new * COPIES else "neither"
            )
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_leaves_old_or_new(tmp_path: Path, number: signal.Signals) -> None:
    many(tmp_path / "tree")
    assert porter("convert", "tree", "--out", "out", "--no-cache").returncode == 0
    many(tmp_path / "tree", "cudaFree(q);\n")
    new = HIP + "hipFree(q);\n"
    chance = random.Random(1)
    seen = set()
    for _ in range(amount(3, 6)):
        command = [sys.executable, "-m", "porter", "convert", "tree", "--out", "out", "--no-cache"]
        run = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
        time.sleep(chance.uniform(0.2, LONGEST))
        os.killpg(run.pid, number)
        run.communicate()
        seen |= states(tmp_path / "out", HIP, new)
        assert seen <= {"old", "new"}
    assert porter("convert", "tree", "--out", "out").returncode == 0
    assert states(tmp_path / "out", HIP, new) == {"new"}


def test_being_killed_outright_is_mended_by_the_next_run(tmp_path: Path) -> None:
    many(tmp_path / "tree")
    chance = random.Random(2)
    for _ in range(amount(2, 5)):
        command = [sys.executable, "-m", "porter", "convert", "tree", "--out", "out", "--no-cache"]
        run = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(chance.uniform(0.2, LONGEST))
        run.kill()
        run.wait()
    done = porter("convert", "tree", "--out", "out", "--strict")
    assert done.returncode == 0, done.stderr
    assert states(tmp_path / "out", CUDA, HIP) == {"new"}


def test_several_runs_at_once(tmp_path: Path) -> None:
    many(tmp_path / "tree")
    command = [sys.executable, "-m", "porter", "convert", "tree", "--out", "out", "--strict"]
    runs = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    told = [run.communicate()[1] for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0], told
    assert any("waiting for another run of porter on out" in text for text in told)
    assert states(tmp_path / "out", CUDA, HIP) == {"new"}


def test_processes_and_one_process_agree(tmp_path: Path) -> None:
    many(tmp_path / "tree")
    porter("convert", "tree", "--out", "one", "--jobs", "1", "--no-cache")
    porter("convert", "tree", "--out", "two", "--jobs", "2", "--no-cache")
    assert states(tmp_path / "one", CUDA, HIP) == states(tmp_path / "two", CUDA, HIP) == {"new"}
    record = ".porter/written.json"
    assert Path("one", record).read_bytes() == Path("two", record).read_bytes()


def test_help_takes_no_time() -> None:
    command = [sys.executable, "-m", "porter", "--help"]
    taken = []
    for _ in range(5):
        before = os.times()
        subprocess.run(command, check=True, capture_output=True)
        after = os.times()
        taken.append(
            after.children_user
            - before.children_user
            + after.children_system
            - before.children_system
        )
    assert min(taken) < 0.15


@pytest.mark.slow
def test_a_generated_file_of_50_mb_is_bounded(tmp_path: Path) -> None:
    line = b"  0x1F, 1.5e-3f, 12345, /* row */ 'a', \"s\\x00\\n\",\n"
    (tmp_path / "tree").mkdir()
    with (tmp_path / "tree" / "a.cu").open("wb") as stream:
        stream.write(b"#include <cuda_runtime.h>\n__device__ const float t[] = {\n")
        for _ in range(50_000_000 // len(line) // 1000):
            stream.write(line * 1000)
        stream.write(b"};\nvoid f() { cudaFree(0); }\n")
    command = [sys.executable, "-m", "porter", "convert", "tree", "--out", "out", "--no-cache"]
    # A process counts as its own the memory of the one that it was forked from: a small one here.
    measured = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(status, usage.ru_maxrss, usage.ru_utime + usage.ru_stime)
"""
    done = subprocess.run(
        [sys.executable, "-c", measured, *command], capture_output=True, text=True, check=True
    )
    status, kilobytes, seconds = done.stdout.split()
    assert status == "0"
    assert int(kilobytes) < 500_000
    assert float(seconds) < 60
    assert (tmp_path / "out" / "a.cu").read_bytes().endswith(b"{ hipFree(0); }\n")


@pytest.mark.parametrize(
    ("words", "status"),
    [(["--version"], 0), (["convert", "no", "--diff"], 2), (["explain", "NO99"], 2)],
)
def test_the_status_is_the_command_s(words: list[str], status: int) -> None:
    ended = porter(*words)
    assert ended.returncode == status
    assert ended.stdout if status == 0 else ended.stderr


def test_what_is_to_be_called_at_the_end_is() -> None:
    """The process ends without taking its objects apart, and forgets nothing else."""
    script = (
        "import atexit, sys\n"
        "from porter.__main__ import run\n"
        "atexit.register(print, 'called')\n"
        "sys.argv = ['porter', '--version']\n"
        "run()\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert ended.stdout.splitlines()[-1] == b"called"


@pytest.mark.parametrize(
    ("words", "status"), [(["--help"], 0), (["convert", "src", "--to", "hip", "--out", "port"], 0)]
)
def test_a_reader_that_leaves_early_is_no_failure(
    tmp_path: Path, words: list[str], status: int
) -> None:
    """As with `| head -1`: the work goes on to its end, and the status is that of the work."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.cu").write_text(CUDA)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "porter", *words]
    ended = subprocess.run(
        command, stdout=writing, stderr=subprocess.PIPE, cwd=tmp_path, check=False
    )
    os.close(writing)
    assert ended.returncode == status
    assert b"Traceback" not in ended.stderr
    assert "convert" not in words or (tmp_path / "port/a.cu").read_text() == HIP


def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "porter", "--help"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 1
    assert b"No space left on device" in ended.stderr

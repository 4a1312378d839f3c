"""Work spread over processes: all of it gets done, whatever becomes of a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from porter.processes.workers import Workers


def work(job: int) -> int:
    if job == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    if job == 99:
        raise ValueError("a bug")
    return job * 2


def chunks(*jobs: int) -> list[list[int]]:
    return [list(jobs[at : at + 3]) for at in range(0, len(jobs), 3)]


def answers(*jobs: int) -> list[int]:
    workers = Workers(work, lambda job: -job, 2)
    return sorted(answer for chunk in workers.answers(chunks(*jobs)) for answer in chunk)


def test_all_jobs_are_answered() -> None:
    assert answers(*range(10)) == [job * 2 for job in range(10)]
    assert answers() == []


def test_only_the_job_that_kills_its_worker_is_lost() -> None:
    assert answers(*range(20)) == [-13] + [job * 2 for job in range(20) if job != 13]


def test_a_bug_is_not_swallowed() -> None:
    with pytest.raises(ValueError, match="a bug"):
        answers(1, 99)


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    program = """
import os, sys, time
from porter.processes.workers import Workers
def work(job):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(60)
list(Workers(work, lambda job: None, 2).answers([[1], [2]]))
"""
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    children = [int(parent.stdout.readline()) for _ in range(2)]
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and any(alive(child) for child in children):
        time.sleep(0.05)
    assert not any(alive(child) for child in children)


def test_a_worker_that_dies_within_an_answer_is_not_waited_for() -> None:
    program = """
import os
from porter.processes.workers import Workers
def work(job):
    os.write(1, f"{os.getpid()}\\n".encode())
    return bytes(50_000_000)
answers = Workers(work, lambda job: b"", 2).answers([[1], [2]])
found = [len(one) for chunk in answers for one in chunk]
os.write(1, f"{found}\\n".encode())
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, start_new_session=True
    )
    assert parent.stdout is not None
    try:
        first = int(parent.stdout.readline())
        parent.send_signal(signal.SIGSTOP)  # its workers fill their pipes and wait
        time.sleep(1)
        os.kill(first, signal.SIGKILL)
        parent.send_signal(signal.SIGCONT)
        output = parent.communicate(timeout=20)[0]
    finally:
        with suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)
    assert output.splitlines()[-1] == b"[50000000, 50000000]"


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False

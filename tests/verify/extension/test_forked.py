"""Processes that answer one after the other: what dies or loses its device has a successor."""

from __future__ import annotations

import subprocess

from porter.processes.child_python import python

#: Answers lines of standard input: what it was forked from, whether it answered before, and how.
PROGRAM = """\
import os, sys, signal
from porter.verify.extension.forked import answer, leave_to_another

imported, before = os.getpid(), []

def answers():
    for line in sys.stdin:
        word = line.strip()
        print(word, os.getppid() == imported, len(before), flush=True)
        before.append(word)
        if word == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if word == "ends":
            os._exit(3)
        if word == "lost":
            leave_to_another()

answer(answers, lambda status: print("died", status, flush=True))
print("end", os.getpid() == imported, flush=True)
"""


def test_each_death_is_told_and_the_next_answers() -> None:
    words = "a b dies c lost d ends e".split()
    child = subprocess.Popen(
        python("-c", PROGRAM), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdin is not None and child.stdout is not None
    said = []
    for word in words:  # one at a time, as requests come
        child.stdin.write(f"{word}\n")
        child.stdin.flush()
        said.append(child.stdout.readline().strip())
        if word in ("dies", "ends"):
            said.append(child.stdout.readline().strip())
    rest, _ = child.communicate(timeout=60)
    assert said == [
        "a True 0", "b True 1", "dies True 2", "died -9",
        "c True 0", "lost True 1", "d True 0", "ends True 1", "died 3", "e True 0",
    ]  # fmt: skip
    assert sorted(rest.split("\n")) == ["", "end False", "end True"]  # both end by themselves
    assert child.returncode == 0

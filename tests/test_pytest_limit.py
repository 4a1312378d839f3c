"""`--porter-limit`: a test that takes longer is ended, and said to be neither passed nor failed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TESTS = """
import time

def test_long():
    for _ in range(100):
        try:
            time.sleep(0.1)
        except Exception:
            pass

def test_short():
    pass

def test_wrong():
    assert False
"""


def said(folder: Path, *options: str) -> tuple[int, str]:
    (folder / "test_it.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_a_test_that_is_ended_counts_for_nothing(tmp_path: Path) -> None:
    status, text = said(tmp_path, "--porter-limit", "1")
    assert status == 1
    assert "1 failed, 1 passed, 1 skipped" in text
    assert (
        "porter: 1 test ended after 1 s, without a failure until then: test_it.py::test_long"
        in (" ".join(text.split()))
    )


def test_what_ends_in_time_is_not_touched(tmp_path: Path) -> None:
    status, text = said(tmp_path, "--porter-limit", "60", "-k", "short")
    assert status == 0 and "1 passed" in text and "ended after" not in text

"""What programs write is kept up to a number of bytes; one that writes without end is stopped."""

from __future__ import annotations

import sys

import pytest

from porter.processes.group import run_in_group
from porter.verify.program.result import GaveNothing, TookTooLong, expect_end

ENDLESS = "while print('size? ' * 1000): pass\nwhile True: print('size? ' * 1000)"


def test_a_program_that_writes_without_end_is_stopped() -> None:
    ended = run_in_group([sys.executable, "-c", ENDLESS], timeout=60, most=1 << 20)
    assert ended.is_cut and not ended.timed_out
    assert 1 << 20 <= len(ended.stdout) < 1 << 21
    with pytest.raises(GaveNothing, match="printed more than"):
        expect_end(ended, "ask", 60)


def test_what_ends_in_time_is_whole() -> None:
    program = "import sys; print(input() * 3); sys.stderr.write('\\xe4\\r\\n'); sys.exit(3)"
    ended = run_in_group([sys.executable, "-c", program], timeout=60, given="ab\n", most=1 << 20)
    assert ended == (3, "ababab\n", "\xe4\n", False, False)


def test_input_that_nobody_reads_is_no_error() -> None:
    ended = run_in_group([sys.executable, "-c", ""], timeout=60, given="x" * (1 << 22))
    assert ended.returncode == 0


def test_time_that_is_over() -> None:
    program = "import time; print(1, flush=True); time.sleep(60)"
    ended = run_in_group([sys.executable, "-c", program], timeout=1)
    assert ended.timed_out and ended.stdout == "1\n"
    with pytest.raises(TookTooLong, match="longer than 1 s"):
        expect_end(ended, "wait", 1)

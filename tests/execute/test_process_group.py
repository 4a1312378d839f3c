"""Programs that run as a group: signals reach them, time ends them, nothing of them is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import _START_OTHERS, group
from porter.processes import guard
from porter.processes.group import run_in_group

#: Says its number, starts a child that says its own, and waits.
FAMILY = "echo $$ >> {0}; sh -c 'echo $$ >> {0}; sleep 60' & sleep 60; wait"
RUN = (
    "import sys; from porter.processes.group import run_in_group; "
    "sys.exit(run_in_group({!r}, capture=False).returncode % 256)"
)


def numbers(file: Path, count: int) -> list[int]:
    """Wait until `count` processes have said their numbers."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        found = file.read_text().split() if file.exists() else []
        if len(found) >= count:
            return [int(number) for number in found]
        time.sleep(0.02)
    raise AssertionError("the processes did not start")


def is_there(number: int) -> bool:
    """Tell whether a process runs; one that only waits to be asked for its status does not."""
    try:
        status = Path(f"/proc/{number}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def all_gone(processes: list[int]) -> bool:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if not any(map(is_there, processes)):
            return True
        time.sleep(0.02)
    return False


def take_signals() -> None:
    """Undo what the tests' own caller may ignore, as `nohup` and background jobs do."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGTSTP):
        signal.signal(number, signal.SIG_DFL)


def runner(shell: str) -> subprocess.Popen[str]:
    """Start a Python that runs a shell command as `porter run` does."""
    command = [sys.executable, "-c", RUN.format(shell)]
    return subprocess.Popen(command, text=True, preexec_fn=take_signals)


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    """End a test that waits for ever."""

    def late(number: int, frame: object) -> None:
        raise TimeoutError("a minute is over")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def test_what_a_program_says_and_how_it_ends_comes_back() -> None:
    ended = run_in_group("echo out; echo err >&2; exit 7")
    assert ended == (7, "out\n", "err\n", False, False)


def test_a_program_that_a_signal_ends_has_a_negative_status() -> None:
    assert run_in_group("kill -TERM $$").returncode == -signal.SIGTERM


@pytest.mark.parametrize("capture", [True, False])
def test_time_ends_a_program_and_its_children(tmp_path: Path, capture: bool) -> None:
    began = time.monotonic()
    ended = run_in_group(FAMILY.format(tmp_path / "family"), timeout=1, capture=capture)
    assert ended.timed_out and ended.returncode == -signal.SIGKILL
    assert time.monotonic() - began < 20
    assert all_gone(numbers(tmp_path / "family", 2))


def test_what_a_program_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    file = tmp_path / "left"
    ended = run_in_group(
        f"sh -c 'echo $$ > {file}; sleep 60' >&- 2>&- & while ! test -s {file}; do :; done"
    )
    assert ended.returncode == 0
    assert all_gone(numbers(file, 1))


#: Leaves the group and the session, and its parent ends; says its number and waits.
DAEMON = "(setsid sh -c 'echo $$ > {}; sleep 60' <&- >&- 2>&- &)"


@pytest.mark.parametrize("capture", [True, False])
def test_a_process_that_leaves_the_group_ends_with_the_program(
    tmp_path: Path, capture: bool
) -> None:
    file = tmp_path / "left"
    wait = f"while ! test -s {file}; do sleep 0.01; done; exit 3"
    assert run_in_group(f"{DAEMON.format(file)}; {wait}", capture=capture).returncode == 3
    assert all_gone(numbers(file, 1))


def test_a_process_that_leaves_the_group_does_not_hold_up_the_end(tmp_path: Path) -> None:
    file = tmp_path / "left"
    began = time.monotonic()
    ended = run_in_group(f"setsid sh -c 'echo $$ > {file}; sleep 30' & wait", timeout=1)
    assert ended.timed_out and time.monotonic() - began < 5
    assert all_gone(numbers(file, 1))


def test_a_process_that_hides_its_origin_does_not_hold_up_the_end_either(tmp_path: Path) -> None:
    file = tmp_path / "left"
    began = time.monotonic()
    ended = run_in_group(f"env -i setsid sh -c 'echo $$ > {file}; sleep 30' & wait", timeout=1)
    os.kill(numbers(file, 1)[0], signal.SIGKILL)
    assert ended.timed_out and time.monotonic() - began < 25


def test_processes_of_another_group_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other"
    other = runner(f"{DAEMON.format(file)}; sleep 60")
    try:
        [process] = numbers(file, 1)
        assert run_in_group("true").returncode == 0
        assert is_there(process)
    finally:
        other.send_signal(signal.SIGTERM)
        other.wait(20)
    assert all_gone([process])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_are_passed_on(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "said"
    name = number.name.removeprefix("SIG")
    child = runner(f"trap 'exit 42' {name}; echo $$ > {file}; while :; do sleep 0.05; done")
    said = numbers(file, 1)
    child.send_signal(number)
    assert child.wait(20) == 42
    assert all_gone(said)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_a_porter_that_is_killed(tmp_path: Path, number: signal.Signals) -> None:
    daemon = DAEMON.format(tmp_path / "daemon")
    child = runner(f"{daemon}; {FAMILY.format(tmp_path / 'family')}")
    family = [*numbers(tmp_path / "family", 2), *numbers(tmp_path / "daemon", 1)]
    child.send_signal(number)
    child.wait(20)
    assert all_gone(family)


#: A process as porter's commands that compile are: says of what it starts that it ends with it.
GUARDED = (
    "import subprocess, sys; from porter.processes.guard import end_children_with_this_process; "
    "end_children_with_this_process(); subprocess.run({}, check=False)"
)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("has_group", [False, True])
def test_compilers_do_not_outlive_a_porter_either(
    tmp_path: Path, number: signal.Signals, has_group: bool
) -> None:
    """What porter starts without a group, and what another porter, started by it, runs in one."""
    family = FAMILY.format(tmp_path / "family")
    command = [sys.executable, "-c", RUN.format(family)] if has_group else ["sh", "-c", family]
    porter = subprocess.Popen(
        [sys.executable, "-c", GUARDED.format(command)], preexec_fn=take_signals
    )
    found = numbers(tmp_path / "family", 2)
    porter.send_signal(number)
    porter.wait(20)
    assert all_gone(found)


def test_the_commands_that_start_others_see_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(guard, "end_children_with_this_process", lambda: asked.append("yes"))
    for name in _START_OTHERS:
        assert CliRunner().invoke(group, [name, "--help"]).exit_code == 0
    assert len(asked) == len(_START_OTHERS)
    CliRunner().invoke(group, ["convert", "--help"])
    assert len(asked) == len(_START_OTHERS)


def test_a_program_that_is_stopped_stops_its_runner_and_goes_on_with_it(tmp_path: Path) -> None:
    file, go = tmp_path / "said", tmp_path / "go"
    os.mkfifo(go)
    # Nothing is started here but by the shell itself: stopped within `vfork`, it cannot be seen to
    # stop before its child runs something, and that has stopped, too.
    child = runner(f"echo $$ > {file}; read -r _ < {go}; exit 5")
    [program] = numbers(file, 1)
    child.send_signal(signal.SIGTSTP)
    _, status = os.waitpid(child.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    assert Path(f"/proc/{program}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    child.send_signal(signal.SIGCONT)
    go.write_text("go\n")
    assert child.wait(20) == 5


def test_a_program_in_the_foreground_reads_from_the_terminal(tmp_path: Path) -> None:
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        take_signals()
        os.execv(sys.executable, [sys.executable, "-c", RUN.format("read x; test $x = hello")])
    os.write(terminal, b"hello\n")
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0


def test_an_interrupt_from_the_terminal_reaches_the_program(tmp_path: Path) -> None:
    import pty

    pid, terminal = pty.fork()
    file = tmp_path / "said"
    shell = f"trap 'exit 42' INT; echo $$ > {file}; while :; do sleep 0.05; done"
    if pid == 0:
        take_signals()
        os.execv(sys.executable, [sys.executable, "-c", RUN.format(shell)])
    numbers(file, 1)
    os.write(terminal, b"\x03")
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 42

"""Commands where streams, folders, names and settings are not as one would wish: no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.thorough import amount

PORTER = Path(sys.executable).with_name("porter")
SOURCE = "#include <cuda_runtime.h>\ncudaError_t e = cudaFree(p); int x = cudaNoSuch;\n"

#: A command of each kind: what it prints goes to standard output, to standard error, or to both.
COMMANDS = {
    "help": "--help",
    "assess": "assess src",
    "convert": "convert src --out out",
    "diff": "convert src --diff",
    "print": "convert src/a.cu --out -",
    "check": "check",
    "edits": "edits",
    "explain": "explain WRP20",
    "rules": "rules show cudaMalloc",
    "toolchain": "toolchain status",
    "new": "new project src port",
    "record": "record",
    "verify": "verify",
    "sync": "sync",
    "wrong": "convert",
}
#: How the shell runs it.
STREAMS = {
    "full output": "{} >/dev/full",
    "full error": "{} 2>/dev/full",
    "closed output": "{} >&-",
    "closed error": "{} 2>&-",
    "closed streams": "{} <&- >&- 2>&-",
    "a reader that leaves": "{} 2>&1 | head -c 0",
}
ENVIRONMENTS = {
    "C": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "ASCII": {"PYTHONIOENCODING": "ascii"},
    "home is a file": {"PORTER_HOME": "/dev/null"},
    "home cannot be made": {"HOME": "/dev/null/x", "PORTER_HOME": "", "XDG_CACHE_HOME": ""},
    "no terminal": {"TERM": "dumb"},
    "one column": {"COLUMNS": "1"},
    "odd columns": {"COLUMNS": "x", "LINES": "-1"},
}


#: Commands that say all that there is to say of streams; the others are tried by `make test-all`.
QUICK = ("convert", "explain")
EACH = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in COMMANDS]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Porter's folder: what one command remembers of the rules spares the next one a second."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def tree(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, with names of files that are no UTF-8 and hold a line end."""
    monkeypatch.setenv("PORTER_HOME", str(home))
    source = tmp_path / "src"
    source.mkdir()
    for name in ("a.cu", os.fsdecode(b"caf\xe9.cu"), "a\nb.cu"):
        (source / name).write_text(SOURCE)
    (tmp_path / "porter.toml").write_text('[[project]]\nupstream = "src"\nport = "hip"\n')
    return tmp_path


def shell(folder: Path, line: str, **environment: str) -> tuple[int, str]:
    """Return exit status and output of a command line; the status is the first command's."""
    variables = {**os.environ, **environment}
    variables.pop("PYTHONUNBUFFERED", None)  # it hides what is lost when a stream is closed
    done = subprocess.run(
        ["bash", "-c", f"{line}; exit ${{PIPESTATUS[0]}}"],
        cwd=folder,
        env=variables,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")


def assert_told(status: int, output: str) -> None:
    assert "Traceback" not in output
    assert "bug in porter" not in output
    assert "Exception ignored" not in output
    assert status in (0, 1, 2, 3)


@pytest.mark.parametrize("command", EACH)
@pytest.mark.parametrize("streams", STREAMS)
def test_streams_in_any_state(tree: Path, streams: str, command: str) -> None:
    assert_told(*shell(tree, STREAMS[streams].format(f"{PORTER} {COMMANDS[command]}")))


@pytest.mark.parametrize("command", EACH)
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_any_environment(tree: Path, environment: str, command: str) -> None:
    assert_told(*shell(tree, f"{PORTER} {COMMANDS[command]}", **ENVIRONMENTS[environment]))


@pytest.mark.parametrize("command", EACH)
def test_a_current_folder_that_is_gone(tree: Path, command: str) -> None:
    line = f"mkdir gone; cd gone; rmdir ../gone; {PORTER} {COMMANDS[command]}"
    assert_told(*shell(tree, line.replace(" src", " ../src")))


def test_lost_output_is_a_failure(tree: Path) -> None:
    assert shell(tree, f"{PORTER} rules show cudaMalloc >/dev/full")[0] == 1
    assert shell(tree, f"{PORTER} rules show cudaMalloc")[0] == 0


def test_what_a_child_or_a_file_holds_is_not_what_goes_to_a_closed_stream(tree: Path) -> None:
    shell(tree, f"{PORTER} convert src --out out >&- 2>&- <&-")
    assert (tree / "out" / "a.cu").read_text().startswith("#include <hip/hip_runtime.h>\n")
    for path in (tree / "out").rglob("*"):
        assert not path.is_file() or b"Files\n" not in path.read_bytes()


def test_ctrl_c_at_any_time_is_no_traceback(tree: Path) -> None:
    for number in range(60):
        (tree / "src" / f"{number}.cu").write_text(SOURCE * 200)
    ended = set()
    command = [str(PORTER), "convert", "src", "--out", "out", "--no-cache"]
    for number in range(0, 12, amount(3, 1)):
        run = subprocess.Popen(command, cwd=tree, stderr=subprocess.PIPE, text=True)
        time.sleep(0.15 + number * 0.08)  # Python itself has started by then
        run.send_signal(signal.SIGINT)
        output = run.communicate(timeout=60)[1]
        assert "Traceback" not in output
        assert "Exception ignored" not in output
        ended.add(run.returncode)
    assert 130 in ended
    assert ended <= {0, 130}

"""Nothing of the current folder is imported, neither by porter nor by a Python that it starts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import porter
from porter.errors import PorterError
from porter.execute.cpu.native_build import _write_launcher
from porter.processes.child_python import import_path, python
from porter.toolchain.wheels import fetch_wheels

#: Names that something of porter's, of pip's or of Python's start-up imports.
NAMES = "pip click rich json numpy tomllib torch porter pathspec subprocess hashlib logging".split()


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, each module of which leaves a file when it is imported."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'PWNED')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return tmp_path


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=-3)


def test_the_folder_does_run_its_modules_when_python_is_started_carelessly(hostile: Path) -> None:
    run(sys.executable, "-m", "pip", "--version")
    assert (hostile / "PWNED").exists()


def test_pip_that_fetches_wheels_is_pythons_own(
    hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(PorterError, match="cannot fetch no-such-thing"):
        fetch_wheels(["no-such-thing"], hostile / "downloads", lambda _: None)
    assert not (hostile / "PWNED").exists()


@pytest.mark.parametrize("module", ["porter.verify.extension.child", "porter", "pip"])
def test_a_child_imports_nothing_of_the_current_folder(hostile: Path, module: str) -> None:
    run(*python("-m", module))
    assert not (hostile / "PWNED").exists()


def test_the_executors_compiler_imports_nothing_of_a_programs_folder(hostile: Path) -> None:
    place = hostile / "executor"
    place.mkdir()
    _write_launcher(place)
    done = run(str(place / "porter-compile"))
    assert "porter.execute.cpu.runtime_compilation" not in done.stderr  # it was found
    assert not (hostile / "PWNED").exists()


@pytest.mark.parametrize("name", ["porter", "porter-hook", "porter-hipcc"])
def test_the_console_scripts_import_nothing_of_the_current_folder(hostile: Path, name: str) -> None:
    script = Path(sys.executable).with_name(name)
    done = run(str(script), "--help")
    assert done.stdout or done.stderr
    assert not (hostile / "PWNED").exists()


def test_python_m_porter_imports_only_what_python_itself_takes_from_there(tmp_path: Path) -> None:
    for name in ("click", "rich", "tomllib"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')\n")
    command = [sys.executable, "-m", "porter", "rules", "show", "cudaMalloc"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "hipMalloc" in done.stdout


def test_an_empty_part_of_pythonpath_is_not_handed_on() -> None:
    own = str(Path(porter.__file__).parents[1])
    assert import_path({}) == own
    assert import_path({"PYTHONPATH": ""}) == own
    assert import_path({"PYTHONPATH": ":/a::/b:"}) == f"{own}:/a:/b"


def test_every_python_is_started_in_that_way() -> None:
    package = Path(porter.__file__).parent
    started = re.compile(
        r"\bsys\.executable\b(?!\} -m ensurepip)|[\"'/]python3[\"' ]|(?<!\w)\[\"python\""
    )
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "templates" not in path.parts and started.search(path.read_text())
    }
    # What the user calls `python` or `pytest` looks into the current folder, as these do, and
    # `python setup_cuda.py` into its own.
    on_purpose = {"own_build/torch_command.py", "own_build/systems.py"}
    assert found <= {"processes/child_python.py", "source/text/languages.py"} | on_purpose

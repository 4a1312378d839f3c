"""A home of its own for every run, and processes that call the package."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
#: The compiler for machines without a GPU keeps its tools here, wherever the home is.
PORTER_HOME = os.environ.get("PORTER_HOME") or str(Path.home() / ".cache" / "porter")


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def start(home):
    """Start a process that runs Python code with some environment variables."""

    def run(code, home=home, **variables):
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        environment = kept | {
            "HOME": str(home),
            "PORTER_HOME": PORTER_HOME,
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            **variables,
        }
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env=environment,
            cwd=home,  # Python looks for packages where it starts
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return run


@pytest.fixture
def run(start):
    """Run Python code to its end; return what it wrote, outputs and messages."""

    def finish(code, **more):
        process = start(code, **more)
        out, err = process.communicate(timeout=600)
        assert process.returncode == 0, err
        return out, err

    return finish

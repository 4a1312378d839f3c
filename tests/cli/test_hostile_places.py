"""Commands in a tree whose links lead in circles and whose files are pipes: told, and no hang."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from porter.cli import group
from tests.files.no_files import put
from tests.time_limit import time_limit

CUDA = "#include <cuda_runtime.h>\n__global__ void k() {}\nvoid f() { cudaDeviceSynchronize(); }\n"
TOML = '[project]\nupstream = "up"\nport = "port"\n'
SETTLED = ("sync", "check", "edits", "convert up", "verify", "sync --continue")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "up").mkdir()
    (tmp_path / "up/a.cu").write_text(CUDA)
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    return tmp_path


def ran(command: str, *more: str) -> Result:
    """Run a command; what is no error that is told, or takes long, fails."""
    with time_limit(20):
        result = CliRunner().invoke(group, [*command.split(), *more])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.parametrize("command", SETTLED)
@pytest.mark.parametrize("key", ["upstream", "port", "rules"])
def test_a_circle_in_porter_toml_is_named(tree: Path, command: str, key: str) -> None:
    named = {"upstream": "up", "port": "port", key: "loop"}
    (tree / "porter.toml").write_text(
        "[project]\n" + "".join(f'{name} = "{value}"\n' for name, value in named.items())
    )
    with pytest.raises(Exception, match=f"{key} is a symbolic link that leads in a circle"):
        ran(command)
    assert not (tree / "port").exists()


@pytest.mark.parametrize(
    "command",
    ["convert loop", "convert up --out loop", "assess loop", "build loop", "build --native loop",
     "convert up --out loop/x", "new project loop port", "new project up loop"],
)  # fmt: skip
def test_a_circle_on_the_command_line_is_named(tree: Path, command: str) -> None:
    try:
        assert ran(command).exit_code != 0
    except Exception as error:
        assert type(error).__name__ in ("PorterError", "OSError"), error
    assert sorted(os.listdir(tree)) in (["loop", "up"], ["home", "loop", "up"])


def test_circles_inside_a_tree_are_taken_along(tree: Path) -> None:
    (tree / "up/x").symlink_to("y")
    (tree / "up/y").symlink_to("x")
    (tree / "porter.toml").write_text(TOML)
    for command in ("convert up --out out", "sync", "check", "assess up", "edits"):
        ran(command)
    assert os.readlink(tree / "out/x") == os.readlink(tree / "port/x") == "y"


FILES = (
    "porter.toml",
    "porter.lock",
    "up/a.cu",
    "up/b.h",
    "up/CMakeLists.txt",
    "up/Makefile",
    "up/setup.py",
    "up/compile_commands.json",
    "up/.gitignore",
    "up/.gitmodules",
    "port/.porter/sync/steps.json",
    "port/a.cu",
    "port/.porter/written.json",
    "port/.porter/base/a.cu",
    "port/.porter/reverse.json",
    "port/.porter/journal",
    "port/.porter/.gitattributes",
    "up/notebook.ipynb",
    "up/requirements.txt",
)


@pytest.mark.parametrize("name", FILES)
def test_a_pipe_in_the_place_of_any_file(tree: Path, name: str) -> None:
    (tree / "porter.toml").write_text(TOML)
    place = tree / name
    if not name.startswith("up/"):
        ran("sync")
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_dir():
        return
    place.unlink(missing_ok=True)
    put("pipe", place)
    commands = ("sync", "check", "check --findings", "edits", "assess up", "convert up --out out",
                "convert up --diff", "sync --abort", "verify",
                "convert --in-place up")  # fmt: skip
    for command in commands:
        try:
            ran(command)
        except Exception as error:
            assert type(error).__name__ == "PorterError" or isinstance(error, OSError), (
                command,
                error,
            )

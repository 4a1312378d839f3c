"""What porter.toml names lies in its folder, unless the user says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.project.settings.outside import stay_inside
from porter.project.settings.settings import read

CUDA = b"#include <cuda_runtime.h>\nint main() { return cudaFree(0); }\n"


def toml(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "porter.toml").write_text(f"[project]\n{text}\n")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('upstream = "up"\nport = "../port"', "port"),
        ('upstream = "up"\nport = "/port"', "port"),
        ('upstream = "../up"\nport = "port"', "upstream"),
        ('upstream = "up"\nport = "k/../../port"', "port"),
        ('upstream = "up"\nport = "link/port"', "port"),
        ('upstream = "up"\nport = "link"', "port"),
        ('upstream = "link/up"\nport = "port"', "upstream"),
        ('upstream = "up"\nport = "port"\nto = "x"\nrules = "../x.toml"', "rules"),
    ],
)
def test_outside(tmp_path: Path, text: str, key: str) -> None:
    root = tmp_path / "r"
    toml(root, text)
    (root / "link").symlink_to("..")
    with pytest.raises(PorterError, match=f"{key} leads out of the folder") as caught:
        stay_inside(read(root), allow_outside=False)
    assert "--allow-outside" in str(caught.value)
    stay_inside(read(root), allow_outside=True)


@pytest.mark.parametrize("allow_outside", [True, False])
@pytest.mark.parametrize("port", [".git", ".git/hooks", "link/hooks", ".GIT"])
def test_git_s_own_folder_is_never_a_port(tmp_path: Path, port: str, allow_outside: bool) -> None:
    root = tmp_path / "r"
    toml(root, f'upstream = "up"\nport = "{port}"')
    (root / "link").symlink_to(".git")
    with pytest.raises(PorterError, match="which is git's"):
        stay_inside(read(root), allow_outside=allow_outside)


def test_inside(tmp_path: Path) -> None:
    root = tmp_path / "r"
    toml(root, 'upstream = "./up/"\nport = "link/port"')
    (root / "real").mkdir()
    (root / "link").symlink_to("real")
    stay_inside(read(root), allow_outside=False)


def test_the_commands_that_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "r"
    toml(root, 'upstream = "up"\nport = "../port"')
    (root / "up").mkdir()
    (root / "up" / "a.cu").write_bytes(CUDA)
    monkeypatch.chdir(root)
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    for command in ("sync", "check", "edits", "check --findings up/a.cu", "sync --hook up/a.cu"):
        result = CliRunner().invoke(group, command.split())
        assert "leads out of the folder" in str(result.exception), command
        assert not (tmp_path / "port").exists()
    for command in ("sync", "check", "edits"):
        result = CliRunner().invoke(group, [*command.split(), "--allow-outside"])
        assert result.exit_code == 0, (command, result.output, result.exception)
    assert (tmp_path / "port" / "a.cu").is_file()


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder from which a user names a tree beside it."""
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "a.cu").write_bytes(CUDA)
    root = tmp_path / "work"
    root.mkdir()
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize(
    ("upstream", "port"),
    [("../up", "port"), ("../up", "../port"), ("{}/up", "{}/port"), ("../up", "{}/work/port")],
)
def test_what_the_user_typed_is_wanted(typed: Path, upstream: str, port: str) -> None:
    places = [upstream.format(typed.parent), port.format(typed.parent)]
    named = CliRunner().invoke(group, ["new", "project", *places])
    assert named.exit_code == 0, named.output
    assert ": not in this folder; " in named.output
    assert "next: `porter sync` writes the port" in named.output
    done = CliRunner().invoke(group, ["sync"])
    assert done.exit_code == 0, (done.output, done.exception)
    assert (typed / places[1] / "a.cu").is_file()


def test_another_folder_or_another_porter_toml_is_not(typed: Path) -> None:
    CliRunner().invoke(group, ["new", "project", "../up", "port"])
    text = (typed / "porter.toml").read_text()
    (typed.parent / "other").mkdir()
    toml(typed, 'upstream = "../other"\nport = "port"')
    with pytest.raises(PorterError, match="leads out of the folder"):
        stay_inside(read(typed), allow_outside=False)
    copied = typed.parent / "copied"
    copied.mkdir()
    (copied / "porter.toml").write_text(text)
    with pytest.raises(PorterError, match="leads out of the folder"):
        stay_inside(read(copied), allow_outside=False)


def test_where_nothing_can_be_kept_the_next_command_asks(
    typed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (typed.parent / "file").write_text("")
    monkeypatch.setenv("PORTER_HOME", str(typed.parent / "file"))
    named = CliRunner().invoke(group, ["new", "project", "../up", "port"])
    assert named.exit_code == 0, named.output
    assert "next: `porter sync --allow-outside` writes the port" in named.output

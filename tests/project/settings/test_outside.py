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

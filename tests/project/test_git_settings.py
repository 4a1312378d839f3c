"""Settings of git, as git reads those of a user."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from porter.project.git_settings import parse, user_setting, xdg_file
from tests.thorough import amount


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def said_by_git(path: Path) -> list[tuple[str, str]] | None:
    """Return the settings of a file by git; None where git refuses it."""
    command = ["git", "config", "--file", str(path), "--list", "-z"]
    done = subprocess.run(command, capture_output=True, check=False, cwd=path.parent)
    if done.returncode:
        return None
    pairs = (one.partition("\n") for one in done.stdout.decode().split("\0") if one)
    return [(name, value) for name, equals, value in pairs if equals]


_PARTS = (
    "[core]\n", "[Core] ", '[a "B c"]\n', "[a.B]\n", "excludesFile", "key", "x-1", " = ", "=", "a",
    "~/x y", '"', "\\\\", '\\"', "\\n", "\\t", "\\\n", "# c\n", "; c\n", "#", ";", " ", "\n",
    "\r\n", "é",
)  # fmt: skip


@settings(
    max_examples=amount(60, 300),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    text=st.lists(st.sampled_from(_PARTS), max_size=12).map(lambda parts: "[s]\n" + "".join(parts))
)
def test_a_file_means_what_it_means_to_git(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config"
    path.write_bytes(text.encode())
    expected = said_by_git(path)
    found = [(f"{section}.{name}", value) for section, name, value in parse(text)]
    assume(expected is not None)
    assert found == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, None),
        ({".gitconfig": "[core]\nexcludesFile = ~/a\n"}, "~/a"),
        ({".gitconfig": "[Core]\nEXCLUDESFILE = a\n[core]\nexcludesfile =\n"}, ""),
        ({".config/git/config": "[core] excludesfile=a"}, "a"),
        ({".config/git/config": "[core]excludesfile=a", ".gitconfig": "[core]excludesfile=b"}, "b"),
        ({".gitconfig": "[include]path=more\n", "more": "[core]excludesfile=c"}, "c"),
        ({".gitconfig": "[include]path=~/.gitconfig\n[core]excludesfile=d\n"}, "d"),
        ({".gitconfig": "[core]\nexcludesfile\n"}, None),
        ({".gitconfig": '[core "x"]\nexcludesfile = a\n'}, None),
    ],
)
def test_where_a_user_says_it(home: Path, files: dict[str, str], expected: str | None) -> None:
    (home / ".config/git").mkdir(parents=True)
    for name, text in files.items():
        (home / name).write_text(text)
    assert user_setting("core", "excludesfile") == expected


def test_the_file_of_a_variable_stands_for_all_of_the_user(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".gitconfig").write_text("[core]\nexcludesFile = a\n")
    (home / "other").write_text("[core]\nexcludesFile = b\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "other"))
    assert user_setting("core", "excludesfile") == "b"
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    assert user_setting("core", "excludesfile") is None


def test_the_machines_settings_give_way_to_the_users(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "system").write_text("[core]\nexcludesFile = s\n")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", str(home / "system"))
    assert user_setting("core", "excludesfile") is None
    monkeypatch.delenv("GIT_CONFIG_NOSYSTEM")
    assert user_setting("core", "excludesfile") == "s"
    (home / ".gitconfig").write_text("[core]\nexcludesFile = u\n")
    assert user_setting("core", "excludesfile") == "u"


def test_the_folder_of_the_users_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert xdg_file("ignore") == home / ".config/git/ignore"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "x"))
    assert xdg_file("ignore") == home / "x/git/ignore"


@pytest.mark.parametrize("part", ["\\\n", '"', "[", "\n", " ", "#", "a", '"a', "[a]\n", "a=\\"])
def test_a_long_file_is_read_once(part: str) -> None:
    assert len(list(parse("[s]\nk = " + part * 100_000))) <= 100_000

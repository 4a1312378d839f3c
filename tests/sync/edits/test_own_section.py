"""What `porter verify` writes into a port's README is no hand edit of it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.project.settings.settings import ProjectSettings
from porter.sync.edits.hand_edits import added_paths
from porter.sync.edits.own_section import TITLE, without_section
from porter.sync.lock.lines import PortLock

BEFORE = "# p for ROCm\n\nHow it is built.\n"


@pytest.mark.parametrize("section", ["", f"\n{TITLE}\n\nporter verify: the same\n\n| a |\n"])
def test_the_section_is_left_out(section: str) -> None:
    assert without_section((BEFORE + section).encode()) == BEFORE.encode()


def test_what_people_write_stays() -> None:
    data = f"{BEFORE}\n{TITLE}\n\nthe same\n\n## Notes\n\nmine\n".encode()
    assert without_section(data).decode() == f"{BEFORE}\n## Notes\n\nmine\n"
    assert without_section(b"\xff mine") == b"\xff mine"


def test_a_readme_that_only_says_what_was_compared_is_nobodys_edit(tmp_path: Path) -> None:
    for name in ("README.porter.md", "mine.md"):
        (tmp_path / name).write_text("# p\n\nmade from aiter\n")
    project = ProjectSettings(tmp_path / "up", tmp_path)
    assert added_paths(project, PortLock(".", "up", "tree 0", "0.2.0", "0", "{}")) == ["mine.md"]


def test_what_was_compared_stays_when_the_readme_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Next to the list of what needs a person every change of that was a conflict."""
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "src" / "a.cu"
    source.parent.mkdir()
    source.write_text("__global__ void k() {}\n")
    (tmp_path / "src" / "README.md").write_text("# Mine\n")

    def porter(*words: str) -> None:
        done = CliRunner().invoke(group, words)
        assert done.exit_code == 0, done.output

    (tmp_path / "porter.toml").write_text(
        '[[project]]\nupstream = "src"\nport = "port"\nkind = "cmake"\n'
    )
    porter("sync")
    readme = tmp_path / "port" / "README.porter.md"
    section = f"{TITLE}\n\nporter verify: the same\n"
    readme.write_text(f"{readme.read_text()}\n{section}")
    source.write_text('#include "helper_cuda.h"\n__global__ void k() {}\n')
    porter("sync")
    assert "API09" in readme.read_text() and readme.read_text().endswith(f"\n\n{section}")

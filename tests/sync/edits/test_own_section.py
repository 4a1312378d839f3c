"""What `porter verify` writes into a port's README is no hand edit of it."""

from pathlib import Path

import pytest

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

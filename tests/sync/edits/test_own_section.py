"""What `porter verify` writes into a port's README is no hand edit of it."""

import pytest

from porter.sync.edits.own_section import TITLE, without_section

BEFORE = "# p for ROCm\n\nHow it is built.\n"


@pytest.mark.parametrize("section", ["", f"\n{TITLE}\n\nporter verify: the same\n\n| a |\n"])
def test_the_section_is_left_out(section: str) -> None:
    assert without_section((BEFORE + section).encode()) == BEFORE.encode()


def test_what_people_write_stays() -> None:
    data = f"{BEFORE}\n{TITLE}\n\nthe same\n\n## Notes\n\nmine\n".encode()
    assert without_section(data).decode() == f"{BEFORE}\n## Notes\n\nmine\n"
    assert without_section(b"\xff mine") == b"\xff mine"

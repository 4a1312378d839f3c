"""What a file sees of its project, and that asking costs no more in a large one."""

from __future__ import annotations

from typing import Any

from porter.project.facts import NOTHING
from porter.project.file_view import FileView, FileViews
from porter.project.includes import IncludeGraph

_COPIES = 300


class CountedName(str):
    """A path that counts how often it is compared or written down."""

    asked = 0

    def __lt__(self, other: Any) -> bool:
        CountedName.asked += 1
        return super().__lt__(other)

    def __repr__(self) -> str:
        CountedName.asked += 1
        return super().__repr__()


def digests(files: int) -> tuple[int, set[str]]:
    """Return how often names are asked for while each file gets its digest, and the digests."""
    paths = [CountedName(f"{number}.cu") for number in range(files)]
    views = FileViews(IncludeGraph(paths), {}, frozenset(paths))
    CountedName.asked = 0
    found = {views.isolated(path, NOTHING).digest for path in paths}
    return CountedName.asked, found


def test_the_names_of_all_files_are_read_once_for_all_files() -> None:
    asked, found = digests(_COPIES)
    assert len(found) == 1
    assert asked < 20 * _COPIES


def test_environments_that_differ_in_one_name_have_digests_of_their_own() -> None:
    names = (frozenset(), frozenset({"a.cu"}), frozenset({"a.cu", "b.cu"}))
    assert len({FileView(renamed=one).digest for one in names}) == len(names)

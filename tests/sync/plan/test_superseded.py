"""Hand edits that the new conversion makes itself: told by sync and by check, and gone after."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from porter import __version__
from porter.sync.check import check
from porter.sync.edits.hand_edits import hand_edits
from porter.sync.plan.status import section_for
from tests.sync.former import Former
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository, no_steps

#: Lines between two edits, so that git takes them for two.
_APART = 4


def needless(repository: Repository) -> list[tuple[str, str]]:
    found = check(repository.settings, repository.project, no_steps)
    return [(one.path, one.message) for one in found if one.kind == "needless"]


def edited(repository: Repository) -> list[str]:
    project = repository.project
    found = hand_edits(repository.settings, project, section_for(repository.settings, project))
    return [one.path for one in found]


def test_upstream_makes_one_of_two_edits(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f").replace(b"Free(x)", b"Free(x + 1)"))
    repository.sync()
    assert needless(repository) == []
    repository.upstream(a_cu=b"// first\n" + CUDA.replace(b"2.f", b"4.f"))
    told = "the hand edit in line 8 is what the new conversion writes itself (upstream)"
    assert needless(repository) == [("a.cu", f"{told}: porter sync drops it")]
    assert repository.sync().superseded == {"a.cu": [8]}
    assert needless(repository) == []
    assert edited(repository) == ["a.cu"]  # the other one
    assert b"hipFree(x + 1)" in repository.ported()["a.cu"]


def test_a_new_porter_makes_the_edit(repository: Repository, tmp_path: Path) -> None:
    repository.upstream(a_cu=CUDA, b_cu=CUDA.replace(b"2.f", b"4.f"))
    Former(tmp_path / "former", "cudaDeviceSynchronize").sync(repository.root)
    old = repository.ported()["a.cu"]
    assert b"cudaDeviceSynchronize" in old
    repository.by_hand(a_cu=old.replace(b"cudaDeviceSynchronize", b"hipDeviceSynchronize"))
    repository.by_hand(b_cu=repository.ported()["b.cu"].replace(b"4.f", b"5.f"))
    told = "the hand edit in line 9 is what the new conversion writes itself"
    by = f"(porter {__version__})"
    assert needless(repository) == [("a.cu", f"{told} {by}: porter sync drops it")]
    assert repository.sync().superseded == {"a.cu": [9]}
    assert repository.ported()["a.cu"] == HIP
    assert edited(repository) == ["b.cu"]


def test_files_that_people_added_or_removed(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=CUDA + b"//\n", c_cu=b"// c\n")
    repository.sync()
    repository.by_hand(new_cu=HIP, b_cu=None, c_cu=None)
    repository.sync()
    repository.upstream(new_cu=CUDA, b_cu=None, c_cu=b"// more\n")
    assert [path for path, _ in needless(repository)] == ["b.cu", "new.cu"]
    assert repository.sync().superseded == {"b.cu": [], "new.cu": []}
    assert edited(repository) == ["c.cu"]


def test_a_moved_file(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    repository.upstream(a_cu=None, k__a_cu=CUDA.replace(b"2.f", b"4.f"))
    assert repository.sync().superseded == {"k/a.cu": [8]}


def test_check_tells_of_a_conflict_to_come(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    repository.sync()
    repository.upstream(a_cu=CUDA.replace(b"2.f", b"3.f"))
    found = check(repository.settings, repository.project, no_steps)
    assert [one.message for one in found] == [
        "changed upstream: run porter sync",
        "porter sync will leave a conflict: both sides changed the same lines in 1 place",
    ]


_edits = st.lists(
    st.tuples(
        st.sampled_from(["replace", "insert", "remove"]),
        st.sampled_from(["hand", "upstream", "both"]),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(_edits)
def test_exactly_what_both_sides_did_is_superseded(edits) -> None:
    names = [b"line %d" % number for number in range(_APART * (len(edits) + 1))]
    port, up = list(names), list(names)
    for at, (what, who) in enumerate(edits):
        line = names[_APART * (at + 1) - 1]
        for side, text in ((port, "hand"), (up, "upstream")):
            if who in (text, "both"):
                place = side.index(line)
                new = {"replace": [b"new %d" % at], "insert": [line, b"new %d" % at], "remove": []}
                side[place : place + 1] = new[what]
    expected = []
    if any(who != "hand" for _, who in edits):
        shift = 0
        for at, (what, who) in enumerate(edits):
            if who == "both":
                expected.append(_APART * (at + 1) + shift + (what == "insert"))
            if who != "upstream":
                shift += {"replace": 0, "insert": 1, "remove": -1}[what]
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(Path(folder) / "r")
        repository.upstream(notes=b"\n".join(names))
        repository.sync()
        repository.by_hand(notes=b"\n".join(port))
        repository.upstream(notes=b"\n".join(up))
        done = repository.sync()
        assert done.conflicts == []
        assert done.superseded == ({"notes": expected} if expected else {})

"""Hand edits listed, exported, dropped; and what check says of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.sync.check import check
from porter.sync.edits.hand_edits import hand_edits
from porter.sync.plan.status import section_for
from tests.sync.test_sync import HIP
from tests.sync.trees import CUDA, Repository, contents, no_steps, replace_by

LEFT = b"void f() { cudaGraphConditionalHandleCreate(0, 0, 0, 0); }\n"


def edits_of(repository: Repository):
    settings, project = repository.settings, repository.project
    return hand_edits(settings, project, section_for(settings, project))


def told(repository: Repository) -> list[tuple[str, str]]:
    found = check(repository.settings, repository.project, no_steps)
    return [(one.kind, one.path) for one in found]


@pytest.fixture
def edited(repository: Repository) -> Repository:
    repository.upstream(a_cu=CUDA, left_cu=b"// one\n" + LEFT, gone_cu=CUDA, x_bin=b"\0 1")
    repository.sync()
    repository.by_hand(
        a_cu=HIP.replace(b"2.f", b"4.f"),
        left_cu=b"// one\nvoid f() { by_hand(); }\n",
        gone_cu=None,
        mine_cu=b"// mine\n",
        x_bin=b"\0 2",
    )
    repository.sync()
    return repository


def test_each_edit_has_its_place_and_the_rule_that_asked_for_it(edited: Repository) -> None:
    found = {one.path: one for one in edits_of(edited)}
    assert {path: one.what for path, one in found.items()} == {
        "a.cu": "changed",
        "gone.cu": "removed",
        "left.cu": "changed",
        "mine.cu": "added",
        "x.bin": "changed",
    }
    (place,) = found["a.cu"].places
    assert (place.hunk.port_start, place.upstream_line, place.asked) == (8, 8, ())
    (place,) = found["left.cu"].places
    assert [rule for rule, _ in place.asked] == ["API09"]


def test_the_exported_queue_makes_the_port_of_the_bases(edited: Repository, tmp_path: Path) -> None:
    queue, copy = tmp_path / "queue", tmp_path / "copy"
    result = CliRunner().invoke(group, ["edits", "--export", str(queue)], catch_exceptions=False)
    assert result.exit_code == 0
    replace_by(edited.port / ".porter" / "base", copy)
    for name in (queue / "series").read_text().split():
        subprocess.run(["git", "apply", str(queue / name)], cwd=copy, check=True)
    made = {path.name: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    assert made == edited.ported()


@pytest.fixture(autouse=True)
def here(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository.root)


def test_an_edit_that_is_dropped_can_be_taken_up_again(edited: Repository) -> None:
    before = edited.ported()["a.cu"]
    result = CliRunner().invoke(group, ["edits", "--drop", "port/a.cu"], catch_exceptions=False)
    assert edited.ported()["a.cu"] == HIP
    assert edited.sync().is_current
    subprocess.run(["git", "apply", "-"], cwd=edited.port, check=True, input=result.stdout_bytes)
    assert edited.ported()["a.cu"] == before


@pytest.mark.parametrize(
    ("file", "match"),
    [
        ("port/mine.cu", "it is a person's own"),
        ("port/nothing.cu", "it is a person's own"),
        ("up/a.cu", "is not a file of a port"),
    ],
)
def test_what_cannot_be_dropped(edited: Repository, file: str, match: str) -> None:
    with pytest.raises(PorterError, match=match):
        CliRunner().invoke(group, ["edits", "--drop", file], catch_exceptions=False)


def test_an_unsafe_rule_that_would_write_the_same(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "native", 'warp = "native"\n')
    code = b"__global__ void k(float* y) {\n  float x = *y;\n  int lane = threadIdx.x % 32;\n"
    repository.upstream(a_cu=code + b"  *y = __shfl_sync(~0u, x, lane);\n}\n")
    repository.sync()
    pure = repository.ported()["a.cu"]
    for text, rules in ((b"% warpSize", ("WRP05",)), (b"% 64", ())):
        repository.by_hand(a_cu=pure.replace(b"% 32", text))
        ((place,),) = [one.places for one in edits_of(repository)]
        assert place.replaced_by == rules
        assert [rule for rule, _ in place.asked] == ["WRP05"]


def test_an_error_is_unresolved_until_its_line_is_changed_by_hand(repository: Repository) -> None:
    repository.upstream(left_cu=b"// one\n" + LEFT + b"// two\n")
    repository.sync()
    assert told(repository) == [("unconverted", "left.cu")]
    pure = repository.ported()["left.cu"]
    repository.by_hand(left_cu=pure.replace(b"// two", b"// three"))
    repository.sync()
    assert told(repository) == [("unconverted", "left.cu")]
    repository.by_hand(left_cu=pure.replace(LEFT, b"void f() {}\n"))
    repository.sync()
    assert told(repository) == []


def test_cuda_that_people_wrote_into_a_port(edited: Repository) -> None:
    assert told(edited) == []
    edited.by_hand(mine_cu=CUDA)
    assert told(edited) == [("unconverted", "mine.cu")]


def test_an_edit_of_white_space_alone_is_needless(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"{\n", b"{  \n"))
    repository.sync()
    assert told(repository) == [("needless", "a.cu")]


def test_an_edit_that_rules_come_to_write_goes_away(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    repository.sync()
    repository.upstream(a_cu=CUDA.replace(b"2.f", b"4.f"))
    repository.sync()
    assert edits_of(repository) == []


def test_what_check_says_of_each_fault(edited: Repository) -> None:
    edited.by_hand(a_cu=HIP)
    assert told(edited) == [("not recorded", "a.cu")]
    edited.upstream(gone_cu=None, new_cu=CUDA, a_cu=CUDA + b"//\n")
    stale = [("stale", path) for path in ("a.cu", "gone.cu", "new.cu")]
    assert told(edited) == [*stale, ("not recorded", "a.cu")]
    (edited.port / ".porter/base/left.cu").unlink()
    assert ("stale", "left.cu") in told(edited)


def test_kinds_links_and_odd_names_are_part_of_the_queue(
    repository: Repository, tmp_path: Path
) -> None:
    repository.upstream(a_cu=CUDA, run=b"#!/bin/sh\n", gone=b"\n")
    (repository.up / "with space.cu").write_bytes(CUDA)
    for name, target in (("link", "a.cu"), ("other", "run")):
        (repository.up / name).symlink_to(target)
    repository.sync()
    copy = tmp_path / "copy"
    replace_by(repository.port, copy)
    (repository.port / "run").chmod(0o755)
    (repository.port / "gone").unlink()
    (repository.port / "with space.cu").write_bytes(HIP + b"// mine\n")
    (repository.port / "link").unlink()
    (repository.port / "link").symlink_to("run")
    (repository.port / "other").unlink()
    (repository.port / "other").write_bytes(b"a file now\n")
    (repository.port / "mine").symlink_to("a.cu")
    queue = tmp_path / "queue"
    result = CliRunner().invoke(group, ["edits", "--export", str(queue)], catch_exceptions=False)
    assert result.exit_code == 0
    for name in (queue / "series").read_text().split():
        subprocess.run(["git", "apply", str(queue / name)], cwd=copy, check=True)
    made, wanted = (
        {path: one for path, one in contents(root).items() if not path.startswith(".porter/")}
        for root in (copy, repository.port)
    )
    assert made == wanted


def test_a_link_whose_base_nothing_holds_is_said_to_have_no_patch(
    repository: Repository, tmp_path: Path
) -> None:
    repository.upstream(a_cu=CUDA)
    (repository.up / "link").symlink_to("a.cu")
    repository.sync()
    for folder in (repository.up, repository.port):
        (folder / "link").unlink()
        (folder / "link").symlink_to(f"another in {folder.name}")
    listed = CliRunner().invoke(group, ["edits"], catch_exceptions=False)
    assert "a link: where it led is not known any more, there is no patch" in listed.output
    queue = tmp_path / "queue"
    result = CliRunner().invoke(group, ["edits", "--export", str(queue)], catch_exceptions=False)
    assert "link: a link, left out: no patch can be made" in result.output
    assert (queue / "series").read_text() == ""

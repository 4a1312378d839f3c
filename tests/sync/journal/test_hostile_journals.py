"""A journal that a stranger wrote: it writes and removes in the port and what it vendors alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.files.digests import digest_of
from porter.sync.journal.journal import Journal
from porter.sync.lock.states import FILE, Content
from tests.sync.trees import CUDA, Repository, contents

FORGED = b"forged\n"
VICTIM = b"victim\n"


def state(data: bytes, kind: str = "file") -> dict[str, str]:
    return {"kind": kind, "digest": digest_of(data)}


@pytest.fixture
def decided(repository: Repository) -> Repository:
    """A port with a sync that was interrupted when its steps were decided, and a victim beside."""
    (repository.root.parent / "victim").write_bytes(VICTIM)
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.upstream(a_cu=CUDA + b"// more\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "apply", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            repository.sync()
    return repository


def forge(repository: Repository, change: Callable[[dict], object], *puts: bytes) -> None:
    """Change the journal, and add contents to those that it keeps."""
    folder = repository.port / ".porter/sync"
    document = json.loads((folder / "steps.json").read_text())
    number = len(document["steps"])
    change(document)
    for at, data in enumerate(puts, number):
        for side in ("put", "old"):
            (folder / side / str(at)).write_bytes(data)
    (folder / "steps.json").write_text(json.dumps(document))


def refused(repository: Repository, match: str) -> None:
    before = contents(repository.root.parent)
    for command in (repository.resume, repository.abort):
        with pytest.raises(PorterError, match=match):
            command()
        assert contents(repository.root.parent) == before


def test_the_journal_itself_is_followed(decided: Repository) -> None:
    forge(decided, lambda document: None)
    decided.resume()
    assert decided.ported()["a.cu"].endswith(b"// more\n")


@pytest.mark.parametrize(
    "target",
    [
        "../victim", "port/../../victim", "/etc/passwd", "porter.toml", "porter.lock", "other",
        "up/a.cu", ".git/hooks/pre-commit", "port/.git/config", "port/.porter/sync/steps.json",
        "port/.porter/sync.done", "port", "", ".", "port/a\nb", "port/a\0b", None, ["port/a.cu"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("removes", [True, False])
def test_a_target_that_no_sync_writes(decided: Repository, target: object, removes: bool) -> None:
    new, old = (None, state(VICTIM)) if removes else (state(FORGED), None)
    step = {"target": target, "new": new, "old": old}
    forge(decided, lambda document: document["steps"].append(step), FORGED)
    refused(decided, "no sync writes or removes|cannot be read")


@pytest.mark.parametrize("direction", ["new", "old"])
def test_a_link_and_a_file_behind_it(decided: Repository, direction: str, tmp_path: Path) -> None:
    away = str(decided.root.parent).encode()
    link = {"target": "port/l", "new": None, "old": None, direction: state(away, "link")}
    file = {"target": "port/l/victim", "new": None, "old": None, direction: state(FORGED)}
    forge(decided, lambda document: document["steps"].extend([link, file]), away, FORGED)
    with pytest.raises(PorterError, match="is to be a file, and l/victim in it"):
        decided.resume() if direction == "new" else decided.abort()
    assert (decided.root.parent / "victim").read_bytes() == VICTIM


@pytest.mark.parametrize("what", ["write", "remove"])
def test_a_link_of_the_tree_on_the_way(decided: Repository, what: str) -> None:
    (decided.port / "l").symlink_to(decided.root.parent)
    new, old = (state(FORGED), state(VICTIM)) if what == "write" else (None, state(VICTIM))
    step = {"target": "port/l/victim", "new": new, "old": old}
    forge(decided, lambda document: document["steps"].append(step), FORGED)
    with pytest.raises(PorterError, match=r"symbolic link|was changed since"):
        decided.resume()
    assert (decided.root.parent / "victim").read_bytes() == VICTIM
    with pytest.raises(PorterError, match=r"symbolic link|its content"):
        decided.abort()
    assert (decided.root.parent / "victim").read_bytes() == VICTIM


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.clear(),
        lambda document: document.update(format=2),
        lambda document: document.update(steps={}),
        lambda document: document.update(steps=[[]]),
        lambda document: document["steps"][0].update(new={"kind": "device", "digest": "0" * 32}),
        lambda document: document["steps"][0].update(new={"kind": "file", "digest": "0"}),
        lambda document: document["steps"][0].update(new=[]),
        lambda document: document["steps"].append(document["steps"][0]),
        lambda document: document["lock"].update(new=None),
        lambda document: document["lock"].update(new=""),
        lambda document: document["lock"].update(
            new=document["lock"]["new"].replace("port port", "port up")
        ),
        lambda document: document["lock"].update(old=[]),
        lambda document: document.pop("lock"),
    ],
)  # fmt: skip
def test_a_journal_of_another_shape(decided: Repository, change) -> None:
    forge(decided, change)
    refused(decided, "cannot be read|was edited by hand|holds no section")


def test_a_journal_that_is_no_json(decided: Repository) -> None:
    for data in (b"", b"\xff", b"[" * 100_000, b"null"):
        (decided.port / ".porter/sync/steps.json").write_bytes(data)
        refused(decided, "cannot be read")


@pytest.mark.parametrize("side", ["put", "old"])
@pytest.mark.parametrize("how", ["missing", "other", "link"])
def test_contents_that_are_not_those_of_the_journal(
    decided: Repository, side: str, how: str
) -> None:
    content = decided.port / ".porter/sync" / side / "0"
    assert content.exists()
    content.unlink()
    if how == "other":
        content.write_bytes(FORGED)
    elif how == "link":
        content.symlink_to(decided.root.parent / "victim")
    before = contents(decided.root.parent)
    with pytest.raises(PorterError, match="its content 0 is missing or was changed"):
        decided.resume() if side == "put" else decided.abort()
    assert contents(decided.root.parent) == before


@pytest.mark.parametrize("place", ["../victim", "port/../../victim", "up/a.cu", "porter.toml"])
def test_a_plan_that_writes_elsewhere_is_refused(repository: Repository, place: str) -> None:
    repository.upstream(a_cu=CUDA)
    journal = Journal(repository.settings, repository.project)
    journal.prepare()
    for content in (None, Content(FILE, FORGED)):
        with pytest.raises(PorterError, match="no sync writes or removes"):
            journal.put(repository.root / place, content)

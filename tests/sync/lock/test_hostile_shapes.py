"""What a lock and a journal hold in JSON, of other shapes: refused, never a traceback."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from porter.errors import PorterError
from porter.sync.journal import steps
from porter.sync.journal.areas import Areas
from porter.sync.lock.lines import PortLock
from porter.sync.lock.lockfile import read
from porter.sync.lock.recorded_choices import recorded_choices
from tests.files.hostile_json import TEXTS, VALUES, without_and_with_other_values
from tests.sync.trees import CUDA, Repository

STATE = {"kind": "file", "digest": "0" * 32}


@pytest.fixture
def synced(repository: Repository) -> Repository:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    return repository


def section_of(repository: Repository) -> PortLock:
    (section,) = read(repository.root).values()
    return section


def test_a_journal_of_any_shape_is_followed_or_cannot_be_read(synced: Repository) -> None:
    areas = Areas(synced.settings, synced.project)
    path = synced.port / ".porter/sync/steps.json"
    lock = (synced.root / "porter.lock").read_text()
    section = lock[lock.index("port port") :]
    whole = {
        "format": 1,
        "steps": [{"target": "port/a.cu", "new": STATE, "old": None}],
        "lock": {"new": section, "old": section},
    }
    assert len(steps.decoded(json.dumps(whole).encode(), areas, path, "port").steps) == 1
    refused = 0
    for what, data in [
        *((repr(data[:20]), data) for data in TEXTS),
        *without_and_with_other_values(whole),
    ]:
        try:
            found = steps.decoded(data, areas, path, "port")
        except PorterError as error:
            assert error.path is not None, what
            refused += 1
            continue
        (step,) = found.steps or [None]
        assert step is None or step.target.path == "a.cu", what
    assert refused > 150


@pytest.mark.parametrize("digest", ["0" * 32 + "x", "0" * 31, "g" * 32, "0" * 32 + "\n"])
def test_a_digest_that_is_none_is_refused(synced: Repository, digest: str) -> None:
    areas = Areas(synced.settings, synced.project)
    step = {"target": "port/a.cu", "new": {"kind": "file", "digest": digest}, "old": None}
    data = json.dumps({"format": 1, "steps": [step], "lock": {"new": "", "old": None}})
    with pytest.raises(PorterError, match="cannot be read"):
        steps.decoded(data.encode(), areas, synced.port, "port")


def test_choices_of_any_shape_are_taken_or_refused(synced: Repository) -> None:
    section = section_of(synced)
    whole = {**json.loads(section.options), "roc": ["rocblas"], "rocm": [6, 4], "rules": ["", ""]}
    for what, data in without_and_with_other_values(whole):
        changed = replace(section, options=data.decode())
        try:
            recorded_choices(synced.settings, synced.project, changed)
        except PorterError as error:
            assert error.path is not None, what
    for value in VALUES:
        if not isinstance(value, dict):
            with pytest.raises(PorterError, match="holds no choices"):
                recorded_choices(
                    synced.settings, synced.project, replace(section, options=json.dumps(value))
                )

"""A port stays in step when rules are renamed: its lock and porter.toml may hold former ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.fixers.registry import rules
from porter.rule_ids import ALIASES
from porter.sync.check import check
from tests.sync.trees import Repository, no_steps

(ID,) = (rule.id for rule in rules() if rule.name == "syncwarp")
(ALIAS,) = (alias for alias, id in ALIASES.items() if id == ID)
KERNEL = b"__global__ void k() { __syncwarp(); }\n"


def choose(repository: Repository, id: str) -> None:
    path = repository.root / "porter.toml"
    head = path.read_text().partition("skip")[0]
    path.write_text(f'{head}skip = ["{id}"]\n\n[findings]\n{id} = "off"\n')


@pytest.fixture
def ported(repository: Repository) -> Repository:
    """A port that was synced when the rule had its other id."""
    choose(repository, ID)
    repository.upstream(a_cu=KERNEL)
    repository.sync()
    assert b"porter::syncwarp" not in repository.ported()["a.cu"]
    lock = lock_of(repository)
    text = lock.read_text()
    assert text.count(f'"{ID}"') == 2
    lock.write_text(text.replace(f'"{ID}"', f'"{ALIAS}"'))
    return repository


def lock_of(repository: Repository) -> Path:
    return repository.root / "porter.lock"


@pytest.mark.parametrize("id", [ID, ALIAS])
def test_a_lock_with_former_ids_is_clean_whichever_porter_toml_has(
    ported: Repository, id: str
) -> None:
    choose(ported, id)
    assert check(ported.settings, ported.project, no_steps) == []
    assert check(ported.settings, ported.project, no_steps, again=True) == []


@pytest.mark.parametrize("id", [ID, ALIAS])
def test_a_sync_changes_no_file_and_writes_the_ids_that_are_current(
    ported: Repository, id: str
) -> None:
    choose(ported, id)
    before = ported.ported()
    ported.sync()
    assert ported.ported() == before
    assert check(ported.settings, ported.project, no_steps) == []


def test_another_choice_is_still_told(ported: Repository) -> None:
    choose(ported, next(rule.id for rule in rules() if rule.name == "clocks"))
    found = check(ported.settings, ported.project, no_steps)
    assert any("other choices" in one.message for one in found)

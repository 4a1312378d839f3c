"""A port stays in step when rules are renamed: its lock and porter.toml may hold former ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.files.digests import digest_of
from porter.fixers.registry import rules
from porter.rule_ids import ALIASES
from porter.sync.check import check
from porter.sync.lock.lines import check_of
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


TEXTURE = b"void f() { cudaMallocMipmappedArray(&levels, &format, extent, 4); }\n"


def lock_with(repository: Repository, before: str, after: str) -> None:
    """Put another digest into the lock, as a porter would have written it."""
    lines = lock_of(repository).read_text().splitlines()
    (at,) = (number for number, line in enumerate(lines) if before in line)
    rest = lines[at].split(" ", 3)[3].replace(before, after)
    lines[at] = f"  {check_of('port', rest)} {rest}"
    lock_of(repository).write_text("\n".join((*lines, "")))


@pytest.fixture
def listed(tmp_path: Path) -> Repository:
    """A port whose README lists a finding under the id that its rule had then."""
    (id,) = (rule.id for rule in rules() if rule.name == "textures")
    (alias,) = (alias for alias, current in ALIASES.items() if current == id)
    repository = Repository(tmp_path / "work", 'kind = "plain"\n')
    repository.upstream(a_cu=TEXTURE)
    repository.sync()
    readme, base = (repository.port / part / "README.md" for part in ("", ".porter/base"))
    text = readme.read_bytes()
    assert f"| {id} |".encode() in text
    old = text.replace(id.encode(), alias.encode())
    for path in (readme, base):
        path.write_bytes(old)
    lock_with(repository, digest_of(text), digest_of(old))
    return repository


def test_a_list_of_findings_with_former_ids_is_in_step(listed: Repository) -> None:
    assert check(listed.settings, listed.project, no_steps) == []
    assert check(listed.settings, listed.project, no_steps, again=True) == []


def test_a_list_of_findings_that_says_something_else_is_not(listed: Repository) -> None:
    readme, base = (listed.port / part / "README.md" for part in ("", ".porter/base"))
    text = readme.read_bytes()
    old = text.replace(b"texture units", b"textures")
    assert old != text
    for path in (readme, base):
        path.write_bytes(old)
    lock_with(listed, digest_of(text), digest_of(old))
    (found,) = check(listed.settings, listed.project, no_steps, again=True)
    assert (found.kind, found.path) == ("stale", "README.md")

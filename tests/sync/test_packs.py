"""Ports by a rule pack are kept like others: porter's own packs, and those of users."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.sync.check import check
from porter.sync.edits.hand_edits import hand_edits
from porter.sync.plan.status import section_for
from porter.sync.upstream.hooks import affected_projects
from tests.sync.trees import Repository, no_steps, write

INIT = b"from aiter.jit import core\n\nNAME = 'aiter'\n\n\ndef first():\n    return 1\n"
CORE = b"import os\n\nHOME = os.environ.get('AITER_HOME')\n\n\ndef second():\n    return 2\n"
PACK = (
    '[pack]\nname = "kit"\ntarget = "toolbox"\nsummary = "Kit."\n\n'
    '[[rename]]\nfrom = "kit"\nto = "toolbox"\n'
)


def ck_tile(root: Path) -> Repository:
    repository = Repository(root, 'to = "ck_tile"\n')
    write(repository.up, {"aiter__jit__core.py": CORE, "aiter__jit____init__.py": b""})
    (repository.up / "aiter" / "__init__.py").write_bytes(INIT)
    (repository.up / "aiter" / "run_aiter.sh").write_bytes(b"#!/bin/sh\npython -m aiter\n")
    (repository.up / "aiter" / "run_aiter.sh").chmod(0o755)
    (repository.up / "latest").symlink_to("aiter")
    repository.sync()
    return repository


def complaints(repository: Repository) -> list[tuple[str, str]]:
    found = check(repository.settings, repository.project, no_steps)
    return [(one.kind, one.path) for one in found]


def test_a_package_renamed_is_kept_under_its_new_names(tmp_path: Path) -> None:
    repository = ck_tile(tmp_path / "r")
    modes = {path: one[0] for path, one in repository.everything().items()}
    assert modes["port/ck_tile/run_ck_tile.sh"] == "exec"
    assert (repository.port / "latest").readlink() == Path("ck_tile")
    init = repository.port / "ck_tile" / "__init__.py"
    assert init.read_bytes() == INIT.replace(b"aiter", b"ck_tile")
    assert complaints(repository) == []

    init.write_bytes(init.read_bytes().replace(b"return 1", b"return 11"))
    (repository.up / "aiter" / "__init__.py").write_bytes(b"# aiter\n" + INIT)
    (repository.up / "aiter" / "aiter_new.py").write_bytes(b"import aiter\n")
    done = repository.sync()
    assert {change.path: change.what for change in done.changes} == {
        "ck_tile/__init__.py": "merged with hand edits",
        "ck_tile/ck_tile_new.py": "added",
    }
    wanted = b"# ck_tile\n" + INIT.replace(b"aiter", b"ck_tile").replace(b"1", b"11")
    assert init.read_bytes() == wanted
    assert complaints(repository) == []
    project = repository.project
    (edit,) = hand_edits(repository.settings, project, section_for(repository.settings, project))
    assert (edit.path, edit.source) == ("ck_tile/__init__.py", "aiter/__init__.py")
    assert edit.places[0].upstream_line == 8


def test_a_file_that_moves_into_another_folder_of_the_package(tmp_path: Path) -> None:
    repository = ck_tile(tmp_path / "r")
    core = repository.port / "ck_tile" / "jit" / "core.py"
    core.write_bytes(core.read_bytes().replace(b"return 2", b"return 22"))
    (repository.up / "aiter" / "jit" / "core.py").rename(repository.up / "aiter" / "aiter_core.py")
    done = repository.sync()
    assert done.conflicts == []
    assert b"return 22" in (repository.port / "ck_tile" / "ck_tile_core.py").read_bytes()
    assert not core.exists()


def test_what_leads_back_is_part_of_the_port(tmp_path: Path) -> None:
    repository = ck_tile(tmp_path / "r")
    record = repository.port / ".porter" / "reverse.json"
    assert not record.exists()
    (repository.up / "aiter" / "known.py").write_bytes(b"aiter = ck_tile = 1\n")
    repository.sync()
    assert "ck_tile/known.py" in json.loads(record.read_bytes())["files"]
    assert ("stale", "ck_tile/known.py") not in complaints(repository)
    record.unlink()
    assert ("not recorded", ".porter/reverse.json") in complaints(repository)
    (repository.up / "aiter" / "known.py").unlink()
    repository.sync()
    assert complaints(repository) == []


def test_an_old_name_that_people_write_into_the_port(tmp_path: Path) -> None:
    repository = ck_tile(tmp_path / "r")
    (repository.port / "ck_tile" / "mine.py").write_bytes(b"# https://example.org/aiter\n")
    assert complaints(repository) == []
    (repository.port / "ck_tile" / "mine.py").write_bytes(b"import aiter\n")
    assert complaints(repository) == [("unconverted", "ck_tile/mine.py")]


def test_a_name_that_is_taken_is_for_a_person(tmp_path: Path) -> None:
    repository = ck_tile(tmp_path / "r")
    (repository.up / "aiter" / "taken.cpp").write_bytes(
        b"namespace ck_tile {}\nnamespace aiter {}\n"
    )
    done = repository.sync()
    assert "ck_tile/taken.cpp" in done.todo
    assert ("unconverted", "ck_tile/taken.cpp") in complaints(repository)


def own_pack(root: Path) -> Repository:
    repository = Repository(root, 'rules = "names/kit.toml"\n')
    (root / "names").mkdir()
    (root / "names" / "kit.toml").write_text(PACK)
    write(repository.up, {"kit__run.py": b"import kit\n", "other.txt": b"nothing\n"})
    return repository


def test_a_pack_of_the_user_s_own_and_a_change_to_it(tmp_path: Path) -> None:
    repository = own_pack(tmp_path / "r")
    repository.sync()
    assert repository.ported() == {"toolbox/run.py": b"import toolbox\n", "other.txt": b"nothing\n"}
    assert complaints(repository) == []
    names = repository.root / "names" / "kit.toml"
    assert affected_projects(repository.settings, [str(names)]) == [repository.project]
    names.write_text(PACK.replace("toolbox", "toolkit"))
    assert ("stale", "") in complaints(repository)
    done = repository.sync()
    assert set(done.causes.values()) == {"porter.toml"}
    assert repository.ported() == {"toolkit/run.py": b"import toolkit\n", "other.txt": b"nothing\n"}


@pytest.mark.parametrize(
    ("more", "match"),
    [
        ('to = "nonesuch"\n', "there is no such target"),
        ('rules = "nonesuch.toml"\n', r"nonesuch\.toml: cannot be read"),
        ('to = "ck_tile"\nkind = "plain"\n', "kind and rename are for"),
        ('to = "ck_tile"\nrename = true\n', "kind and rename are for"),
        ("to = 1\n", "to is a text"),
        ('to = "ck_tile"\nrules = "names/kit.toml"\n', "is for toolbox, and not for ck_tile"),
    ],
)
def test_a_pack_that_cannot_be_had(tmp_path: Path, more: str, match: str) -> None:
    repository = own_pack(tmp_path / "r")
    path = repository.root / "porter.toml"
    path.write_text(path.read_text().replace('rules = "names/kit.toml"\n', more))
    before = repository.everything()
    with pytest.raises(PorterError, match=match):
        repository.sync()
    assert repository.everything() == before


def test_two_files_that_would_be_called_the_same(tmp_path: Path) -> None:
    repository = own_pack(tmp_path / "r")
    repository.sync()
    write(repository.up, {"toolbox__run.py": b"\n"})
    before = repository.everything()
    with pytest.raises(PorterError, match=r"would be called toolbox/run\.py"):
        repository.sync()
    assert repository.everything() == before

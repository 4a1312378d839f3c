"""A rule is known under each id that it ever had, wherever a user may have written one."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from porter.fixers.registry import rules
from porter.project.settings.settings import read
from porter.rule_ids import ALIASES, PREFIXES, current, next_free, with_current_ids
from porter.testing import apply

#: A rule that has another id, too, and what it changes.
(RULE,) = (rule for rule in rules() if rule.name == "syncwarp")
(ALIAS,) = (alias for alias, id in ALIASES.items() if id == RULE.id)
TEXT = "__global__ void k() { __syncwarp(); }\n"
CHANGED = "porter::syncwarp()"


def porter(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "porter", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_every_other_id_leads_to_a_rule_and_is_none_itself() -> None:
    ids = {rule.id for rule in rules()}
    assert set(ALIASES.values()) <= ids
    assert ids.isdisjoint(ALIASES)


def test_the_ids_of_a_family_begin_alike() -> None:
    families = {child.name for child in files("porter.fixers").iterdir() if child.is_dir()}
    assert PREFIXES.keys() <= families
    assert {rule.family for rule in rules()} == PREFIXES.keys()
    for rule in rules():
        known = {rule.id, *(alias for alias, id in ALIASES.items() if id == rule.id)}
        assert any(id.startswith(PREFIXES[rule.family]) for id in known), rule


def test_the_next_id_of_a_family_is_behind_all_that_were_ever_given() -> None:
    assert next_free("memory", ["MEM01", "MEM07", "API99"]) == "MEM08"
    assert next_free("package", []) == "PKG01"


def test_an_id_that_is_current_or_unknown_stays() -> None:
    assert [current(id) for id in (RULE.id, ALIAS, "X99")] == [RULE.id, RULE.id, "X99"]


@pytest.mark.parametrize(("flag", "is_changed"), [("--only", True), ("--skip", False)])
@pytest.mark.parametrize("id", [RULE.id, ALIAS])
def test_the_command_line_takes_both(tmp_path: Path, flag: str, is_changed: bool, id: str) -> None:
    (tmp_path / "a.cu").write_text(TEXT)
    done = porter("convert", "a.cu", "--out", "-", flag, id, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (CHANGED in done.stdout) is is_changed


def test_explain_takes_both_in_small_letters_too(tmp_path: Path) -> None:
    pages = [
        porter("explain", id, folder=tmp_path).stdout for id in (RULE.id, ALIAS, ALIAS.lower())
    ]
    assert pages[0].startswith(f"# {RULE.id}: syncwarp")
    assert pages == [pages[0]] * 3


def test_an_id_that_nothing_has_is_still_refused(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(TEXT)
    done = porter("convert", "a.cu", "--out", "-", "--skip", "X99", folder=tmp_path)
    assert done.returncode == 2
    assert "there is no rule X99" in done.stderr


def test_porter_toml_takes_both(tmp_path: Path) -> None:
    (tmp_path / "up").mkdir()

    def settings(id: str) -> object:
        text = f'[project]\nupstream = "up"\nport = "port"\nskip = ["{id}"]\nonly = ["{id}"]\n'
        (tmp_path / "porter.toml").write_text(f'{text}[findings]\n{id} = "off"\n')
        return read(tmp_path)

    assert settings(ALIAS) == settings(RULE.id)


def test_findings_of_porter_toml_silence_a_rule_under_both(tmp_path: Path) -> None:
    (reporting,) = (rule for rule in rules() if rule.name == "textures")
    (alias,) = (alias for alias, id in ALIASES.items() if id == reporting.id)
    (tmp_path / "a.cu").write_text("void make() { cuTexObjectCreate(&t, &r, &d, 0); }\n")
    for id, told in (("", True), (reporting.id, False), (alias, False)):
        (tmp_path / "porter.toml").write_text(f'[findings]\n{id} = "off"\n' if id else "")
        done = porter("convert", "a.cu", "--out", "out", "--report", "r.json", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        report = (tmp_path / "r.json").read_text()
        assert ("texture units" in report) is told, id


def test_rules_are_tried_under_both() -> None:
    assert CHANGED.encode() in apply(TEXT, ALIAS).data
    assert apply(TEXT, ALIAS).edits == apply(TEXT, RULE.id).edits


def test_a_report_names_the_id_that_is_current(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(TEXT)
    where = ("--out", "out", "--report", "r.json", "--sarif", "r.sarif")
    porter("convert", "a.cu", *where, "--only", ALIAS, folder=tmp_path)
    report = (tmp_path / "r.json").read_text()
    assert f'"{RULE.id}"' in report and ALIAS not in report


@pytest.mark.parametrize(
    "text", ["", "7", "[]", '{"only":7}', '{"skip":[[1]]}', '{"findings":[1]}', "[" * 100_000]
)
def test_choices_that_are_none_stay_as_they_are(text: str) -> None:
    assert with_current_ids(text) == text


def test_choices_of_a_lock_get_the_ids_that_are_current() -> None:
    old = {"to": "hip", "skip": [ALIAS], "findings": {ALIAS: "off"}}
    new = {"to": "hip", "skip": [RULE.id], "findings": {RULE.id: "off"}}
    assert json.loads(with_current_ids(json.dumps(old))) == new

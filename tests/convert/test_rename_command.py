"""The command line that renames a tree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group

from .renamed import TREE, got, put


def cli(*words: str, text: str | None = None):
    return CliRunner().invoke(group, ["convert", *words], input=text)


def test_the_command_line(tmp_path: Path) -> None:
    source = str(put(tmp_path / "a", TREE))
    own = tmp_path / "own.toml"
    own.write_text(
        '[pack]\nname = "own"\ntarget = "rocker"\n[[rename]]\nfrom = "aiter"\nto = "rocker"\n'
    )
    diff = cli(source, "--to", "ck_tile", "--diff")
    assert "+++ b/ck_tile/core.py" in diff.output and not (tmp_path / "b").exists()
    report = tmp_path / "r.json"
    out = str(tmp_path / "b")
    assert cli(source, "--rules", str(own), "--out", out, "--report", str(report)).exit_code == 0
    assert "rocker/core.py" in got(tmp_path / "b")
    document = json.loads(report.read_text())
    assert document["options"]["to"] == "rocker"
    assert document["renamed"]["aiter/core.py"] == {"to": "rocker/core.py", "rule": "PKG01"}
    assert {check["name"] for check in document["checks"]} >= {"Python files parse as before"}
    assert cli("-", "--to", "ck_tile", text="aiter Aiter\n").stdout == "ck_tile CkTile\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--to", "nothing"], "there is no such target"),
        (["--reverse"], "--reverse takes a rule pack back"),
        (["--to", "ck_tile", "--project", "torch"], "are for --to hip"),
        (["--rules", "/nowhere.toml"], "cannot be read"),
    ],
)
def test_what_the_command_line_refuses(tmp_path: Path, words: list[str], message: str) -> None:
    source = str(put(tmp_path / "a", TREE))
    done = cli(source, "--out", str(tmp_path / "b"), *words)
    assert done.exit_code != 0
    assert message in done.output + str(done.exception)
    assert not (tmp_path / "b").exists()

"""`porter report`, and `--html` of other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.report.html.documents import read_build, read_verdicts
from tests.cli.calls import CUDA, porter
from tests.report.html.pages import build_report, verdicts


@pytest.fixture
def src(tmp_path: Path) -> Path:
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "a.cu").write_text(CUDA)
    return folder


def test_a_page_is_written_and_named(src: Path, tmp_path: Path) -> None:
    done = porter("report", "src", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "report: porter-report.html\n"
    assert "<h1>src</h1>" in (tmp_path / "porter-report.html").read_text()
    assert (src / "a.cu").read_text() == CUDA


@pytest.mark.parametrize(
    "command", [("convert", "--out", "port"), ("convert", "--diff"), ("assess",)]
)
def test_other_commands_write_the_same_page(
    src: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    name, *more = command
    done = porter(name, "src", *more, "--html", "site", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "report: site/index.html" in done.stderr
    assert "Work list" in (tmp_path / "site" / "index.html").read_text()


def test_sources_that_are_rewritten_are_not_shown(src: Path, tmp_path: Path) -> None:
    done = porter("convert", "src", "--in-place", "--html", "a.html", cwd=tmp_path)
    assert done.returncode == 2
    assert "porter report" in done.stderr
    assert (src / "a.cu").read_text() == CUDA


def test_a_build_and_a_comparison_are_shown(src: Path, tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(json.dumps(build_report().to_json()))
    found = [
        {**{key: getattr(one, key) for key in one.__slots__}, "differences": [], "launches": None}
        for one in verdicts()
    ]
    (tmp_path / "v.json").write_text(json.dumps(found))
    done = porter("report", "src", "--build", "b.json", "--verify", "v.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "porter-report.html").read_text()
    assert "1 of 2 units compile" in page
    assert "1 of 2 cases give what CUDA gives" in page


def test_reports_are_read_as_they_were_written(tmp_path: Path) -> None:
    from dataclasses import asdict

    (tmp_path / "b.json").write_text(json.dumps(build_report().to_json()))
    built = read_build(tmp_path / "b.json")
    assert [unit.ok for unit in built.units] == [True, False]
    assert built.units[0].kernels == build_report().units[0].kernels
    (tmp_path / "v.json").write_text(json.dumps([asdict(one) for one in verdicts()]))
    assert read_verdicts(tmp_path / "v.json") == verdicts()


@pytest.mark.parametrize("text", ["", "[]", '{"root": 1}', '[{"project": "a"}]', "{"])
def test_another_file_is_refused(src: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "b.json").write_text(text)
    done = porter("report", "src", "--build", "b.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "b.json: is no report: " in done.stderr
    assert "porter build --json" in done.stderr

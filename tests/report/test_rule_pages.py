"""`porter explain` and docs/rules come from the rules themselves."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.clang import flags as semantic_flags
from porter.clang.semantics import semantics_of
from porter.cli.explain import command
from porter.errors import PorterError
from porter.report.rule_pages import pages

FOLDER = Path(__file__).parents[2] / "docs" / "rules"


def test_docs_are_up_to_date() -> None:
    written = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages(), "run `make docs`"


def test_docs_are_the_same_where_cuda_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semantic_flags, "cuda_flags", lambda: "there are no CUDA headers")
    semantics_of.cache_clear()
    test_docs_are_up_to_date()
    semantics_of.cache_clear()


def test_explain_shows_what_an_example_becomes() -> None:
    shown = CliRunner().invoke(command, ["w20"]).output
    assert "# WRP20: warp-functions" in shown
    assert (
        "+for (int i = 16; i > 0; i /= 2) v += porter::shfl_down_sync(0xffffffff, v, i);" in shown
    )


def test_explain_knows_names_too() -> None:
    runner = CliRunner()
    assert (
        runner.invoke(command, ["warp-functions"]).output
        == runner.invoke(command, ["WRP20"]).output
    )


def test_an_unknown_rule_gets_near_misses() -> None:
    result = CliRunner().invoke(command, ["W2O"])
    assert isinstance(result.exception, PorterError)
    assert "WRP27 (cub-warp-striped)" in str(result.exception)

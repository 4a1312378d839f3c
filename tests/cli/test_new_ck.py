"""`porter new ck` from the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError

MINI = Path(__file__).parents[2] / "csrc_cuda" / "aiter_mini"


def test_an_operator_is_written_and_the_next_step_is_told(tmp_path: Path) -> None:
    root = shutil.copytree(MINI, tmp_path / "mini")
    words = ["new", "ck", "made", "--op", "gemm", "--dtypes", "bf16", "--package", str(root)]
    done = CliRunner().invoke(group, words)
    assert done.exit_code == 0, done.output
    assert str(root / "csrc/ck_made/made.cu") in done.output.splitlines()
    assert "op_tests/test_made.py" in done.output.splitlines()[-1]


def test_bad_input_is_an_error_with_a_hint(tmp_path: Path) -> None:
    words = ["new", "ck", "made", "--op", "gem", "--package", str(tmp_path)]
    error = CliRunner().invoke(group, words).exception
    assert isinstance(error, PorterError)
    assert "gemm_a8w8" in str(error)


@pytest.mark.parametrize("missing", ["--op", "--package"])
def test_both_options_are_needed(tmp_path: Path, missing: str) -> None:
    words = {"--op": "gemm", "--package": str(tmp_path)}
    given = [word for option in words.items() if option[0] != missing for word in option]
    assert CliRunner().invoke(group, ["new", "ck", "made", *given]).exit_code == 2

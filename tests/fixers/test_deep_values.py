"""Files whose values lie too deep in one another are told, and no rule fails on them."""

from __future__ import annotations

import pytest

from tests.files.test_toml import HOSTILE
from tests.fixers.conftest import Convert


@pytest.mark.parametrize("text", HOSTILE)
def test_a_rule_says_so(text: str, converted: Convert) -> None:
    (finding,) = converted(text, "BLD24", path="pyproject.toml").findings
    assert "nothing was looked for" in finding.message


def test_a_notebook_too_deep_is_told(converted: Convert) -> None:
    text = '{"cells": ' + "[" * 50_000
    (finding,) = converted(text, "PYT12", path="a.ipynb").findings
    assert "too deep" in finding.message

"""Variables are set for a while, and are behind as they were before."""

from __future__ import annotations

import os

import pytest

from porter.processes.set_variables import set_variables


def test_variables_are_as_before_even_where_something_is_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PORTER_TEST_THERE", "old")
    monkeypatch.delenv("PORTER_TEST_ABSENT", raising=False)
    wanted = {"PORTER_TEST_THERE": "new", "PORTER_TEST_ABSENT": "new"}
    with pytest.raises(ZeroDivisionError), set_variables(wanted):
        assert {name: os.environ[name] for name in wanted} == wanted
        raise ZeroDivisionError
    assert os.environ["PORTER_TEST_THERE"] == "old"
    assert "PORTER_TEST_ABSENT" not in os.environ

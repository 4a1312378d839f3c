"""Rooms import downward only, and no modules import one another in a circle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from tests.architecture.imports import (
    Imports,
    best_order,
    circles,
    imports_of,
    room_of,
    sources_here,
    upward,
)
from tests.architecture.layers import LEVEL


@cache
def here() -> Imports:
    return imports_of(sources_here())


def graph(**arrows: str) -> Mapping[str, frozenset[str]]:
    return {node: frozenset(others) for node, others in arrows.items()}


def test_every_room_has_a_layer_and_every_layer_its_rooms() -> None:
    assert set(here().rooms) - {""} == set(LEVEL)


def test_no_room_imports_one_of_its_own_layer_or_above() -> None:
    rooms = here().rooms
    assert not {
        f"{room} -> {other}": here().between(room, other)
        for room in rooms
        for other in rooms[room]
        if room and LEVEL[other] >= LEVEL[room]
    }


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert circles(here().modules) == []


def test_what_rules_see_knows_nothing_of_what_runs_them() -> None:
    families = {name for name in here().modules if name.startswith("porter.fixers.")}
    assert len(families) > 100
    assert not {one for name in families for one in here().modules[name] if room_of(one) == "port"}


def test_imports_are_found_wherever_they_stand() -> None:
    found = imports_of(
        {
            "porter": "",
            "porter.a": "from porter.b import c\nimport porter.d.e\n",
            "porter.b": "def f():\n    from porter.d import e\n",
            "porter.b.c": "if TYPE_CHECKING:\n    from porter.d.e import Thing\n",
            "porter.d": "import sys\n",
            "porter.d.e": "",
        }
    )
    assert found.modules["porter.a"] == {"porter.b.c", "porter.d.e"}
    assert found.modules["porter.b"] == {"porter.d.e"}
    assert found.modules["porter.b.c"] == {"porter.d.e"}
    assert found.rooms == {"": set(), "a": {"b", "d"}, "b": {"d"}, "d": set()}
    assert found.between("a", "d") == [("porter.a", "porter.d.e")]


@pytest.mark.parametrize(
    ("arrows", "found"),
    [
        (graph(a="b", b="c", c=""), []),
        (graph(a="b", b="a", c="a"), [["a", "b"]]),
        (graph(a="b", b="c", c="a", d="e", e="d"), [["a", "b", "c"], ["d", "e"]]),
        (graph(a="bc", b="d", c="d", d="b"), [["b", "d"]]),
    ],
)
def test_circles(arrows: Mapping[str, frozenset[str]], found: list[list[str]]) -> None:
    assert circles(arrows) == found


def test_an_order_has_no_more_arrows_back_than_it_must() -> None:
    straight = graph(a="bc", b="c", c="")
    assert upward(straight, best_order(straight)) == []
    once = graph(a="bc", b="c", c="a")
    assert len(upward(once, best_order(once))) == 1

"""Which variables of a Makefile hold a word."""

from __future__ import annotations

import re

import pytest

from porter.source.build_files.make_flow import Makefile, MakeFlow

WORD = re.compile(rb"-dc")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("F := -O2\nL := $(F)\nF += -dc\n", "F"),
        ("F := -O2\nL = $(F)\nF += -dc\n", "F L"),
        ("F := -O2\nF += -dc\nL := $(F)\n", "F L"),
        ("F := -O2\nL :=\nF += -dc\nL += $(F)\n", "F L"),
        ("F = -O2\nL := $(F)\nM = $(L)\nF = -dc\n", "F"),
        ("F = $(G)\nL := $(F)\nG = -dc\n", "F G"),
        ("F = -O2\nL ?= $(F)\nF += -dc\n", "F L"),
        ("L := $(F)\nM := $(L)\n$(eval F += -dc)\nL += $(F)\n", "F L"),
    ],
)
def test_a_value_is_what_others_are_where_it_is_read(text: str, expected: str) -> None:
    flow = MakeFlow([Makefile("Makefile", text.encode())])
    names = [name for name in "FGLM" if flow.is_made_of(b"$(%b)" % name.encode(), WORD)]
    assert names == expected.split()


def test_of_several_files_the_order_is_not_known() -> None:
    files = [Makefile("a.mk", b"L := $(F)\n"), Makefile("Makefile", b"F := -dc\ninclude a.mk\n")]
    assert MakeFlow(files).is_made_of(b"$(L)", WORD)

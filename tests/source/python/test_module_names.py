"""The names of a module, and the blocks of statements that it runs itself."""

from __future__ import annotations

import ast

import pytest

from porter.source.python.module_names import blocks, module_names

TEXT = """
import os, a.b as c, d.e
from .f import g as h
from .i import *
if os:
    first = 1
elif h:
    def second(inner): local = 1
else:
    class Third:
        attribute = 1
try:
    fourth: int = 2
except ImportError as error:
    from . import fifth
finally:
    pass
for sixth in ():
    with open(os) as seventh:
        (eighth, *ninth) = 1, 2
match os:
    case [tenth]:
        pass
print(unknown)
"""


def test_names_are_those_of_every_branch() -> None:
    ordinals = "first second Third fourth fifth sixth seventh eighth ninth tenth"
    assert module_names(TEXT) == {"os", "c", "d", "h", "error", *ordinals.split()}


def test_blocks_are_those_that_the_module_runs() -> None:
    found = [ast.unparse(one[0]) for one in blocks(ast.parse(TEXT))]
    assert found[0].startswith("import os")
    for text in ("first = 1", "def second(inner):\n    local = 1", "fourth: int = 2", "pass"):
        assert text in found
    assert "local = 1" not in found and "attribute = 1" not in found


@pytest.mark.parametrize("text", ["x = (", "x\0", "x = " + "-" * 100_000 + "1"])
def test_what_is_not_python_is_told(text: str) -> None:
    with pytest.raises(SyntaxError):
        module_names(text)

"""Names that hold an old name only once their pieces stand together."""

from __future__ import annotations

import pytest

from porter.packs.constructed_names import ConstructedName, constructed_names
from porter.packs.pack import find
from porter.packs.renamer import Renamer
from porter.source.text.languages import Language

RENAMER = Renamer(find("ck_tile"))


def split(text: str, language: Language = Language.PYTHON) -> list[ConstructedName]:
    found = constructed_names(text.encode(), language, RENAMER)
    return [one for one in found if one.is_split]


@pytest.mark.parametrize(
    "expression",
    [
        '"ai" + "ter"',
        '"ai" + ("te" + "r")',
        '"i".join(["a", "ter"])',
        '"".join(("ai", "t".join(["", "er"])))',
        '"ai" "ter"',
    ],
)
def test_a_sum_of_constants_is_one_name(expression: str) -> None:
    text = f"f({expression}, x)\n"
    (found,) = split(text)
    assert text[found.start : found.end] == expression
    assert found.text == b"aiter"


def test_the_parts_of_a_longer_sum_are_not_reported_again() -> None:
    text = 'x = "ai" + "ter" + "_ops" + "_v1"\n'
    (found,) = split(text)
    assert found.text == b"aiter_ops_v1"


@pytest.mark.parametrize(
    "text",
    [
        'x = "ai" + y + "ter"\n',
        'x = "ai" * 2\n',
        'x = "wai" + "ter"\n',
        'x = y.join(["ai", "ter"])\n',
        'x = "aiter" + "/ops"\n',
    ],
)
def test_what_makes_no_old_name_is_left_alone(text: str) -> None:
    assert split(text) == []


def test_a_sum_of_thousands_takes_no_longer_than_its_pieces() -> None:
    text = " + ".join(['"ai"', '"ter"', *['"x"'] * 2000])
    assert [one.text[:5] for one in split(f"x = {text}\n")] == []
    text = " + ".join(['"ai"', '"ter_"', *['"x"'] * 2000])
    assert [one.text[:6] for one in split(f"x = {text}\n")] == [b"aiter_"]
    assert split(f"x = y + {text}\n") == []


def test_pasted_tokens_are_one_name() -> None:
    (found,) = split("#define AI(x) ai##ter\n", Language.CUDA)
    assert found.text == b"aiter"


@pytest.mark.parametrize("blanks", [0, 1, 500])
def test_pieces_may_stand_apart(blanks: int) -> None:
    apart = " " * blanks
    for text in (f'f(x +{apart}"aiter_v1")', f'f(x +{apart}rb"aiter_v1")'):
        assert [one.text for one in constructed_names(text.encode(), Language.PYTHON, RENAMER)]
    pasted = f"#define F(x) x ##{apart}aiter_v1\n"
    assert [one.text for one in constructed_names(pasted.encode(), Language.CUDA, RENAMER)]
    assert not list(constructed_names(b'f(x, "aiter_v1")', Language.PYTHON, RENAMER))

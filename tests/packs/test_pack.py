"""A pack is checked before anything is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.packs.pack import find, read

HEAD = '[pack]\nname = "mine"\ntarget = "new_name"\n'
KIT = '[[rename]]\nfrom = "{}"\nto = "{}"\n'


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return path


def test_a_pack_of_ones_own(tmp_path: Path) -> None:
    text = HEAD + KIT.format("oldName", "new_name") + '[keep]\nidentifiers = ["old_name_t"]\n'
    pack = read(write(tmp_path, text))
    assert pack.renames[0].old == ("old", "name")
    assert pack.keep.identifiers == ("old_name_t",)
    assert pack.reversed().reversed() == pack


def test_packs_of_the_rules_are_found_by_target_and_name() -> None:
    assert find("ck_tile") == find("aiter-ck-tile")
    with pytest.raises(PorterError, match="known: hip, ck_tile"):
        find("cktile")


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("[pack\n", "is not valid TOML", None),
        (HEAD, r"has no \[\[rename\]\] table", None),
        (KIT.format("old", "new"), r'\[pack\] needs name = "TEXT"', None),
        (HEAD + '[[rename]]\nfrom = "old"\n', r'\[\[rename\]\] needs to = "TEXT"', None),
        (HEAD + KIT.format("old", "new") + "[kept]\n", "has no key 'kept'", 7),
        (HEAD + KIT.format("old", "new") + "case = 1\n", "has no key 'case'", 7),
        (HEAD + KIT.format("old pkg", "new"), "'old pkg' is not a name", 5),
        (HEAD + KIT.format("ab", "new"), "too short", 5),
        (HEAD + KIT.format("old", "new") + "[keep]\nslugs = 1\n", "not a list of strings", 8),
        (HEAD + KIT.format("old", "new") + '[keep]\nslugs = ["x"]\n', "not OWNER/NAME", 8),
        (HEAD + KIT.format("old", "new") + '[keep]\ntext = ["("]\n', r"\[keep\] text", 8),
    ],
)
def test_what_breaks_the_schema_is_refused_with_its_line(
    tmp_path: Path, text: str, message: str, line: int | None
) -> None:
    with pytest.raises(PorterError, match=message) as caught:
        read(write(tmp_path, text))
    assert caught.value.line == line
    assert caught.value.path == tmp_path / "mine.toml"
    assert caught.value.hint


@pytest.mark.parametrize(
    ("renames", "message"),
    [
        ([("foo", "bar"), ("bar", "foo")], "go in a circle"),
        ([("foo", "bar"), ("bar", "qux"), ("qux", "foo")], "writes what"),
        ([("foo", "bar"), ("bar", "qux")], "writes what"),
        ([("foo", "foo_kit")], "every run would rename again"),
        ([("foo_kit", "foo")], "every run would rename again"),
        ([("foo", "bar"), ("Foo", "qux")], "renamed twice"),
        ([("foo", "bar"), ("qux", "bar")], "give the same name"),
        ([("foo_bar", "one"), ("bar_baz", "two")], "ambiguous"),
        ([("foo", "one_two"), ("bar", "two_six")], "ambiguous"),
    ],
)
def test_circles_and_ambiguity_are_refused(
    tmp_path: Path, renames: list[tuple[str, str]], message: str
) -> None:
    text = HEAD + "".join(KIT.format(*one) for one in renames)
    with pytest.raises(PorterError, match=message):
        read(write(tmp_path, text))

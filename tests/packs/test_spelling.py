"""Every case style and word part, and what is no part of the name."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.packs.pack import Pack, Rename, find
from porter.packs.renamer import Renamer
from porter.packs.spelling import Style, spell, spellings, words_of

RENAMER = Renamer(find("ck_tile"))

RENAMED = {
    "aiter": "ck_tile",
    "AITER": "CK_TILE",
    "Aiter": "CkTile",
    "aiter_lib": "ck_tile_lib",
    "module_aiter_enum": "module_ck_tile_enum",
    "libs_aiter": "libs_ck_tile",
    "AITER_FP4x2": "CK_TILE_FP4x2",
    "__AITER_H__": "__CK_TILE_H__",
    "aiterTensor": "ckTileTensor",
    "AiterTensor": "CkTileTensor",
    "AITERTensor": "CKTileTensor",
    "isAITER": "isCKTile",
    "isAiter": "isCkTile",
    "aiter2": "ck_tile2",
    "amd-aiter": "amd-ck-tile",
    "amd_aiter-0.1": "amd_ck_tile-0.1",
    "--aiter-dir": "--ck-tile-dir",
    "--aiter": "--ck-tile",
    "AITER-OPS": "CK-TILE-OPS",
    "AITER-based": "CK_TILE-based",
    "-Iaiter/include": "-Ick_tile/include",
    "-DAITER_X=1": "-DCK_TILE_X=1",
    "${DIR-aiter}": "${DIR-ck_tile}",
    "torch.ops.aiter.add": "torch.ops.ck_tile.add",
    "aiter::ops": "ck_tile::ops",
    "使用aiter库": "使用ck_tile库",
    r'"\naiter"': r'"\nck_tile"',
}
LEFT = [
    "waiter",
    "aiters",
    "libaiter",
    "AITERS",
    "PyAIter_Check",
    "raiter_x",
    "Waiters",
    r"\\naiter",
]


def renamed(renamer: Renamer, text: str) -> str:
    return renamer.renamed(text.encode("utf-8", "surrogateescape")).decode(
        "utf-8", "surrogateescape"
    )


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_a_style_has_its_counterpart(old: str, new: str) -> None:
    assert renamed(RENAMER, old) == new
    assert renamed(RENAMER.reverse, new) == old
    assert renamed(RENAMER, new) == new


@pytest.mark.parametrize("word", LEFT)
def test_words_that_only_contain_the_letters_stay(word: str) -> None:
    assert renamed(RENAMER, word) == word


def test_a_minus_is_no_hyphen() -> None:
    def new(text: bytes, is_code: bool) -> list[bytes]:
        return [match.new for match in RENAMER.matches(text, lambda _: is_code)]

    assert new(b"count-aiter", True) == [b"ck_tile"]
    assert new(b"count-aiter", False) == [b"ck-tile"]


def test_words_are_found_in_any_style() -> None:
    assert words_of("ck_tile") == words_of("ck-tile") == words_of("CkTile") == ("ck", "tile")
    assert words_of("causal_conv1d") == words_of("CausalConv1d") == ("causal", "conv1d")
    assert spell(("causal", "conv1d"), Style.UPPER) == "CAUSAL_CONV1D"


def test_the_longer_name_wins() -> None:
    pack = Pack("p", "t", "", (Rename(("foo",), ("bar",)), Rename(("foo", "kit"), ("qux", "set"))))
    assert renamed(Renamer(pack), "foo foo_kit FooKit foo_x") == "bar qux_set QuxSet bar_x"


WORD = st.text("abcdefgxyz", min_size=3, max_size=5)
NAME = st.lists(WORD, min_size=1, max_size=3).map(tuple)
GLUE = st.sampled_from(["_", " ", "-", "", ".", "::", "/", "x", "Q", "_Q", "7", "\\n", '"', "--"])


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(old=NAME, new=NAME, glue=st.lists(GLUE, max_size=8), data=st.data())
def test_what_a_rename_wrote_can_be_taken_back(
    old: tuple[str, ...], new: tuple[str, ...], glue: list[str], data: st.DataObject
) -> None:
    """For a name of one word that gets one of several, as for any two with as many words."""
    if len(old) > 1 and len(new) == 1:
        old, new = new, old
    if set(old) & set(new) or len(set(old + new)) < len(old + new):
        return
    if any(a in b for a in old + new for b in old + new if a != b):
        return
    renamer = Renamer(Pack("p", "t", "", (Rename(old, new),)))
    names = list(spellings(old))
    text = "".join(part + data.draw(st.sampled_from(names)) for part in [*glue, " "])
    there = {match.start for match in renamer.reverse.matches(text.encode())}
    once = renamed(renamer, text)
    assert renamed(renamer, once) == once
    if not there:
        assert renamed(renamer.reverse, once) == text

"""Edits become bytes: order, overlaps, pairs, and that nothing else moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.fixers import Rule
from porter.source import Edit, apply_edits
from porter.source.text.apply import erases

first, second = Rule("A", "first"), Rule("B", "second")


def edit(start: int, end: int, text: str, rule: str = "A") -> Edit:
    return Edit(start, end, text.encode(), rule)


@st.composite
def data_and_edits(draw: st.DrawFn) -> tuple[bytes, list[Edit]]:
    data = draw(st.binary(max_size=60))
    offset = st.integers(0, len(data))
    edits = []
    for start, end, text, rule in draw(
        st.lists(st.tuples(offset, offset, st.binary(max_size=4), st.sampled_from("AB")))
    ):
        low, high = min(start, end), max(start, end)
        edits.append(Edit(low, high, text, rule))
    for start, end in draw(st.lists(st.tuples(offset, offset), max_size=4)):
        if start != end:
            edits += second.wrap((min(start, end), max(start, end)), b"(", b")")
    return data, draw(st.permutations(edits))


@st.composite
def data_and_disjoint_edits(draw: st.DrawFn) -> tuple[bytes, list[Edit]]:
    data = draw(st.binary(min_size=1, max_size=60))
    cuts = sorted(draw(st.sets(st.integers(0, len(data)), max_size=12)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return data, [Edit(low, high, draw(st.binary(max_size=4)), "A") for low, high in pairs]


@given(st.binary())
def test_no_edits_same_bytes(data: bytes) -> None:
    assert apply_edits(data, []) == (data, [], [])


@given(data_and_disjoint_edits(), st.randoms())
def test_the_order_of_disjoint_edits_does_not_matter(case, random) -> None:
    data, edits = case
    shuffled = list(edits)
    random.shuffle(shuffled)
    assert apply_edits(data, shuffled) == apply_edits(data, edits)


@given(data_and_disjoint_edits())
def test_disjoint_edits_do_what_slicing_from_the_back_does(case) -> None:
    data, edits = case
    expected = data
    for one in sorted(edits, key=lambda one: -one.start):
        expected = expected[: one.start] + one.text + expected[one.end :]
    assert apply_edits(data, edits)[0] == expected


def overlap(one: Edit, other: Edit) -> bool:
    if one.start == one.end:
        return other.start < one.start < other.end
    if other.start == other.end:
        return overlap(other, one)
    return one.start < other.end and other.start < one.end


def bond(one: Edit) -> object:
    return id(one) if one.around is None else (one.rule, one.around)


@given(data_and_edits())
def test_whatever_is_given_what_holds_is_disjoint_and_first(case) -> None:
    data, edits = case
    # Deletions of one rule become one where they overlap: here each has a rule of its own.
    edits = [
        one if one.text or one.around else one._replace(rule=str(number))
        for number, one in enumerate(edits)
    ]
    _, kept, conflicts = apply_edits(data, edits)
    rank: dict[object, int] = {}
    for number, one in enumerate(edits):
        rank.setdefault(bond(one), number)
    assert not any(
        overlap(one, other) for number, one in enumerate(kept) for other in kept[number + 1 :]
    )
    for conflict in conflicts:
        unit = [one.dropped for one in conflicts if bond(one.dropped) == bond(conflict.dropped)]
        blocking = [one for one in kept if any(overlap(one, mate) for mate in unit)]
        assert any(
            rank[bond(one)] < rank[bond(conflict.dropped)]
            or any(erases(one, other, data) for other in edits)
            for one in blocking
        )
    texts = {(one.start, one.end, one.text) for one in edits}
    told = {(one.start, one.end, one.text) for one in kept} | {
        (one.dropped.start, one.dropped.end, one.dropped.text) for one in conflicts
    }
    assert told == texts


def test_an_edit_that_leaves_nothing_of_another_is_kept_in_its_place() -> None:
    inner, outer = Edit(2, 4, b"hip", "A"), Edit(0, 6, b"(void)0", "B")
    assert apply_edits(b"f(cu);", [inner, outer])[:2] == (b"(void)0", [outer])
    assert apply_edits(b"f(cu);", [outer, inner])[:2] == (b"(void)0", [outer])


def test_deletions_of_one_rule_that_overlap_become_one() -> None:
    words = [Edit(0, 3, b"", "A"), Edit(2, 5, b"", "A")]
    assert apply_edits(b"-x -y z", words) == (b" z", [Edit(0, 5, b"", "A")], [])
    others = [words[0], Edit(2, 5, b"", "B")]
    assert len(apply_edits(b"-x -y z", others)[2]) == 1


def test_an_edit_that_keeps_what_another_changes_has_to_go() -> None:
    inner, outer = Edit(2, 4, b"hip", "A"), Edit(0, 6, b"g(cu)", "B")
    data, kept, conflicts = apply_edits(b"f(cu);", [inner, outer])
    assert (data, kept) == (b"f(hip);", [inner])
    assert conflicts[0].dropped == outer


@given(data_and_edits())
def test_pairs_are_whole_and_balanced(case) -> None:
    _, kept, _ = apply_edits(*case)
    depth = 0
    for one in kept:
        if one.around is not None:
            depth += 1 if one.text == b"(" else -1
        assert depth >= 0
    assert depth == 0


@pytest.mark.parametrize(
    ("edits", "after"),
    [
        ([edit(0, 1, "X"), edit(2, 3, "Y")], "XbYd"),
        ([edit(1, 1, "("), edit(1, 2, "B"), edit(2, 2, ")")], "a(B)cd"),
        ([edit(1, 1, "1"), edit(1, 1, "2")], "a12bcd"),
        ([edit(1, 2, "X"), edit(1, 2, "X", "B")], "aXcd"),
        ([edit(4, 4, ")"), edit(4, 4, ")", "B")], "abcd))"),
        ([edit(0, 4, "all"), edit(1, 2, "X", "B")], "all"),
        ([edit(0, 4, "all"), edit(2, 2, "X", "B")], "all"),
        ([edit(0, 0, ""), edit(4, 4, "")], "abcd"),
        ([edit(1, 3, "")], "ad"),
    ],
)
def test_order_and_overlaps(edits: list[Edit], after: str) -> None:
    assert apply_edits(b"abcd", edits)[0] == after.encode()


def test_an_edit_that_lost_does_not_keep_others_out() -> None:
    edits = [edit(0, 2, "X"), edit(1, 5, "Y"), edit(3, 6, "Z")]
    data, kept, conflicts = apply_edits(b"abcdef", edits)
    assert data == b"XcZ"
    assert [one.text for one in kept] == [b"X", b"Z"]
    assert [(one.kept.text, one.dropped.text) for one in conflicts] == [(b"X", b"Y")]


def test_pairs_with_a_common_end_keep_both_closings() -> None:
    edits = [*first.wrap((0, 4), b"f(", b")"), *first.wrap((2, 4), b"g(", b")")]
    assert apply_edits(b"a, b", edits)[0] == b"f(a,g( b))"


def test_pairs_around_the_same_span_nest() -> None:
    edits = [*first.wrap((0, 1), b"f<", b">"), *second.wrap((0, 1), b"g(", b")")]
    assert apply_edits(b"a", edits)[0] == b"f<g(a)>"


def test_neighbouring_pairs_do_not_interleave() -> None:
    edits = [*second.wrap((1, 2), b"{", b"}"), *first.wrap((0, 1), b"(", b")")]
    assert apply_edits(b"ab", edits)[0] == b"(a){b}"


def test_a_suffix_stands_outside_a_pair_that_ends_there() -> None:
    edits = [first.insert(1, b", 32"), *second.wrap((0, 1), b"(", b")")]
    assert apply_edits(b"a", edits)[0] == b"(a), 32"


def test_half_a_pair_is_never_applied() -> None:
    edits = [edit(3, 6, "X"), *second.wrap((1, 4), b"(", b")")]
    data, _, conflicts = apply_edits(b"abcdef", edits)
    assert data == b"abcX"
    assert len(conflicts) == 2


def test_bound_edits_fall_together() -> None:
    bound = second.together(second.replace((0, 1), b"Y"), second.replace((4, 5), b"Z"))
    data, _, conflicts = apply_edits(b"abcdef", [edit(3, 6, "X"), *bound])
    assert data == b"abcX"
    assert {one.dropped.text for one in conflicts} == {b"Y", b"Z"}


def test_bound_edits_that_overlap_one_another_are_refused() -> None:
    bound = first.together(first.replace((0, 3), b"Y"), first.replace((2, 5), b"Z"))
    data, _, conflicts = apply_edits(b"abcdef", bound)
    assert data == b"abcdef"
    assert len(conflicts) == 2


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (2, 1), (0, 5)])
def test_an_edit_outside_the_file_is_a_bug(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="outside 4 bytes"):
        apply_edits(b"abcd", [edit(start, end, "")])


def test_an_inserted_line_stands_before_what_else_is_inserted_there() -> None:
    edits = [Edit(0, 0, b"call(", "MEM01"), Edit(0, 0, b"#include <x.h>\n", "A02")]
    assert apply_edits(b"k;\n", edits)[0] == b"#include <x.h>\ncall(k;\n"


def test_the_same_group_of_two_rules_counts_once() -> None:
    edits = [
        one
        for rule in (first, second)
        for one in rule.together(rule.replace((2, 4), b"= f("), rule.insert(6, b")"))
    ]
    alone = second.wrap((5, 6), b"(", b")")
    made, applied, conflicts = apply_edits(b"x += y;", [*edits, *alone])
    assert (made, len(applied), conflicts) == (b"x = f( (y));", 4, [])

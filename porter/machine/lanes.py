"""What registers hold lane by lane, as far as it follows from the numbers of the lanes.

Registers are followed through the code of a kernel once, from its entry: v0 is the number of the
work-item, scalar registers are the same in all lanes. A value is known *lane by lane* up to a sum
that all lanes have in common: that is all that bank conflicts and coalescing ask for. What depends
on memory, or is multiplied by what is not known, is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from porter.machine.code import Function, Instruction, halves
from porter.machine.loops import Block

Lanes: TypeAlias = npt.NDArray[np.int64]
_REGISTER = re.compile(r"(?P<file>[vs])(?:(?P<one>\d+)|\[(?P<first>\d+):(?P<last>\d+)\])$")
_WORD = np.int64(0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class Value:
    """What a register holds.

    Attributes:
        lanes: the number of each lane, less what they have in common when that is not known.
        exact: whether nothing is to be added.
        bits: how many bits of the whole may be set, from the lowest on.
    """

    lanes: Lanes
    exact: bool
    bits: int = 64

    @property
    def uniform(self) -> bool:
        """Whether all lanes hold the same."""
        return bool((self.lanes == self.lanes[0]).all())


#: How y and z of the work-item are taken out of v0, where it holds all three.
_Y = (("v_bfe_u32", ["v0", "10", "10"]),)
_Z = (("v_lshrrev_b32", ["20", "v0"]), ("v_bfe_u32", ["v0", "20", "10"]))
_DIMENSION_BITS = 10
#: Under this name stands y of the work-item. It is no register's.
_ROW = "y"
_NO_RESULT = ("global_store", "flat_store", "buffer_store", "ds_write", "ds_store", "s_cmp")
#: None: not known.
Known: TypeAlias = Value | None
State: TypeAlias = dict[str, Known]


def follow(
    function: Function, blocks: Sequence[Block], wave: int, packed: bool, row: int | None = None
) -> list[tuple[Instruction, Mapping[str, Known]]]:
    """Return each instruction that reads or writes memory with what registers hold before it.

    Args:
        function: a kernel.
        blocks: its basic blocks.
        wave: lanes of a wave.
        packed: whether v0 holds x, y and z of the work-item, ten bits each.
        row: threads of a row of the block; a wave is taken to lie in one when it is not known.
    """
    lanes = np.arange(wave, dtype=np.int64)
    x, y = (lanes, np.zeros_like(lanes)) if row is None else (lanes % row, lanes // row)
    first: State = {"v0": Value(x, True), _ROW: Value(y, False, _DIMENSION_BITS)}
    entering: dict[int, State] = {0: first}
    found: dict[int, tuple[Instruction, Mapping[str, Known]]] = {}
    # Twice: what a loop changes is known when its head is seen again.
    for _ in range(2):
        for number, block in enumerate(blocks):
            if number not in entering:
                continue
            state = dict(entering[number])
            for index in range(block.start, block.end):
                one = function.instructions[index]
                if one.name.startswith(("global_", "ds_", "flat_", "buffer_")):
                    found[index] = (one, dict(state))
                for part in halves(one):
                    _step(part, state, wave, packed)
            for following in block.next:
                known = entering.get(following)
                entering[following] = state if known is None else _join(known, state)
    return [found[index] for index in sorted(found)]


def low(name: str) -> str:
    """Return the register that holds the low word of an operand: `v2` of `v[2:3]`."""
    match = _REGISTER.match(name)
    return name if match is None else f"{match['file']}{match['one'] or match['first']}"


def _join(one: State, other: State) -> State:
    joined: State = {}
    for name in one.keys() & other.keys():
        a, b = one[name], other[name]
        if a is None or b is None:
            joined[name] = None
            continue
        apart = a.lanes - b.lanes
        if (apart == apart[0]).all():
            joined[name] = Value(a.lanes, a.exact and b.exact and not apart[0])
        else:
            joined[name] = None
    return joined


def _read(word: str, state: State, wave: int) -> Known:
    match = _REGISTER.match(word)
    if match is None:
        try:
            number = int(word, 0)
        except ValueError:
            scalar = word.startswith(("vcc", "exec", "ttmp", "m0", "src_"))
            return Value(np.zeros(wave, np.int64), False) if scalar else None
        return Value(np.full(wave, number, np.int64), True)
    name = low(word)
    if match["file"] == "s":
        return state.get(name) or Value(np.zeros(wave, np.int64), False)
    return state.get(name)


def _step(one: Instruction, state: State, wave: int, packed: bool) -> None:
    words = one.words
    if not words or one.name.startswith(_NO_RESULT):
        return
    target = words[0]
    match = _REGISTER.match(target)
    if match is None:
        return
    value = _result(one, words, state, wave, packed)
    last = int(match["last"] or match["one"])
    for number in range(int(match["one"] or match["first"]), last + 1):
        state.pop(f"{match['file']}{number}", None)
    if value is not None:
        state[low(target)] = value


def _result(one: Instruction, words: Sequence[str], state: State, wave: int, packed: bool) -> Known:
    """Return what an instruction leaves in the low word of its target."""
    if packed and one.name == "v_and_b32" and words[1:] == ["0x3ff", "v0"]:
        return state.get("v0")
    if packed and (one.name, words[1:]) in _Y:
        return state.get(_ROW)
    if packed and (one.name, words[1:]) in _Z:
        return Value(np.zeros(wave, np.int64), False, _DIMENSION_BITS)
    operation = _OPERATIONS.get(one.name)
    # A carry out stands between the result and what it is of.
    skip = 2 if "_co_" in one.name or one.name in ("v_mad_u64_u32", "v_mad_i64_i32") else 1
    taken = [_read(word.partition(" ")[0], state, wave) for word in words[skip:]]
    try:
        return None if operation is None else operation(taken)
    except IndexError:  # fewer operands than usual
        return None


def _sum(values: Sequence[Known]) -> Known:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    total: Lanes = np.sum([value.lanes for value in known], axis=0)
    return Value(total, all(value.exact for value in known))


def _scaled(value: Known, by: Known) -> Known:
    """Return a product; one of what is not known in full needs the other to be."""
    if value is None or by is None:
        return None
    if not by.exact:
        value, by = by, value
    if not by.exact or (not value.exact and not by.uniform):
        both = value.uniform and by.uniform
        return Value(np.zeros_like(value.lanes), False) if both else None
    return Value(value.lanes * by.lanes, value.exact)


def _exactly(operation: Callable[..., Lanes]) -> Callable[[Sequence[Known]], Known]:
    """Return an operation on words whose bits have to be known."""

    def apply(values: Sequence[Known]) -> Known:
        if any(value is None for value in values):
            return None
        known = [value for value in values if value is not None]
        if all(value.exact for value in known):
            return Value(operation(*(value.lanes for value in known)), True)
        same = all(value.uniform for value in known)
        return Value(np.zeros_like(known[0].lanes), False) if same else None

    return apply


def _shifted(value: Known, by: Known) -> Known:
    if value is None or by is None:
        return None
    scaled = _scaled(value, Value(1 << (by.lanes & 31), by.exact))
    if scaled is None or not by.exact:
        return scaled
    return replace(scaled, bits=min(64, value.bits + int((by.lanes & 31).max())))


def _negated(value: Known) -> Known:
    return None if value is None else Value(-value.lanes, value.exact)


def _difference(values: Sequence[Known]) -> Known:
    return _sum([values[0], _negated(values[1])])


def _shifted_or(values: Sequence[Known]) -> Known:
    """Return `a << by | b`, a sum where `b` has no bit that `a << by` may have."""
    value, by, other = values[:3]
    if by is None or other is None or not by.exact:
        return None
    fits = other.bits <= by.lanes & 31
    if other.exact:
        fits |= (other.lanes >= 0) & (other.lanes < 1 << (by.lanes & 31))
    return _sum([_shifted(value, by), other]) if fits.all() else None


def _lanes_below(first: int, last: int) -> Callable[[Sequence[Known]], Known]:
    """Return the operation that counts the lanes below each one, of those from first to last."""

    def apply(values: Sequence[Known]) -> Known:
        mask, more = values[:2]
        if mask is None or not mask.exact or (mask.lanes & _WORD != _WORD).any():
            return None
        lane = np.arange(len(mask.lanes), dtype=np.int64)
        below: Lanes = np.clip(lane, first, last) - first
        return _sum([Value(below, True), more])

    return apply


_OPERATIONS: dict[str, Callable[[Sequence[Known]], Known]] = {
    **dict.fromkeys(
        ("v_mov_b32", "s_mov_b32", "s_mov_b64", "v_mov_b64", "s_movk_i32"), lambda v: v[0]
    ),
    **dict.fromkeys(
        ("v_add_u32", "v_add_nc_u32", "v_add_co_u32", "s_add_u32", "s_add_i32", "v_add_u16"),
        lambda v: _sum(v[:2]),
    ),
    **dict.fromkeys(("v_add3_u32", "v_add3_nc_u32"), lambda v: _sum(v[:3])),
    **dict.fromkeys(
        ("v_sub_u32", "v_sub_nc_u32", "v_sub_co_u32", "s_sub_u32", "s_sub_i32"), _difference
    ),
    **dict.fromkeys(("v_subrev_u32", "v_subrev_nc_u32"), lambda v: _difference(v[1::-1])),
    **dict.fromkeys(
        ("v_lshlrev_b32", "v_lshlrev_b64", "v_lshlrev_b16"), lambda v: _shifted(v[1], v[0])
    ),
    **dict.fromkeys(("s_lshl_b32", "s_lshl_b64"), lambda v: _shifted(v[0], v[1])),
    **dict.fromkeys(
        ("v_lshl_add_u32", "v_lshl_add_u64"), lambda v: _sum([_shifted(v[0], v[1]), v[2]])
    ),
    "v_add_lshl_u32": lambda v: _shifted(_sum(v[:2]), v[2]),
    **dict.fromkeys(
        ("v_mul_u32_u24", "v_mul_lo_u32", "v_mul_i32_i24", "s_mul_i32", "v_mul_lo_u16"),
        lambda v: _scaled(v[0], v[1]),
    ),
    **dict.fromkeys(
        ("v_mad_u32_u24", "v_mad_i32_i24", "v_mad_u64_u32", "v_mad_i64_i32", "v_mad_u32_u16"),
        lambda v: _sum([_scaled(v[0], v[1]), v[2]]),
    ),
    "v_and_b32": _exactly(lambda a, b: a & b & _WORD),
    "v_or_b32": _exactly(lambda a, b: (a | b) & _WORD),
    "v_xor_b32": _exactly(lambda a, b: (a ^ b) & _WORD),
    "v_lshrrev_b32": _exactly(lambda by, a: (a & _WORD) >> (by & 31)),
    "v_ashrrev_i32": _exactly(lambda by, a: a >> (by & 31)),
    "v_bfe_u32": _exactly(lambda a, at, size: ((a & _WORD) >> at) & ((1 << size) - 1)),
    "v_lshl_or_b32": _shifted_or,
    "v_mbcnt_lo_u32_b32": _lanes_below(0, 32),
    "v_mbcnt_hi_u32_b32": _lanes_below(32, 64),
    "v_and_or_b32": _exactly(lambda a, mask, b: ((a & mask) | b) & _WORD),
    "v_or3_b32": _exactly(lambda a, b, c: (a | b | c) & _WORD),
}

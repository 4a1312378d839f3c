"""Random statements: warp functions, masks, shared memory, branches and loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.generated.expressions import Expression, Words, cut, expression, popcount

WARP = 32
FULL = ("0xffffffffu", "0xffffffff", "kAll", "~0u", "FULL_MASK")


class Grid(NamedTuple):
    """How a kernel is launched: blocks, and threads of one."""

    blocks: int
    threads: int

    @property
    def size(self) -> int:
        """Threads of all blocks."""
        return self.blocks * self.threads


class Statement(NamedTuple):
    """One or more lines of a kernel.

    Attributes:
        text: the lines.
        run: changes the variables of all threads of the grid.
    """

    text: str
    run: Callable[[dict[str, Words], Grid], None]


def statement(random: Random, names: Sequence[str], depth: int = 2) -> Statement:
    """Return a random statement that changes one of the variables `names`.

    Args:
        random: what decides.
        names: the variables.
        depth: how deep branches and loops may nest.
    """
    kinds = [_assignment, _shuffle, _vote, _reduction, _match, _part, _shared, _atomic]
    weights = [4, 4, 3, 2, 1, 3, 2, 1]
    if depth:
        kinds += [_loop]
        weights += [2]
    return random.choices(kinds, weights)[0](random, names, depth)


def _assignment(random: Random, names: Sequence[str], depth: int) -> Statement:
    name, value = random.choice(names), expression(random, names, 3)

    def run(state: dict[str, Words], grid: Grid) -> None:
        state[name] = value.value(state)

    return Statement(f"{name} = {value.text};", run)


def _rows(words: Words) -> Words:
    """Return the words of each warp in a row."""
    return words.reshape(-1, WARP)


def _shuffle(random: Random, names: Sequence[str], depth: int) -> Statement:
    name, value, by = random.choice(names), _small(random, names), _small(random, names)
    width = random.choice((32, 32, 16, 8, 4))
    kind = random.choice(("", "_up", "_down", "_xor"))
    constant = random.randrange(1, width)
    operand = f"{by.text} & 31" if kind == "" else f"{constant}"
    shown = f", {width}" if width != WARP or random.random() < 0.5 else ""
    mask = random.choice(FULL)

    def run(state: dict[str, Words], grid: Grid) -> None:
        rows, lane = _rows(value.value(state)), np.arange(WARP)
        first = lane // width * width
        if kind == "":
            source = first + (_rows(by.value(state)) & 31).astype(int) % width
        else:
            moved = {"_up": lane - constant, "_down": lane + constant, "_xor": lane ^ constant}
            source = moved[kind]
            source = np.where((source >= first) & (source < first + width), source, lane)
            source = np.broadcast_to(source, rows.shape)
        state[name] = np.take_along_axis(rows, source, axis=1).reshape(-1)

    call = f"__shfl{kind}_sync({mask}, {value.text}, {operand}{shown})"
    return Statement(f"{name} = {call};", run)


def _small(random: Random, names: Sequence[str]) -> Expression:
    return expression(random, names, 1)


def _ballot(flags: NDArray[np.bool_]) -> Words:
    """Return the mask of each warp's lanes that say yes, in each of its lanes."""
    rows = flags.reshape(-1, WARP).astype(np.uint64)
    return cut(np.repeat((rows << np.arange(WARP, dtype=np.uint64)).sum(axis=1), WARP))


def _vote(random: Random, names: Sequence[str], depth: int) -> Statement:
    name, value = random.choice(names), _small(random, names)
    bit = random.randrange(32)
    asked = f"({value.text} >> {bit}) & 1"
    kind = random.choice(("ballot", "ballot", "any", "all"))
    mask = random.choice(FULL)
    text = f"__{kind}_sync({mask}, {asked})"
    if kind == "ballot":
        text = random.choice((text, f"(unsigned)__popc({text})", f"(unsigned)__ffs({text})"))
    else:
        text = f"{text} ? 3u : 5u"

    def run(state: dict[str, Words], grid: Grid) -> None:
        flags = (value.value(state) >> np.uint32(bit) & np.uint32(1)).astype(bool)
        voted = _ballot(flags)
        if kind == "any":
            voted = np.where(voted != 0, 3, 5).astype(np.uint32)
        elif kind == "all":
            voted = np.where(voted == 0xFFFFFFFF, 3, 5).astype(np.uint32)
        elif text.startswith("(unsigned)__popc"):
            voted = popcount(voted)
        elif text.startswith("(unsigned)__ffs"):
            voted = popcount(voted ^ (voted - np.uint32(1))) * (voted != 0).astype(np.uint32)
        state[name] = voted

    return Statement(f"{name} = {text};", run)


_FOLDS: dict[str, Callable[[Words], Words]] = {
    "__reduce_add_sync": lambda rows: cut(rows.astype(np.uint64).sum(axis=1)),
    "__reduce_min_sync": lambda rows: rows.min(axis=1),
    "__reduce_max_sync": lambda rows: rows.max(axis=1),
    "__reduce_and_sync": lambda rows: np.bitwise_and.reduce(rows, axis=1),
    "__reduce_or_sync": lambda rows: np.bitwise_or.reduce(rows, axis=1),
    "__reduce_xor_sync": lambda rows: np.bitwise_xor.reduce(rows, axis=1),
}


def _reduction(random: Random, names: Sequence[str], depth: int) -> Statement:
    name, value = random.choice(names), _small(random, names)
    function = random.choice((*_FOLDS, "loop"))
    if function == "loop":
        text = (
            f"{{ unsigned sum = {value.text}; for (int o = 16; o > 0; o >>= 1) "
            f"sum += __shfl_xor_sync({random.choice(FULL)}, sum, o); {name} = sum; }}"
        )
        fold = _FOLDS["__reduce_add_sync"]
    else:
        text, fold = f"{name} = {function}(0xffffffffu, {value.text});", _FOLDS[function]

    def run(state: dict[str, Words], grid: Grid) -> None:
        state[name] = np.repeat(fold(_rows(value.value(state))), WARP)

    return Statement(text, run)


def _match(random: Random, names: Sequence[str], depth: int) -> Statement:
    name, value = random.choice(names), _small(random, names)
    few = random.choice((1, 3, 7))

    def run(state: dict[str, Words], grid: Grid) -> None:
        rows = _rows(value.value(state) & np.uint32(few))
        same = (rows[:, :, None] == rows[:, None, :]).astype(np.uint64)
        state[name] = cut((same << np.arange(WARP, dtype=np.uint64)).sum(axis=2).reshape(-1))

    return Statement(f"{name} = __match_any_sync(0xffffffffu, {value.text} & {few}u);", run)


def _part(random: Random, names: Sequence[str], depth: int) -> Statement:
    """A branch that only some lanes take, with warp functions for those whose mask was asked."""
    name, asked, value = random.choice(names), _small(random, names), _small(random, names)
    bit = random.randrange(32)
    kind = random.choice(("first", "sum", "rank", "ballot", "plain"))
    inner = {
        "first": f"__shfl_sync(m, {value.text}, __ffs(m) - 1)",
        "sum": f"__reduce_add_sync(m, {value.text})",
        "rank": "(unsigned)__popc(m & ((1u << (threadIdx.x & 31)) - 1))",
        "ballot": f"__ballot_sync(m, {value.text} & 1)",
        "plain": value.text,
    }[kind]
    text = (
        f"{{ bool p = ({asked.text} >> {bit}) & 1; unsigned m = __ballot_sync(0xffffffffu, p); "
        f"if (p) {{ {name} = {inner}; }} }}"
    )

    def run(state: dict[str, Words], grid: Grid) -> None:
        taken = (asked.value(state) >> np.uint32(bit) & np.uint32(1)).astype(bool)
        mask, values = _ballot(taken), value.value(state)
        lane = np.arange(grid.size) % WARP
        if kind == "first":
            rows, parts = _rows(values), taken.reshape(-1, WARP)
            first = parts.argmax(axis=1)
            result = np.repeat(rows[np.arange(len(rows)), first], WARP)
        elif kind == "sum":
            result = np.repeat(cut(np.where(_rows_of(taken), _rows(values), 0).sum(axis=1)), WARP)
        elif kind == "rank":
            below = ((np.uint64(1) << lane.astype(np.uint64)) - np.uint64(1)).astype(np.uint32)
            result = popcount(mask & below)
        elif kind == "ballot":
            result = _ballot(taken & ((values & 1) != 0))
        else:
            result = values
        state[name] = np.where(taken, result, state[name])

    return Statement(text, run)


def _rows_of(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return flags.reshape(-1, WARP)


def _shared(random: Random, names: Sequence[str], depth: int) -> Statement:
    name, value = random.choice(names), _small(random, names)
    step, offset = random.choice((1, 3, 5, 7, 33)), random.randrange(200)
    text = (
        f"shared[threadIdx.x] = {value.text}; __syncthreads(); "
        f"{name} = shared[(threadIdx.x * {step} + {offset}) % blockDim.x]; __syncthreads();"
    )

    def run(state: dict[str, Words], grid: Grid) -> None:
        blocks = value.value(state).reshape(grid.blocks, grid.threads)
        from_thread = (np.arange(grid.threads) * step + offset) % grid.threads
        state[name] = blocks[:, from_thread].reshape(-1)

    return Statement(text, run)


def _atomic(random: Random, names: Sequence[str], depth: int) -> Statement:
    name, where, value = random.choice(names), _small(random, names), _small(random, names)
    function = random.choice(("atomicAdd", "atomicXor", "atomicMax", "atomicMin"))
    start = {"atomicMin": 0xFFFFFFFF}.get(function, 0)
    text = (
        f"if (threadIdx.x < 16) shared[threadIdx.x] = {start}u; __syncthreads(); "
        f"{function}(&shared[{where.text} & 15], {value.text}); __syncthreads(); "
        f"{name} = shared[threadIdx.x & 15]; __syncthreads();"
    )
    fold = {
        "atomicAdd": np.add, "atomicXor": np.bitwise_xor, "atomicMax": np.maximum,
        "atomicMin": np.minimum,
    }[function]  # fmt: skip

    def run(state: dict[str, Words], grid: Grid) -> None:
        block = np.arange(grid.size) // grid.threads
        cells = np.full((grid.blocks, 16), start, np.uint32)
        slots = (where.value(state) & np.uint32(15)).astype(int)
        fold.at(cells, (block, slots), value.value(state))
        state[name] = cells[block, np.arange(grid.size) % grid.threads & 15]

    return Statement(text, run)


def _loop(random: Random, names: Sequence[str], depth: int) -> Statement:
    turns = random.randrange(2, 5)
    body = [statement(random, names, depth - 1) for _ in range(random.randrange(1, 4))]
    lines = " ".join(one.text for one in body)

    def run(state: dict[str, Words], grid: Grid) -> None:
        for _ in range(turns):
            for one in body:
                one.run(state, grid)

    return Statement(f"for (int i = 0; i < {turns}; i++) {{ {lines} }}", run)


def lanes_of(grid: Grid) -> Words:
    """Return the number of each thread in its block."""
    return cut(np.arange(grid.size) % grid.threads)

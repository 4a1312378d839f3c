"""RCCL and NCCL between threads and between processes, beside NumPy."""

from __future__ import annotations

import ctypes
import multiprocessing
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from .rccl_calls import SUM, Profiled, Rank, Size, UniqueId, at, unique

pytestmark = pytest.mark.toolchain

RANKS, COUNT = 3, 4
TYPES = {"i1": 0, "u1": 1, "i4": 2, "u4": 3, "i8": 4, "u8": 5, "f2": 6, "f4": 7, "f8": 8}
PRODUCT, LARGEST, LEAST, AVERAGE = range(1, 5)
BFLOAT16 = 9
INVALID_ARGUMENT, INVALID_USAGE = 4, 5
NO_COLOR = -1


def everything(rank: Rank) -> None:
    """Call every operation for every type, and look at the results of this rank."""
    n = Size(COUNT)
    for name, code in TYPES.items():
        all_ = np.array(
            [np.random.default_rng(one).integers(1, 6, RANKS * COUNT) for one in range(RANKS)]
        ).astype(name)
        mine, me, root = all_[rank.rank], rank.rank, RANKS - 1
        first = all_[:, :COUNT]
        exact = {
            SUM: first.sum(axis=0), PRODUCT: first.prod(axis=0), LARGEST: first.max(axis=0),
            LEAST: first.min(axis=0), AVERAGE: first.sum(axis=0) / RANKS,
        }  # fmt: skip
        exact[AVERAGE] = exact[AVERAGE] if name[0] == "f" else np.floor(exact[AVERAGE])
        for operation, expected in exact.items():
            made = np.zeros(COUNT, name)
            rank("AllReduce", at(mine), at(made), n, code, operation)
            assert abs(made - expected.astype(name)).max() <= 1e-3 * (name == "f2"), (
                name,
                operation,
            )
            made = mine[:COUNT].copy()
            rank("Reduce", at(made), at(made), n, code, operation, root)
            if me == root:
                assert abs(made - expected.astype(name)).max() <= 1e-3 * (name == "f2")
        made = np.zeros(COUNT, name)
        rank("ReduceScatter", at(mine), at(made), n, code, SUM)
        assert (made == all_.sum(axis=0).astype(name)[me * COUNT : (me + 1) * COUNT]).all()
        made = mine[:COUNT].copy()
        rank("Broadcast", at(made), at(made), n, code, root)
        assert (made == first[root]).all()
        made = mine[:COUNT].copy()
        rank("Bcast", at(made), n, code, 0)
        assert (made == first[0]).all()
        made = np.zeros(COUNT * RANKS, name)
        rank("AllGather", at(mine), at(made), n, code)
        assert (made == first.ravel()).all()
        made[:] = 0
        rank("Gather", at(mine), at(made), n, code, root)
        assert (made == (first.ravel() if me == root else 0)).all()
        part = np.zeros(COUNT, name)
        rank("Scatter", at(mine), at(part), n, code, root)
        assert (part == all_[root, me * COUNT : (me + 1) * COUNT]).all()
        rank("AllToAll", at(mine), at(made), n, code)
        assert (made == all_[:, me * COUNT : (me + 1) * COUNT].ravel()).all()
        counts = np.full(RANKS, 2, "u8")
        places, packed = np.arange(RANKS, dtype="u8") * COUNT, np.arange(RANKS, dtype="u8") * 2
        made[:] = 0
        rank("AllToAllv", at(mine), at(counts), at(places), at(made), at(counts), at(packed), code)
        assert (made[: 2 * RANKS] == all_[:, me * COUNT : me * COUNT + 2].ravel()).all()
        right, left = (me + 1) % RANKS, (me - 1) % RANKS
        assert rank.library.ncclGroupStart() == 0
        rank("Send", at(mine), n, code, right)
        rank("Recv", at(part), n, code, left)
        assert (part == all_[root, me * COUNT : (me + 1) * COUNT]).all()  # not before the end
        assert rank.library.ncclGroupEnd() == 0
        assert (part == first[left]).all()
    halves = np.full(2, 0x4040, "u2")  # 3
    rank("AllReduce", at(halves), at(halves), Size(2), BFLOAT16, SUM)
    assert (halves == 0x4110).all()  # 9
    operation, factor, made = ctypes.c_int(), np.full(1, 0.5), np.full(1, 4.0)
    assert rank.library.ncclRedOpCreatePreMulSum(
        ctypes.byref(operation), at(factor), 8, 1, rank.handle) == 0  # fmt: skip
    rank("AllReduce", at(made), at(made), Size(1), 8, operation.value)
    assert made[0] == 2 * RANKS
    assert rank.library.ncclRedOpDestroy(operation, rank.handle) == 0
    large = np.full(1 << 20, rank.rank + 1, "f4")
    rank("AllReduce", at(large), at(large), Size(1 << 20), 7, SUM)
    assert (large == 6).all()

    parts(rank)


def parts(rank: Rank) -> None:
    """Split a communicator, the part of that, and so on."""
    whole = rank.handle
    for turn in range(6):
        part, color = ctypes.c_void_p(), rank.rank % 2 if turn == 0 else 5
        split = rank.library.ncclCommSplit
        assert split(whole, color, -rank.rank, ctypes.byref(part), None) == 0
        members, number = [one for one in range(RANKS) if one % 2 == rank.rank % 2], ctypes.c_int()
        assert rank.library.ncclCommCount(part, ctypes.byref(number)) == 0
        assert number.value == len(members)
        assert rank.library.ncclCommUserRank(part, ctypes.byref(number)) == 0
        assert number.value == sorted(members, reverse=True).index(rank.rank)
        values = np.full(1, float(rank.rank))
        words = (at(values), at(values), ctypes.c_size_t(1), 8, SUM, part, None)
        assert rank.library.ncclAllReduce(*words) == 0
        assert values[0] == sum(members)
        whole = part
    none = ctypes.c_void_p(1)
    color = 0 if rank.rank else NO_COLOR
    assert rank.library.ncclCommSplit(rank.handle, color, 0, ctypes.byref(none), None) == 0
    assert (none.value is None) == (color == NO_COLOR)


@pytest.mark.parametrize("names", ["nccl", "pnccl"])
def test_threads(rccl: ctypes.CDLL, names: str) -> None:
    library: Any = rccl if names == "nccl" else Profiled(rccl)
    text, failures = unique(library), []

    def run(number: int) -> None:
        try:
            rank = Rank(library, text, number, RANKS)
            everything(rank)
            assert library.ncclCommDestroy(rank.handle) == 0
        except BaseException as error:  # what a thread raises is not seen otherwise
            failures.append(error)

    in_parallel(lambda number: threading.Thread(target=run, args=(number,)))
    assert failures == []


def in_parallel(make: Callable[[int], Any]) -> list[Any]:
    runs = [make(number) for number in range(RANKS)]
    for one in runs:
        one.start()
    for one in runs:
        one.join(timeout=120)
    assert not any(one.is_alive() for one in runs)
    return runs


def in_process(path: str, text: bytes, number: int) -> None:
    everything(Rank(ctypes.CDLL(path), text, number, RANKS))


def test_processes(rccl: ctypes.CDLL) -> None:
    context, text = multiprocessing.get_context("spawn"), unique(rccl)
    runs = in_parallel(
        lambda number: context.Process(target=in_process, args=(rccl._name, text, number))
    )
    assert [one.exitcode for one in runs] == [0] * RANKS


@pytest.mark.parametrize("names", ["nccl", "pnccl"])
def test_one_rank_and_groups_of_calls(rccl: Any, names: str) -> None:
    rccl = rccl if names == "nccl" else Profiled(rccl)
    handle, values = (ctypes.c_void_p * 1)(), np.arange(4, dtype="f8")
    assert rccl.ncclCommInitAll(handle, 1, None) == 0
    made, number = np.zeros(4), ctypes.c_int(-1)
    words = (ctypes.c_size_t(4), 8, SUM, ctypes.c_void_p(handle[0]), None)
    assert rccl.ncclAllReduce(at(values), at(made), *words) == 0
    assert (made == values).all()
    for name, expected in (("Count", 1), ("UserRank", 0), ("CuDevice", 0)):
        function = getattr(rccl, f"ncclComm{name}")
        assert function(ctypes.c_void_p(handle[0]), ctypes.byref(number)) == 0
        assert number.value == expected
    assert rccl.ncclCommGetAsyncError(ctypes.c_void_p(handle[0]), ctypes.byref(number)) == 0
    assert number.value == 0
    assert rccl.ncclCommFinalize(ctypes.c_void_p(handle[0])) == 0
    assert rccl.ncclCommAbort(ctypes.c_void_p(handle[0])) == 0


def test_several_ranks_of_one_thread(rccl: ctypes.CDLL) -> None:
    text = unique(rccl)
    ranks = [Rank(rccl, text, number, RANKS) for number in range(RANKS)]
    arrays = [np.full(COUNT, float(number)) for number in range(RANKS)]
    assert rccl.ncclGroupStart() == 0
    assert rccl.ncclGroupStart() == 0
    for rank, array in zip(ranks, arrays, strict=True):
        rank("AllReduce", at(array), at(array), Size(COUNT), 8, SUM)
    assert rccl.ncclGroupEnd() == 0
    assert arrays[2][0] == 2  # of groups in groups the outermost counts
    assert rccl.ncclGroupEnd() == 0
    assert all((array == sum(range(RANKS))).all() for array in arrays)


class Configuration(ctypes.Structure):
    """ncclConfig_t's beginning."""

    _fields_ = (("bytes", ctypes.c_size_t), ("magic", ctypes.c_uint), ("version", ctypes.c_uint))


@pytest.mark.parametrize("names", ["nccl", "pnccl"])
def test_configurations_and_memory(rccl: Any, names: str) -> None:
    rccl = rccl if names == "nccl" else Profiled(rccl)
    handle, text, made = ctypes.c_void_p(), UniqueId(), Configuration(16, 0xCAFEBEEF, 22105)
    ctypes.memmove(ctypes.byref(text), unique(rccl), 128)
    words = (ctypes.byref(handle), 1, text, 0, ctypes.byref(made))
    assert rccl.ncclCommInitRankConfig(*words) == 0
    pointer, registered = ctypes.c_void_p(), ctypes.c_void_p()
    assert rccl.ncclMemAlloc(ctypes.byref(pointer), ctypes.c_size_t(64)) == 0
    words = (handle, pointer, ctypes.c_size_t(64), ctypes.byref(registered))
    assert rccl.ncclCommRegister(*words) == 0
    words = (pointer, pointer, ctypes.c_size_t(8), 8, SUM, handle, None)
    assert rccl.ncclAllReduce(*words) == 0
    assert rccl.ncclCommDeregister(handle, registered) == 0
    assert [rccl.ncclMemFree(pointer), rccl.ncclMemFree(pointer)] == [0, 1]
    made.magic = 5
    words = (ctypes.byref(handle), 1, text, 0, ctypes.byref(made))
    assert rccl.ncclCommInitRankConfig(*words) == INVALID_ARGUMENT
    split = rccl.ncclCommSplit
    assert split(handle, -2, 0, ctypes.byref(pointer), None) == INVALID_ARGUMENT
    assert split(handle, 0, 0, None, None) == INVALID_ARGUMENT


def test_mistakes(rccl: ctypes.CDLL) -> None:
    rank, values = Rank(rccl, unique(rccl), 0, 1), np.zeros(4)
    good = [at(values), at(values), ctypes.c_size_t(4), 8, SUM, rank.handle, None]
    for place, wrong in ((0, None), (1, None), (3, 77), (3, -1), (4, 77), (5, None),
                         (5, ctypes.c_void_p(64))):  # fmt: skip
        changed = [*good]
        changed[place] = wrong
        assert rccl.ncclAllReduce(*changed) == INVALID_ARGUMENT, place
    assert rccl.ncclBcast(at(values), ctypes.c_size_t(4), 8, 1, rank.handle, None) == 4
    assert rccl.ncclGroupEnd() == INVALID_USAGE
    devices, handles = (ctypes.c_int * 2)(0, 0), (ctypes.c_void_p * 2)()
    assert rccl.ncclCommInitAll(handles, 2, devices) == INVALID_USAGE
    assert rccl.ncclCommInitAll(handles, 1, (ctypes.c_int * 1)(99)) == INVALID_ARGUMENT
    assert rccl.ncclCommInitRank(ctypes.byref(rank.handle), 2, UniqueId(), 0) == INVALID_ARGUMENT
    assert rccl.ncclCommDestroy(rank.handle) == 0
    assert rccl.ncclCommDestroy(rank.handle) == INVALID_ARGUMENT


def test_a_rank_that_ends_is_an_error_of_those_that_wait(rccl: ctypes.CDLL) -> None:
    text, answers = unique(rccl), []
    ranks = [Rank(rccl, text, number, 2) for number in range(2)]
    values = np.zeros(1)
    words = (ctypes.c_size_t(1), 8)
    assert rccl.ncclSend(at(values), *words, 0, ranks[1].handle, None) == 0
    assert rccl.ncclRecv(at(values), *words, 1, ranks[0].handle, None) == 0

    def wait() -> None:
        answers.append(rccl.ncclRecv(at(values), *words, 1, ranks[0].handle, None))

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert rccl.ncclCommDestroy(ranks[1].handle) == 0
    waiting.join(timeout=60)
    code = ctypes.c_int()
    assert answers and rccl.ncclCommGetAsyncError(ranks[0].handle, ctypes.byref(code)) == 0
    assert code.value == 6

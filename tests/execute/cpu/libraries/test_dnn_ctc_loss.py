"""Connectionist temporal classification of MIOpen and cuDNN, beside all paths, and PyTorch."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

from .dnn_calls import VENDORS, Layers, integers

pytestmark = pytest.mark.toolchain

BAD, NOT_SUPPORTED = {"miopen": 3, "cudnn": 2000}, 3000
FLOAT, DOUBLE = {"miopen": 1, "cudnn": 0}, 1
NO_WORK = (None, ctypes.c_size_t(0))


class Batch(NamedTuple):
    """Labels of members, how many times each has, and scores by time, member and class."""

    labels: Sequence[Sequence[int]]
    times: Sequence[int]
    scores: Any

    @property
    def lists(self) -> list[Any]:
        flat = [letter for one in self.labels for letter in one]
        return [integers(flat), integers([len(one) for one in self.labels]), integers(self.times)]


def batch(labels: Sequence[Sequence[int]], times: Sequence[int], classes: int) -> Batch:
    random = np.random.default_rng(7)
    return Batch(labels, times, random.normal(0, 2, (max(times), len(times), classes)))


def softmax(scores: Any) -> Any:
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def by_paths(one: Batch, blank: int = 0) -> tuple[Any, Any]:
    """Return costs, and which share of the paths is in each class at each time."""
    chances = softmax(one.scores)
    shares = np.zeros_like(chances)
    costs = []
    for n, (labels, times) in enumerate(zip(one.labels, one.times, strict=True)):
        total = 0.0
        for path in itertools.product(range(chances.shape[2]), repeat=times):
            read = [letter for letter, _ in itertools.groupby(path) if letter != blank]
            if read == list(labels):
                chance = float(np.prod([chances[t, n, c] for t, c in enumerate(path)]))
                total += chance
                for t, letter in enumerate(path):
                    shares[t, n, letter] += chance
        costs.append(-np.log(total) if total else np.inf)
        shares[:, n] /= total or 1
    return np.array(costs), shares


def cudnn(net: Layers, one: Batch, *, normalises: int, lists_on_device: bool, keeps: int = 0,
          wants_gradients: bool = True) -> tuple[Any, Any]:  # fmt: skip
    how = net.made("CTCLoss")
    assert net("SetCTCLossDescriptor_v9", how, FLOAT["cudnn"], normalises, keeps, 255) == 0
    x = net.place(one.scores if normalises else softmax(one.scores), "f4")
    made, costs = net.empty(one.scores.shape, "f4"), net.empty((len(one.times),), "f4")
    place = made.pair if wants_gradients else (None, None)
    if lists_on_device:
        words = (1, how, *x.pair, *one.lists, costs.at, *place, ctypes.c_size_t(0), None)
        net.call("CTCLoss_v8", *words)
    else:
        net.call("CTCLoss", *x.pair, *one.lists, costs.at, *place, 0, how, *NO_WORK)
    return costs.values(), made.values()


def miopen(net: Layers, one: Batch, *, normalises: bool, blank: int = 0) -> tuple[Any, Any]:
    how = net.made("CTCLoss")
    assert net("SetCTCLossDescriptor", how, FLOAT["miopen"], blank, normalises) == 0
    x = net.place(one.scores if normalises else np.log(softmax(one.scores)), "f4")
    made, costs = net.empty(one.scores.shape, "f4"), net.empty((len(one.times),), "f4")
    net.call("CTCLoss", *x.pair, *one.lists, costs.at, *made.pair, 0, how, *NO_WORK)
    return costs.values(), made.values()


SMALL = batch([[1, 2], [2, 2], [1], []], [5, 5, 3, 4], 3)


@pytest.mark.parametrize("normalises", [0, 1])
@pytest.mark.parametrize("lists_on_device", [False, True])
def test_cudnns(dnn: ctypes.CDLL, normalises: int, lists_on_device: bool) -> None:
    net = Layers(dnn, "cudnn")
    exact, shares = by_paths(SMALL)
    for wants in (True, False):
        costs, gradients = cudnn(net, SMALL, normalises=normalises, wants_gradients=wants,
                                 lists_on_device=lists_on_device)  # fmt: skip
        np.testing.assert_allclose(costs, exact, rtol=1e-5)
        inside = np.arange(5)[:, None, None] < np.array(SMALL.times)[None, :, None]
        expected = np.where(inside, softmax(SMALL.scores) - shares, 0) if wants else 7.0
        np.testing.assert_allclose(gradients, np.broadcast_to(expected, gradients.shape), atol=1e-5)


@pytest.mark.parametrize("keeps", [0, 1])
def test_cudnns_labels_that_do_not_fit(dnn: ctypes.CDLL, keeps: int) -> None:
    one = batch([[1, 1], [1, 2]], [2, 2], 3)  # a letter twice needs a blank between
    costs, gradients = cudnn(Layers(dnn, "cudnn"), one, normalises=1, keeps=keeps,
                             lists_on_device=True)  # fmt: skip
    assert costs[0] == np.inf and np.isfinite(costs[1])
    assert (gradients[:, 0] == (7 if keeps else 0)).all()
    assert (gradients[:, 1] != 7).all()


@pytest.mark.parametrize("blank", [0, 2, -4, 9])
@pytest.mark.parametrize("normalises", [False, True])
def test_miopens(dnn: ctypes.CDLL, blank: int, normalises: bool) -> None:
    """A blank that is no class is the nearest; without softmax gradients are of probabilities."""
    nearest = min(max(blank, 0), 2)
    names = [letter for letter in range(3) if letter != nearest]
    labels = [[names[letter - 1] for letter in one] for one in SMALL.labels]
    one = Batch(labels, SMALL.times, SMALL.scores)
    exact, shares = by_paths(one, nearest)
    costs, gradients = miopen(Layers(dnn, "miopen"), one, normalises=normalises, blank=blank)
    np.testing.assert_allclose(costs, exact, rtol=1e-5)
    chances = softmax(one.scores)
    expected = chances - shares if normalises else -shares / chances
    inside = np.arange(5)[:, None, None] < np.array(one.times)[None, :, None]
    np.testing.assert_allclose(gradients, np.where(inside, expected, 0), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("vendor", VENDORS)
def test_beside_pytorch(dnn: ctypes.CDLL, vendor: str) -> None:
    torch = pytest.importorskip("torch")
    random = np.random.default_rng(5)
    lengths, times = [40, 1, 0, 25], [120, 77, 90, 60]
    one = batch([random.integers(1, 30, count).tolist() for count in lengths], times, 30)
    scores = torch.tensor(one.scores, requires_grad=True)
    flat = torch.tensor([letter for each in one.labels for letter in each])
    exact = torch.nn.functional.ctc_loss(
        scores.log_softmax(2), flat, torch.tensor(times), torch.tensor(lengths), reduction="none"
    )
    exact.sum().backward()
    net = Layers(dnn, vendor)
    if vendor == "cudnn":
        costs, gradients = cudnn(net, one, normalises=1, lists_on_device=False)
    else:
        costs, gradients = miopen(net, one, normalises=True)
    np.testing.assert_allclose(costs, exact.detach().numpy(), rtol=1e-5)
    np.testing.assert_allclose(gradients, scores.grad.numpy(), atol=2e-5)


def test_cudnns_descriptors(dnn: ctypes.CDLL) -> None:
    net, how, bad = Layers(dnn, "cudnn"), ctypes.c_void_p(), BAD["cudnn"]
    assert net("CreateCTCLossDescriptor", None) == bad
    assert net("CreateCTCLossDescriptor", ctypes.byref(how)) == 0
    told = [ctypes.c_int(-1) for _ in range(4)]
    for suffix, count in (("", 1), ("Ex", 3), ("_v8", 4), ("_v9", 4)):
        given = (FLOAT["cudnn"], 1, 1, 20)[:count]
        assert net(f"SetCTCLossDescriptor{suffix}", how, *given) == 0
        assert net(f"GetCTCLossDescriptor{suffix}", how, *map(ctypes.byref, told[:count])) == 0
        assert tuple(one.value for one in told[:count]) == given
        assert net(f"GetCTCLossDescriptor{suffix}", how, *([None] * count)) == bad
    for wrong in ((99, 1, 1, 20), (0, 2, 1, 20), (0, 1, 2, 20), (0, 1, 1, 256), (0, 1, 1, -1)):
        assert net("SetCTCLossDescriptor_v9", how, *wrong) == bad
    assert [net("DestroyCTCLossDescriptor", how) for _ in "12"] == [0, bad]


def test_miopens_descriptors(dnn: ctypes.CDLL) -> None:
    net, bad = Layers(dnn, "miopen"), BAD["miopen"]
    how, told = net.made("CTCLoss"), (ctypes.c_int(), ctypes.c_int(), ctypes.c_bool())
    for given in (None, (1, 4, False), (0, 4, True)):  # halves are refused
        if given:
            assert net("SetCTCLossDescriptor", how, *given) == (0 if given[0] else bad)
        assert net("GetCTCLossDescriptor", how, *map(ctypes.byref, told)) == 0
        assert [one.value for one in told] == ([1, 4, False] if given else [1, 0, True])
    assert [net("DestroyCTCLossDescriptor", how) for _ in "12"] == [0, bad]


@pytest.mark.parametrize("vendor", VENDORS)
def test_mistakes(dnn: ctypes.CDLL, vendor: str) -> None:
    net, bad = Layers(dnn, vendor), BAD[vendor]
    good = batch([[1, 2], [1]], [3, 2], 3)
    how = net.made("CTCLoss")
    settings = ("_v9", 0, 1, 0, 5) if vendor == "cudnn" else ("", 1, 0, True)
    assert net(f"SetCTCLossDescriptor{settings[0]}", how, *settings[1:]) == 0
    costs, small = net.empty((2,), "f4"), net.empty((3, 2, 2), "f4")

    def called(one: Batch, x: Any = None, to: Any = None, algorithm: int = 0) -> list[int]:
        x, to = x or net.place(one.scores, "f4"), to or net.empty(one.scores.shape, "f4")
        size = ctypes.c_size_t(99)
        words = (x.descriptor, to.descriptor, *one.lists, algorithm, how, ctypes.byref(size))
        asked = net("GetCTCLossWorkspaceSize", net.handle, *words)
        words = (*x.pair, *one.lists, costs.at, *to.pair, algorithm, how, *NO_WORK)
        return [asked, net("CTCLoss", net.handle, *words)]

    assert called(good) == [0, 0]
    for labels, times in (([[1, 3], [1]], (3, 2)), ([[1, -1], [1]], (3, 2)), ([[1], [1]], (4, 2))):
        assert called(Batch(labels, times, good.scores))[1] == bad
    assert called(good, to=small)[1] == bad
    assert called(good, algorithm=7)[1] == (NOT_SUPPORTED if vendor == "cudnn" else bad)
    too_long = Batch([[1, 1], [1]], (2, 2), good.scores)
    if vendor == "miopen":
        assert called(too_long) == [bad, bad]
    else:
        assert called(too_long) == [0, 0]  # which costs an infinity
        assert called(Batch([[1] * 6, []], (3, 2), good.scores))[1] == bad  # of 5 at most
        words = (how, net.described((3, 2, 3), "f4"), net.described((3, 2, 3), "f4"), None)
        assert net("GetCTCLossWorkspaceSize_v8", net.handle, 0, *words) == bad
        words = (*words[:3], ctypes.byref(ctypes.c_size_t()))
        assert net("GetCTCLossWorkspaceSize_v8", net.handle, 0, *words) == 0
        doubles = net.place(good.scores, "f8")
        assert called(good, x=doubles, to=doubles)[1] == NOT_SUPPORTED

"""Descriptors of MIOpen and cuDNN tell what they were given; what is not offered says so."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np
import pytest

from .dnn_calls import VENDORS, Layers, integers

pytestmark = pytest.mark.toolchain

NOT_SUPPORTED = {"miopen": 8, "cudnn": 3000}


class Given(int):
    """A number that a function which tells is given."""


class Row(NamedTuple):
    """A function that sets and one that tells.

    Attributes:
        vendor: of `VENDORS`.
        kind: the descriptor's.
        setter: which sets it.
        words: what it is given; tuples are lists.
        getter: which tells.
        told: what that has to tell; numbers that are `Given` are handed in.
    """

    vendor: str
    kind: str
    setter: str
    words: tuple[Any, ...]
    getter: str
    told: tuple[Any, ...]


SHAPE, STEPS = (2, 3, 4, 5), (60, 20, 5, 1)
LAST = (60, 1, 15, 3)  # steps of the same where channels come last
W, P, S = (3, 2), (1, 0), (2, 3)
ROWS = [
    Row("cudnn", "Tensor", "SetTensor4dDescriptor", (0, 0, *SHAPE), "GetTensor4dDescriptor",
        (0, *SHAPE, *STEPS)),
    Row("cudnn", "Tensor", "SetTensor4dDescriptor", (1, 2, *SHAPE), "GetTensor4dDescriptor",
        (2, *SHAPE, *LAST)),
    Row("cudnn", "Tensor", "SetTensor4dDescriptorEx", (1, *SHAPE, 120, 40, 5, 1),
        "GetTensor4dDescriptor", (1, *SHAPE, 120, 40, 5, 1)),
    Row("cudnn", "Tensor", "SetTensorNdDescriptorEx", (0, 0, 4, SHAPE), "GetTensorNdDescriptor",
        (Given(4), 0, 4, SHAPE, STEPS)),
    Row("cudnn", "Filter", "SetFilter4dDescriptor", (0, 0, *SHAPE), "GetFilter4dDescriptor",
        (0, 0, *SHAPE)),
    Row("cudnn", "Filter", "SetFilterNdDescriptor", (2, 1, 4, SHAPE), "GetFilterNdDescriptor",
        (Given(4), 2, 1, 4, SHAPE)),
    Row("cudnn", "Pooling", "SetPooling2dDescriptor", (1, 0, *W, *P, *S), "GetPooling2dDescriptor",
        (1, 0, *W, *P, *S)),
    Row("cudnn", "Pooling", "SetPoolingNdDescriptor", (0, 1, 2, W, P, S), "GetPoolingNdDescriptor",
        (Given(2), 0, 1, 2, W, P, S)),
    Row("cudnn", "Activation", "SetActivationDescriptor", (1, 1, 6.5), "GetActivationDescriptor",
        (1, 1, 6.5)),
    Row("cudnn", "LRN", "SetLRNDescriptor", (5, 1e-4, 0.75, 2.0), "GetLRNDescriptor",
        (5, 1e-4, 0.75, 2.0)),
    Row("cudnn", "Convolution", "SetConvolution2dDescriptor", (*P, *S, 1, 2, 1, 0),
        "GetConvolution2dDescriptor", (*P, *S, 1, 2, 1, 0)),
    Row("cudnn", "Convolution", "SetConvolutionNdDescriptor", (2, P, S, (1, 2), 0, 0),
        "GetConvolutionNdDescriptor", (Given(2), 2, P, S, (1, 2), 0, 0)),
    Row("cudnn", "Convolution", "SetConvolutionMathType", (2,), "GetConvolutionMathType", (2,)),
    Row("cudnn", "Convolution", "SetConvolutionReorderType", (1,), "GetConvolutionReorderType",
        (1,)),
    Row("cudnn", "OpTensor", "SetOpTensorDescriptor", (2, 0, 1), "GetOpTensorDescriptor",
        (2, 0, 1)),
    Row("miopen", "Tensor", "Set4dTensorDescriptor", (1, *SHAPE), "Get4dTensorDescriptor",
        (1, *SHAPE, *STEPS)),
    Row("miopen", "Tensor", "Set4dTensorDescriptorEx", (0, *SHAPE, 120, 40, 5, 1),
        "Get4dTensorDescriptor", (0, *SHAPE, 120, 40, 5, 1)),
    Row("miopen", "Tensor", "SetNdTensorDescriptorWithLayout", (1, 1, SHAPE, 4),
        "GetTensorDescriptor", (1, SHAPE, LAST)),
    Row("miopen", "Tensor", "Set4dTensorDescriptor", (1, *SHAPE), "GetTensorDescriptorSize", (4,)),
    Row("miopen", "Pooling", "Set2dPoolingDescriptor", (1, *W, *P, *S), "Get2dPoolingDescriptor",
        (1, *W, *P, *S)),
    Row("miopen", "Pooling", "SetNdPoolingDescriptor", (0, 2, W, P, S), "GetNdPoolingDescriptor",
        (Given(2), 0, 2, W, P, S)),
    Row("miopen", "Pooling", "SetPoolingIndexType", (2,), "GetPoolingIndexType", (2,)),
    Row("miopen", "Pooling", "SetPoolingWorkSpaceIndexMode", (1,), "GetPoolingWorkSpaceIndexMode",
        (1,)),
    Row("miopen", "Activation", "SetActivationDescriptor", (3, 0.5, 1.5, 2.5),
        "GetActivationDescriptor", (3, 0.5, 1.5, 2.5)),
    Row("miopen", "LRN", "SetLRNDescriptor", (1, 5, 1e-4, 0.75, 2.0), "GetLRNDescriptor",
        (1, 5, 1e-4, 0.75, 2.0)),
    Row("miopen", "Convolution", "InitConvolutionDescriptor", (0, *P, *S, 1, 2),
        "GetConvolutionDescriptor", (0, *P, *S, 1, 2)),
    Row("miopen", "Convolution", "InitConvolutionNdDescriptor", (2, P, S, (1, 2), 1),
        "GetConvolutionNdDescriptor", (Given(2), 2, P, S, (1, 2), 1)),
    Row("miopen", "Convolution", "InitConvolutionDescriptor", (0, *P, *S, 1, 2),
        "GetConvolutionSpatialDim", (2,)),
    *(Row(vendor, "ReduceTensor", "SetReduceTensorDescriptor", (2, 0, 1, 1, 0),
          "GetReduceTensorDescriptor", (2, 0, 1, 1, 0)) for vendor in VENDORS),
    *(Row(vendor, "Convolution", "SetConvolutionGroupCount", (4,), "GetConvolutionGroupCount",
          (4,)) for vendor in VENDORS),
]  # fmt: skip


def word(value: Any) -> Any:
    if isinstance(value, tuple):
        return integers(value)
    return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int(value)


def tell(net: Layers, made: ctypes.c_void_p, row: Row) -> tuple[int, list[Any]]:
    """Return the status of the function that tells, and what it told."""
    told: list[Any] = []
    words: list[Any] = []
    for value in row.told:
        if isinstance(value, Given):
            words.append(int(value))
            continue
        empty = -1.0 if isinstance(value, float) else -1
        told.append(word((-1,) * len(value) if isinstance(value, tuple) else empty))
        words.append(told[-1] if isinstance(value, tuple) else ctypes.byref(told[-1]))
    status = net(row.getter, made, *words)
    return status, [tuple(one) if isinstance(one, ctypes.Array) else one.value for one in told]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.vendor}{row.setter}")
def test_what_a_descriptor_tells(dnn: ctypes.CDLL, row: Row) -> None:
    net = Layers(dnn, row.vendor)
    made = net.made(row.kind)
    assert net(row.setter, made, *map(word, row.words)) == 0
    expected = [value for value in row.told if not isinstance(value, Given)]
    status, told = tell(net, made, row)
    assert (status, told) == (0, expected)
    for place, value in enumerate(row.words):  # what is refused changes nothing
        if isinstance(value, float):
            continue
        wrong = (-7,) * len(value) if isinstance(value, tuple) else -7
        changed = [*row.words[:place], wrong, *row.words[place + 1 :]]
        if net(row.setter, made, *map(word, changed)) != 0:
            assert tell(net, made, row) == (0, expected), place
        else:
            assert net(row.setter, made, *map(word, row.words)) == 0
    assert net(f"Destroy{row.kind}Descriptor", made) == 0
    assert net(f"Destroy{row.kind}Descriptor", made) != 0
    assert tell(net, made, row)[0] != 0


@pytest.mark.parametrize("vendor", VENDORS)
def test_sizes(dnn: ctypes.CDLL, vendor: str) -> None:
    net = Layers(dnn, vendor)
    size = ctypes.c_size_t()
    x = net.described((2, 3, 8, 9), "f2")
    name = "GetTensorNumBytes" if net.is_hip else "GetTensorSizeInBytes"
    assert net(name, x, ctypes.byref(size)) == 0
    assert size.value == 2 * 3 * 8 * 9 * 2
    if not net.is_hip:
        w = net.described((4, 3, 3, 3), "f4", kind="Filter")
        assert net("GetFilterSizeInBytes", w, ctypes.byref(size)) == 0
        assert size.value == 4 * 3 * 3 * 3 * 4
    pooling = net.made("Pooling")
    setter = ("Set2dPoolingDescriptor", (0, 3, 2, 1, 0, 2, 2))
    if not net.is_hip:
        setter = ("SetPooling2dDescriptor", (0, 0, 3, 2, 1, 0, 2, 2))
    assert net(setter[0], pooling, *setter[1]) == 0
    sizes = [ctypes.c_int(-1) for _ in range(4)]
    name = "GetPoolingForwardOutputDim" if net.is_hip else "GetPooling2dForwardOutputDim"
    assert net(name, pooling, x, *map(ctypes.byref, sizes)) == 0
    assert [one.value for one in sizes] == [2, 3, (8 + 2 - 3) // 2 + 1, (9 - 2) // 2 + 1]
    if net.is_hip:
        assert net("GetTensorDescriptorSize", x, ctypes.byref(sizes[0])) == 0
        wide = net.made("Tensor")
        lists = [(ctypes.c_size_t * 4)(*one) for one in (SHAPE, STEPS)]
        assert net("SetTensorDescriptorV2", wide, 1, 4, *lists) == 0
        shape, steps = integers((0,) * 4), integers((0,) * 4)
        assert net("GetTensorDescriptor", wide, None, shape, steps) == 0
        assert (tuple(shape), tuple(steps)) == (SHAPE, STEPS)


@pytest.mark.parametrize("vendor", VENDORS)
def test_handles(dnn: ctypes.CDLL, vendor: str) -> None:
    net, stream = Layers(dnn, vendor), ctypes.c_void_p(5)
    assert net("SetStream", net.handle, None) == 0
    assert net("GetStream", net.handle, ctypes.byref(stream)) == 0 and stream.value is None
    assert net("Destroy", net.handle) == 0
    assert net("Destroy", net.handle) != 0


REFUSED = {
    "cudnn": "CreateDropoutDescriptor DestroyDropoutDescriptor DropoutGetStatesSize "
    "DropoutGetReserveSpaceSize SetDropoutDescriptor RestoreDropoutDescriptor "
    "GetDropoutDescriptor DropoutForward DropoutBackward CreateRNNDescriptor DestroyRNNDescriptor "
    "SetRNNDescriptor_v8 GetRNNTempSpaceSizes GetRNNWeightSpaceSize GetRNNWeightParams "
    "CreateRNNDataDescriptor DestroyRNNDataDescriptor SetRNNDataDescriptor RNNForward "
    "RNNBackwardData_v8 RNNBackwardWeights_v8 CreateAttnDescriptor "
    "CreateSeqDataDescriptor BackendCreateDescriptor BackendDestroyDescriptor BackendInitialize "
    "BackendFinalize BackendSetAttribute BackendGetAttribute BackendExecute",
    "miopen": "CreateDropoutDescriptor DestroyDropoutDescriptor DropoutGetReserveSpaceSize "
    "DropoutGetStatesSize GetDropoutDescriptor RestoreDropoutDescriptor SetDropoutDescriptor "
    "DropoutForward DropoutBackward CreateRNNDescriptor DestroyRNNDescriptor SetRNNDescriptor "
    "SetRNNDescriptor_V2 GetRNNDescriptor GetRNNWorkspaceSize GetRNNTrainingReserveSize "
    "GetRNNParamsSize RNNForwardTraining RNNForwardInference RNNBackwardData RNNBackwardWeights "
    "CreateFusionPlan CreateOperatorArgs CreateConvProblem",
}


@pytest.mark.parametrize(
    ("vendor", "name"), [(vendor, name) for vendor in VENDORS for name in REFUSED[vendor].split()]
)
def test_what_is_not_offered_says_so(dnn: ctypes.CDLL, vendor: str, name: str) -> None:
    place = np.zeros(8, "u8")
    where = ctypes.c_void_p(place.ctypes.data)
    assert getattr(dnn, vendor + name)(where) == NOT_SUPPORTED[vendor]
    assert not place.any()

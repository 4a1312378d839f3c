"""What MIOpen and cuDNN answer to mistakes, and to what is not offered."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .dnn_calls import VENDORS, Layers, integers

pytestmark = pytest.mark.toolchain

SHAPE = (2, 3, 4, 5)
#: By vendor: a bad argument, and what is not supported.
BAD, NOT_SUPPORTED = {"miopen": 3, "cudnn": 2000}, {"miopen": 8, "cudnn": 3000}


@pytest.fixture(params=VENDORS)
def net(request: pytest.FixtureRequest, dnn: ctypes.CDLL) -> Layers:
    return Layers(dnn, str(request.param))


def forward(net: Layers, **other: Any) -> int:
    """Copy a tensor to another, but for what is given."""
    x, y = (net.place(np.zeros(SHAPE), "f4") for _ in "xy")
    words = {"handle": net.handle, "alpha": net.factor(1, "f4"), "x": x.descriptor, "xs": x.at,
             "beta": net.factor(0, "f4"), "y": y.descriptor, "ys": y.at} | other  # fmt: skip
    return net("TransformTensor", *words.values())


def test_handles_descriptors_and_pointers(net: Layers) -> None:
    bad, unknown = BAD[net.vendor], ctypes.c_void_p(0x1230)
    assert forward(net) == 0
    for name in ("handle", "x", "y"):
        for wrong in (None, unknown, net.made("Pooling")):
            assert forward(net, **{name: wrong}) == bad, name
    for name in ("alpha", "beta", "xs", "ys"):
        assert forward(net, **{name: None}) == bad, name
    assert forward(net, x=net.described((2, 3, 4, 6), "f4")) == bad
    assert forward(net, x=net.made("Tensor")) == bad  # nothing was said of it
    assert net("Create", None) == bad
    ended = net.made("Tensor")
    assert [net("DestroyTensorDescriptor", ended) for _ in "12"] == [0, bad]
    assert forward(net, x=ended) == bad


def test_descriptions(net: Layers) -> None:
    bad, tensor, pooling = BAD[net.vendor], net.made("Tensor"), net.made("Pooling")
    sizes = [integers(each) for each in ((2, 3, 4, 5), (60, 20, 5, 1), (2, 0, 4, 5))]
    name = "SetTensorDescriptor" if net.is_hip else "SetTensorNdDescriptor"
    assert net(name, tensor, 1, 4, sizes[0], sizes[1]) == 0
    assert net(name, tensor, 99, 4, sizes[0], sizes[1]) == bad
    assert net(name, tensor, 1, 4, sizes[2], sizes[1]) == bad
    assert net(name, tensor, 1, 0, sizes[0], sizes[1]) == bad
    assert (
        net(name, tensor, 1, 9, (ctypes.c_int * 9)(*[1] * 9), (ctypes.c_int * 9)(*[1] * 9)) == bad
    )
    huge = integers((2**31 - 1,) * 4)
    assert net(name, tensor, 1, 4, huge, sizes[1]) == bad
    name = "Set2dPoolingDescriptor" if net.is_hip else "SetPooling2dDescriptor"
    mode = (0,) if net.is_hip else (0, 1)
    assert net(name, pooling, *mode, 2, 2, 0, 0, 2, 2) == 0
    assert net(name, pooling, *mode, 0, 2, 0, 0, 2, 2) == bad
    assert net(name, pooling, *mode, 2, 2, 0, 0, 0, 2) == bad
    assert net(name, pooling, *mode, 2, 2, -1, 0, 2, 2) == bad
    assert net(name, pooling, 9, *mode[1:], 2, 2, 0, 0, 2, 2) == bad
    assert net("SetConvolutionGroupCount", net.made("Convolution"), 0) == bad


def test_convolutions_that_do_not_fit(net: Layers) -> None:
    how, x = net.made("Convolution"), net.described((1, 4, 5, 5), "f4")
    if net.is_hip:
        assert net("InitConvolutionDescriptor", how, 0, 0, 0, 1, 1, 1, 1) == 0
        assert net("InitConvolutionDescriptor", how, 9, 0, 0, 1, 1, 1, 1) == BAD["miopen"]
        assert net("InitConvolutionDescriptor", how, 0, 0, 0, 0, 1, 1, 1) == BAD["miopen"]
    else:
        assert net("SetConvolution2dDescriptor", how, 0, 0, 1, 1, 1, 1, 1, 0) == 0
        assert net("SetConvolution2dDescriptor", how, 0, 0, 1, 1, 1, 1, 9, 0) == BAD["cudnn"]
        assert net("SetConvolution2dDescriptor", how, 0, 0, 0, 1, 1, 1, 1, 0) == BAD["cudnn"]
    sizes = [ctypes.byref(ctypes.c_int()) for _ in range(4)]
    name = "GetConvolutionForwardOutputDim" if net.is_hip else "GetConvolution2dForwardOutputDim"
    for shape, fits in (((2, 4, 3, 3), True), ((2, 3, 3, 3), False), ((2, 4, 6, 3), False)):
        w = net.described(shape, "f4", kind="Filter")
        assert (net(name, how, x, w, *sizes) == 0) == fits


def test_types_that_are_not_offered(net: Layers) -> None:
    wide = net.made("Tensor")
    name = "SetTensorDescriptor" if net.is_hip else "SetTensorNdDescriptor"
    code = 9 if net.is_hip else 10  # whole numbers of 64 bits
    assert net(name, wide, code, 4, integers(SHAPE), integers((60, 20, 5, 1))) == 0
    assert forward(net, x=wide) == NOT_SUPPORTED[net.vendor]


@pytest.mark.parametrize("name", ["CreateDropoutDescriptor", "CreateRNNDescriptor"])
def test_what_is_refused(net: Layers, name: str) -> None:
    made = ctypes.c_void_p(5)
    assert net(name, ctypes.byref(made)) == NOT_SUPPORTED[net.vendor]
    assert made.value == 5


def test_names_of_codes(dnn: ctypes.CDLL) -> None:
    for name, code, text in (
        ("miopenGetErrorString", 3, b"miopenStatusBadParm"),
        ("cudnnGetErrorString", 2000, b"CUDNN_STATUS_BAD_PARAM"),
    ):
        function = getattr(dnn, name)
        function.restype = ctypes.c_char_p
        assert function(code) == text
        assert function(-1) not in (None, text)

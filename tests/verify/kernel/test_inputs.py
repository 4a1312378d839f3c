"""Arguments of kernel cases: the same for a seed, poisoned, watched on either side."""

import numpy as np
import pytest

from porter.errors import PorterError
from porter.project.settings.kernel_cases import KernelArgument, KernelCase
from porter.verify.comparison.poison import PATTERNS, unwritten
from porter.verify.kernel.inputs import DISTRIBUTIONS, digest, make


def case(*arguments: KernelArgument) -> KernelCase:
    return KernelCase("a.cu", "k", arguments)


def array(dtype: str = "float32", **more) -> KernelArgument:
    return KernelArgument("x", dtype, **{"role": "in", "shape": ("n", "3"), **more})


@pytest.mark.parametrize(
    "dtype", ["float32", "bfloat16", "float8_e4m3fn", "int8", "complex64", "bool"]
)
def test_a_seed_gives_the_same_arguments_again(dtype: str) -> None:
    one, again, other = (
        make(case(array(dtype)), {"n": 40}, seed, PATTERNS[0]) for seed in (1, 1, 2)
    )
    assert digest(one) == digest(again) != digest(other)
    assert one[0].content.shape == (40, 3) and one[0].content.ctypes.data % 256 == 0


def test_arguments_differ_from_each_other() -> None:
    two = case(array(), KernelArgument("y", "float32", "in", ("n", "3")))
    x, y = make(two, {"n": 4}, 0, PATTERNS[0])
    assert not np.array_equal(x.content, y.content)


def test_outputs_are_poisoned() -> None:
    (value,) = make(case(array(role="out")), {"n": 5}, 0, PATTERNS[1])
    assert unwritten(value.content, PATTERNS[1]).all()


@pytest.mark.parametrize("dtype", ["float32", "int8", "float64"])
@pytest.mark.parametrize("place", [-1, 1])
def test_a_write_beside_an_array_is_seen(dtype: str, place: int) -> None:
    (value,) = make(case(array(dtype, shape=("n",))), {"n": 7}, 0, PATTERNS[0])
    value.content[...] = 1
    assert not value.overrun(PATTERNS[0])
    end = value.content.nbytes if place > 0 else -1
    offset = value.content.ctypes.data - value.around.ctypes.data
    value.around[offset + end] ^= 1
    assert value.overrun(PATTERNS[0])


def test_ways_to_fill_an_array() -> None:
    for name in DISTRIBUTIONS:
        (value,) = make(case(array(values=name)), {"n": 400}, 3, PATTERNS[0])
        assert np.isfinite(value.content).all() == (name != "special")
    (value,) = make(case(array("int32", low=-2, high=5)), {"n": 400}, 3, PATTERNS[0])
    assert (value.content.min(), value.content.max()) == (-2, 5)
    (value,) = make(case(array(values="0.5")), {"n": 4}, 3, PATTERNS[0])
    assert (value.content == 0.5).all()


def test_scalars_and_null() -> None:
    scalar = KernelArgument("n", "int32", "scalar", value="n * 2")
    null = KernelArgument("p", "", "null")
    values = make(case(scalar, null), {"n": 21}, 0, PATTERNS[0])
    assert values[0].content == np.int32(42) and values[1].content is None


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        (array(shape=("n - 9",)), "argument x: the shape is"),
        (array(values="gaussian"), "'gaussian' is not a way"),
        (array("float7"), "float7"),
        (array(shape=("1 << 40",)), "bytes, more than"),
        (array(shape=("m",)), "no parameter is called 'm'"),
        (array(shape=("1 << 200000",)), "argument x: "),
        (array("int32", low=5.0, high=1.0), "argument x: low > high"),
        (array("int32", low=float("nan")), "argument x: "),
        (array(values="uniform", low=float("-inf"), high=float("inf")), "argument x: "),
        (array(role="scalar", shape=(), value="1 << 2000"), "argument x: "),
    ],
)
def test_what_is_refused_names_the_argument(argument: KernelArgument, said: str) -> None:
    with pytest.raises(PorterError, match=said):
        make(case(argument), {"n": 1}, 0, PATTERNS[0])

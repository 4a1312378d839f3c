"""Number formats: every bit pattern of the narrow ones, and rounding to them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.errors import PorterError
from porter.verify.comparison.formats import FORMATS, decode, encode, named, spacing

NARROW = [
    "float16",
    "bfloat16",
    "float8_e5m2",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2fnuz",
]


def every(name: str) -> np.ndarray:
    size = FORMATS[name].storage.itemsize
    bits = np.arange(1 << 8 * size).astype(f"u{size}")
    return bits.view(FORMATS[name].storage)


@pytest.mark.parametrize("name", NARROW)
def test_every_number_survives_decoding_and_encoding(name: str) -> None:
    values = decode(every(name), named(name))
    again = decode(encode(values, named(name)), named(name))
    np.testing.assert_array_equal(again, values)
    signs = [np.signbit(side[~np.isnan(values)]) for side in (again, values)]
    np.testing.assert_array_equal(*signs)


@pytest.mark.parametrize("name", [name for name in NARROW if name != "float16"])
def test_the_bits_mean_what_pytorch_says(name: str) -> None:
    torch = pytest.importorskip("torch")
    bits = torch.from_numpy(every(name).view(f"i{every(name).itemsize}"))
    expected = bits.view(getattr(torch, name)).to(torch.float64).numpy()
    np.testing.assert_array_equal(decode(every(name), named(name)), expected)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ["float32", "complex64", "bfloat16"])
def test_a_signalling_nan_is_a_nan_without_a_warning(name: str) -> None:
    size = FORMATS[name].storage.itemsize
    signalling = np.array([0x7F800001, 0x3F800000], np.uint32)
    bits = (signalling >> 16 | 1).astype(np.uint16) if size == 2 else signalling
    assert np.isnan(decode(bits.view(FORMATS[name].storage), named(name)).reshape(-1)[0])


@pytest.mark.parametrize("name", NARROW)
def test_largest_and_smallest_numbers(name: str) -> None:
    values = decode(every(name), named(name))
    finite = values[np.isfinite(values)]
    assert finite.max() == named(name).largest
    smallest = finite[finite > 0].min()
    assert smallest == named(name).smallest_normal * 2.0 ** -named(name).mantissa
    assert np.isinf(values).any() == named(name).has_infinity


@given(st.lists(st.floats(width=64), min_size=1))
def test_rounding_to_float16_is_numpys(values: list[float]) -> None:
    from porter.verify.comparison.formats import _round

    array = np.array(values)
    with np.errstate(over="ignore"):
        expected = array.astype(np.float16).astype(np.float64)
    np.testing.assert_array_equal(_round(array, named("float16")), expected)


@given(st.sampled_from(NARROW), st.floats(-200, 200))
def test_rounding_takes_the_nearest_number(name: str, value: float) -> None:
    numbers = decode(every(name), named(name))
    numbers = numbers[np.isfinite(numbers)]
    (rounded,) = decode(encode(np.array([value]), named(name)), named(name))
    assert abs(rounded - value) == np.abs(numbers - value).min()


def test_what_is_too_large_becomes_an_infinity_or_nan() -> None:
    for name, expected in (
        ("bfloat16", np.inf),
        ("float8_e5m2", np.inf),
        ("float8_e4m3fn", np.nan),
    ):
        huge = decode(encode(np.array([1e300, -1e300]), named(name)), named(name))
        np.testing.assert_array_equal(huge, [expected, -expected])


@pytest.mark.parametrize("name", ["float64", "float32", "float16"])
def test_spacing_is_numpys(name: str) -> None:
    values = np.array([1.0, 1.5, 1000.0, 2.0**-14, 0.0, 2.0**-24]).astype(name)
    np.testing.assert_array_equal(spacing(values, named(name)), np.spacing(values))


def test_integers_round_and_keep_to_their_range() -> None:
    assert encode(np.array([1.5, -700.0, 300.0]), named("int8")).tolist() == [2, -128, 127]
    assert encode(np.array([2.0**70]), named("int64")).tolist() == [2**63 - 1]
    assert encode(np.array([2.0**70, -1]), named("uint64")).tolist() == [2**64 - 1, 0]
    assert encode(np.array([0.0, 2.0]), named("bool")).tolist() == [False, True]


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(PorterError, match="'float7'"):
        named("float7")

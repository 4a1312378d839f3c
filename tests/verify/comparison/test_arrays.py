"""Arrays compared: the worst element, NaN and infinities, bags of elements, gaps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.errors import PorterError
from porter.verify.comparison.arrays import compare_arrays
from porter.verify.comparison.formats import FORMATS, decode, encode, named
from porter.verify.comparison.poison import PATTERNS, poison, unwritten
from porter.verify.comparison.tolerances import BITS, EXACT, Tolerance

NAMES = sorted(FORMATS)
names = st.sampled_from(NAMES)
seeds = st.integers(0, 2**32)


def sample(name: str, shape: tuple[int, ...], seed: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    values = generator.normal(scale=20, size=shape)
    if FORMATS[name].kind == "complex":
        values = values + 1j * generator.normal(scale=20, size=shape)
    return encode(values, named(name))


@given(names, seeds, st.sampled_from(["fixed", "any", "rows"]))
def test_an_array_agrees_with_itself(name: str, seed: int, order: str) -> None:
    array = sample(name, (7, 5), seed)
    for allowed in (None, EXACT, BITS):
        result = compare_arrays(array, array.copy(), dtype=name, allowed=allowed, order=order)
        assert result.passed and result.worst is None and result.elements == 35


def test_the_same_bits_are_not_looked_into_and_count_as_written() -> None:
    array = np.empty((4, 3), np.float32)
    poison(array, PATTERNS[0])
    array[0] = [np.nan, np.inf, -0.0]
    result = compare_arrays(array, array.copy(), poison=PATTERNS[0])
    assert (result.elements, result.unwritten, result.passed) == (3, 9, True)
    assert result.bound is not None and result.bound.share == 0 and "ulps" in result.bound.origin
    assert result.wrong is not None and result.wrong.shape == (4, 3) and not result.wrong.any()


def test_beside_a_part_that_is_nan_the_other_may_round() -> None:
    reference = np.array([complex(np.nan, 1000.0), 2.0, complex(np.inf, 1.0)], np.complex64)
    near, far, other = reference.copy(), reference.copy(), reference.copy()
    near[0] = complex(np.nan, np.nextafter(np.float32(1000), np.float32(2000)))
    far[0] = complex(np.nan, 1001.0)
    other[0] = complex(1000.0, np.nan)
    found = [compare_arrays(reference, side).mismatches for side in (near, far, other)]
    assert found == [0, 1, 1]


@given(names, seeds, st.integers(0, 6), st.integers(0, 4))
def test_one_changed_element_is_found_and_named(name: str, seed: int, i: int, j: int) -> None:
    array = sample(name, (7, 5), seed)
    other = array.copy()
    raw = other[i : i + 1, j : j + 1].copy()
    raw.view(np.uint8)[..., -1] ^= 0x40 if name != "bool" else 1
    other[i, j] = raw[0, 0]
    for allowed in (None, BITS):
        result = compare_arrays(array, other, dtype=name, allowed=allowed)
        assert result.mismatches == 1
        assert result.worst is not None
        assert result.worst.index == (i, j)
        assert result.worst.actual == pytest.approx(
            decode(other, named(name))[i, j].item(), nan_ok=True
        )


@given(names, seeds)
def test_a_bag_forgives_the_order_only(name: str, seed: int) -> None:
    array = sample(name, (40,), seed)
    generator = np.random.default_rng(seed)
    shuffled = generator.permutation(array)
    assert compare_arrays(array, shuffled, dtype=name, order="any").passed
    rows = array.reshape(10, 4)
    assert compare_arrays(rows, generator.permutation(rows), dtype=name, order="rows").passed
    if name != "bool":
        shuffled[3] = shuffled[4] = encode(np.array(100.0), named(name))
        assert not compare_arrays(array, shuffled, dtype=name, order="any").passed


def test_rows_are_not_taken_apart() -> None:
    reference, actual = np.array([[1, 2], [3, 4]]), np.array([[1, 4], [3, 2]])
    assert compare_arrays(reference, actual, order="any").passed
    assert not compare_arrays(reference, actual, order="rows").passed


@given(names, seeds, st.sampled_from(PATTERNS))
def test_what_nobody_wrote_is_counted_and_what_one_wrote_is_wrong(
    name: str, seed: int, pattern: int
) -> None:
    if FORMATS[name].storage.itemsize == 1 or "int16" in name:
        return  # a result may well be what poison is: see the next test
    buffer = np.empty(20, FORMATS[name].storage)
    poison(buffer, pattern)
    other = buffer.copy()
    buffer[:15] = other[:15] = sample(name, (15,), seed)
    assert unwritten(buffer, pattern).tolist() == [False] * 15 + [True] * 5
    for allowed in (None, BITS):
        result = compare_arrays(buffer, other, dtype=name, allowed=allowed, poison=pattern)
        assert result.passed and (result.elements, result.unwritten) == (15, 5)
    other[14] = other[19]
    result = compare_arrays(buffer, other, dtype=name, poison=pattern)
    assert "1 of them never written by the port" in result.problem
    assert result.worst is not None and result.worst.index == (14,)
    assert result.worst.actual is None and "unwritten" in str(result.worst)
    back = compare_arrays(other, buffer, dtype=name, poison=pattern)
    assert "1 of them never written by the reference" in back.problem


def test_two_patterns_tell_a_gap_in_bytes_from_chance() -> None:
    gaps = []
    for pattern in PATTERNS:
        array = np.zeros(4, np.uint8)
        poison(array, pattern)
        array[0] = PATTERNS[0] & 0xFF
        gaps.append(unwritten(array, pattern))
    assert (gaps[0] & gaps[1]).tolist() == [False, True, True, True]


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "bfloat16"])
def test_poison_is_not_a_number(name: str) -> None:
    for pattern in PATTERNS:
        array = np.empty(3, FORMATS[name].storage)
        poison(array, pattern)
        assert np.isnan(decode(array, named(name))).all()


def test_an_unwritten_bag_end_may_be_anywhere() -> None:
    reference, actual = np.empty(6, np.float32), np.empty(6, np.float32)
    poison(reference)
    poison(actual)
    reference[:3], actual[3:] = [1, 2, 3], [3, 1, 2]
    assert compare_arrays(reference, actual, order="any", poison=PATTERNS[0]).passed


@pytest.mark.parametrize(
    ("reference", "actual"),
    [(1.0, np.nan), (np.nan, 1.0), (np.inf, -np.inf), (np.inf, 1e38), (1e38, np.inf)],
)
def test_nan_and_infinities_stay_where_they_are(reference: float, actual: float) -> None:
    r, a = np.array([1, reference], np.float32), np.array([1, actual], np.float32)
    result = compare_arrays(r, a, allowed=Tolerance(atol=1e300, rtol=1e300))
    assert result.mismatches == 1 and result.worst is not None and result.worst.index == (1,)
    assert compare_arrays(r, r).passed


def test_a_reference_in_float64_is_expected_to_overflow_as_the_format_does() -> None:
    reference = np.array([1e5, -1e5, 65519.0, 1.0])
    actual = np.array([np.inf, -np.inf, 65504.0, 1.0], np.float16)
    assert compare_arrays(reference, actual).passed
    nan = encode(np.array([1e5, 2.0]), named("float8_e4m3fn"))
    assert compare_arrays(np.array([1e5, 2.0]), nan, dtype="float8_e4m3fn").passed
    shuffled = actual[::-1].copy()
    assert compare_arrays(np.array([1.0, 65519.0]), shuffled[:2], order="any").passed


def test_ulps_are_those_of_the_format() -> None:
    reference = np.array([1.0, 1024.0], np.float32)
    actual = np.nextafter(reference, np.float32(np.inf))
    assert compare_arrays(reference, actual, allowed=Tolerance(ulps=1)).passed
    assert compare_arrays(reference, actual, allowed=Tolerance(ulps=0.5)).mismatches == 2


def test_cancellation_is_measured_against_the_largest_element() -> None:
    reference, actual = np.array([1e6, 1e-3]), np.array([1e6, 2e-3])
    assert not compare_arrays(reference, actual, allowed=Tolerance(rtol=1e-8)).passed
    assert compare_arrays(reference, actual, allowed=Tolerance(norm=1e-8)).passed


def test_a_shift_of_the_whole_is_found_by_its_norm() -> None:
    reference = np.ones(1000)
    result = compare_arrays(reference, reference + 1e-6, allowed=Tolerance(atol=1e-5, overall=1e-7))
    assert not result.passed and result.mismatches == 0
    assert result.relative_norm == pytest.approx(1e-6, rel=1e-6)


def test_complex_numbers_are_measured_by_their_modulus() -> None:
    reference = np.array([1e3 + 1e-4j], np.complex64)
    assert compare_arrays(reference, np.array([1e3 + 1.5e-4j], np.complex64)).passed
    assert not compare_arrays(reference, np.array([1e3 + 1j], np.complex64)).passed


def test_bits_tell_what_values_do_not() -> None:
    reference, actual = np.array([0.0, np.nan]), np.array([-0.0, np.nan])
    actual[1:].view(np.uint64)[0] ^= 1
    assert compare_arrays(reference, actual, allowed=EXACT).passed
    assert compare_arrays(reference, actual, allowed=BITS).mismatches == 2


def test_the_full_range_of_integers() -> None:
    low, high = np.array([-(2**63)]), np.array([2**63 - 1])
    result = compare_arrays(low, high)
    assert result.worst is not None and result.worst.error == pytest.approx(2.0**64)
    assert not compare_arrays(np.array([2**63 - 1]), np.array([2**63 - 2])).passed
    assert compare_arrays(np.array([1], np.int8), np.array([2], np.int8),
                          allowed=Tolerance(atol=1)).passed  # fmt: skip


def test_the_worst_is_the_one_furthest_beyond_what_is_allowed() -> None:
    reference, actual = np.array([1000.0, 1.0, 0.0]), np.array([1000.5, 1.01, 0.0])
    worst = compare_arrays(reference, actual, allowed=Tolerance(rtol=1e-3)).worst
    assert worst is not None and worst.index == (1,)
    assert str(worst).startswith("[1] is 1.01 instead of 1 (off 0.01")


def test_shapes_and_types_must_fit() -> None:
    assert "shape" in compare_arrays(np.zeros(3), np.zeros((3, 1))).problem
    with pytest.raises(PorterError, match="int32 cannot be compared with float32"):
        compare_arrays(np.zeros(3, np.int32), np.zeros(3, np.float32))
    assert compare_arrays(np.float32(1), np.float32(1)).passed
    assert compare_arrays(np.zeros(0), np.zeros(0)).passed


def test_a_byte_that_looks_like_poison_is_still_a_number() -> None:
    pattern = PATTERNS[0]
    reference = np.array([pattern & 0xFF], np.uint8)
    near = reference - np.uint8(1)
    allowed = Tolerance(atol=1)
    assert compare_arrays(reference, near, allowed=allowed, poison=pattern).passed
    assert not compare_arrays(reference, near, poison=pattern).passed

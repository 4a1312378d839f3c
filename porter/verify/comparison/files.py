"""Files that programs write, compared: numbers within tolerances, text as output is, else bytes."""

from __future__ import annotations

import numpy as np

from porter.errors import PorterError
from porter.project.settings.program_cases import OutputFile, ProgramCase
from porter.verify.archives import array_of
from porter.verify.comparison.arrays import compare_arrays
from porter.verify.comparison.formats import named
from porter.verify.comparison.output import compare_output
from porter.verify.comparison.tolerances import tolerance
from porter.verify.kernel.inputs import Array
from porter.verify.verdict import Difference


def compare_file(
    case: ProgramCase, file: OutputFile, reference: bytes | None, actual: bytes | None
) -> tuple[tuple[Difference, ...], int, float]:
    """Compare one file.

    .npy files and raw numbers (`dtype`) are compared as arrays, UTF-8 text line by line as printed
    output is, everything else byte by byte.

    Args:
        case: the program, for the tolerances of text.
        file: which file.
        reference: its content on CUDA's side; None when it was not written.
        actual: its content on the port's.

    Returns:
        Where they part, how many numbers were compared, the largest difference among them.
    """
    place = f"file {file.path}"
    if reference is None or actual is None:
        side = "CUDA's side" if reference is None else "the port"
        return (Difference(place, f"{side} did not write it"),), 0, 0.0
    try:
        arrays = [_array(file, content) for content in (reference, actual)]
    except (ValueError, PorterError) as error:
        return (Difference(place, str(error)),), 0, 0.0
    if arrays[0] is not None and arrays[1] is not None:
        return _compare_arrays(place, file, arrays[0], arrays[1])
    try:
        left, right = reference.decode("utf-8"), actual.decode("utf-8")
    except UnicodeDecodeError:
        return _compare_bytes(place, reference, actual)
    compared = compare_output(left, right, rtol=case.rtol, atol=case.atol, ignore=case.ignore)
    differences = tuple(
        Difference(f"{place}, {d.place}", d.reason, d.reference, d.actual)
        for d in compared.differences
    )
    return differences, compared.numbers, compared.worst


def _array(file: OutputFile, content: bytes) -> Array | None:
    if file.path.endswith(".npy"):
        return array_of(content)
    return np.frombuffer(content, named(file.dtype).storage) if file.dtype else None


def _compare_arrays(
    place: str, file: OutputFile, reference: Array, actual: Array
) -> tuple[tuple[Difference, ...], int, float]:
    dtype = file.dtype or actual.dtype.name
    try:
        allowed = tolerance(dtype, terms=file.terms)
        compared = compare_arrays(reference, actual, dtype=dtype, allowed=allowed)
    except PorterError as error:
        return (Difference(place, error.message),), 0, 0.0
    if compared.passed:
        return (), compared.elements, compared.largest_error
    worst = f"; the worst, {compared.worst}" if compared.worst else ""
    found = Difference(place, compared.problem + worst)
    return (found,), compared.elements, compared.largest_error


def _compare_bytes(
    place: str, reference: bytes, actual: bytes
) -> tuple[tuple[Difference, ...], int, float]:
    if reference == actual:
        return (), 0, 0.0
    if len(reference) != len(actual):
        reason = f"it has {len(actual)} bytes instead of {len(reference)}"
    else:
        pairs = enumerate(zip(reference, actual, strict=True))
        first = next(i for i, (a, b) in pairs if a != b)
        reason = f"byte {first} is {actual[first]:#04x} instead of {reference[first]:#04x}"
    return (Difference(place, reason),), 0, 0.0

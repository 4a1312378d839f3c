"""Compares files that programs write: numbers within tolerances, text as output, else bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.project.settings.program_cases import OutputFile, ProgramCase
from porter.verify.archives import array_of
from porter.verify.comparison.arrays import compare_arrays
from porter.verify.comparison.formats import named
from porter.verify.comparison.output import compare_output
from porter.verify.comparison.result import Comparison
from porter.verify.comparison.tolerances import tolerance


def compare_file(
    case: ProgramCase, file: OutputFile, reference: bytes | None, actual: bytes | None
) -> Comparison:
    """Compare one file.

    .npy files and raw numbers (`dtype`) are compared as arrays, UTF-8 text line by line as printed
    output is, everything else byte by byte.

    Args:
        case: the program, for the tolerances of text.
        file: which file.
        reference: its content on CUDA's side; None when it was not written.
        actual: its content on the port's.
    """
    if reference is None or actual is None:
        side = "CUDA's side" if reference is None else "the port"
        return Comparison.failed(f"{side} did not write it")
    try:
        arrays = [_array(file, content) for content in (reference, actual)]
    except Exception as error:  # a program's file can be anything, and so can NumPy's answer
        return Comparison.failed(str(error))
    if arrays[0] is not None and arrays[1] is not None:
        return _compare_arrays(file, arrays[0], arrays[1])
    try:
        left, right = reference.decode("utf-8"), actual.decode("utf-8")
    except UnicodeDecodeError:
        return _compare_bytes(reference, actual)
    return compare_output(left, right, rtol=case.rtol, atol=case.atol, ignore=case.ignore)


def _array(file: OutputFile, content: bytes) -> NDArray[Any] | None:
    if file.path.endswith(".npy"):
        return array_of(content)
    return np.frombuffer(content, named(file.dtype).storage) if file.dtype else None


def _compare_arrays(file: OutputFile, reference: NDArray[Any], actual: NDArray[Any]) -> Comparison:
    dtype = file.dtype or actual.dtype.name
    try:
        allowed = tolerance(dtype, terms=file.terms)
        return compare_arrays(reference, actual, dtype=dtype, allowed=allowed).comparison
    except PorterError as error:
        return Comparison.failed(error.message)


def _compare_bytes(reference: bytes, actual: bytes) -> Comparison:
    if reference == actual:
        return Comparison()
    if len(reference) != len(actual):
        return Comparison.failed(f"it has {len(actual)} bytes instead of {len(reference)}")
    pairs = enumerate(zip(reference, actual, strict=True))
    first = next(i for i, (a, b) in pairs if a != b)
    return Comparison.failed(
        f"byte {first} is {actual[first]:#04x} instead of {reference[first]:#04x}"
    )

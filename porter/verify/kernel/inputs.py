"""Arguments of a kernel case: arrays from a seed, poisoned outputs, guarded memory."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.project.settings.kernel_cases import KernelArgument, KernelCase
from porter.verify.comparison.formats import Format, encode, named
from porter.verify.comparison.poison import poison
from porter.verify.kernel.expression import evaluate, integer

Array = NDArray[Any]

#: Bytes on either side of an array; a kernel that writes there is found.
GUARD = 4096
#: As device memory is aligned at least.
_ALIGNMENT = 256
_MOST_BYTES = 1 << 31
DISTRIBUTIONS = ("normal", "uniform", "integers", "special", "range", "zeros", "ones")


@dataclass(frozen=True, slots=True)
class Value:
    """One argument, ready to be passed.

    Attributes:
        argument: what it is for.
        content: the array, or for a scalar a NumPy scalar; None for a null pointer.
        around: the array with its guards, as words; empty for scalars.
    """

    argument: KernelArgument
    content: Any
    around: Array

    @property
    def is_array(self) -> bool:
        """Whether the kernel gets a pointer to memory."""
        return isinstance(self.content, np.ndarray)

    def overrun(self, pattern: int) -> bool:
        """Whether the kernel wrote beside the array.

        Args:
            pattern: the word that the memory was filled with.
        """
        if not self.is_array:
            return False
        fresh = np.empty_like(self.around)
        poison(fresh.view(np.uint16), pattern)
        end = GUARD + self.content.nbytes
        return not (
            np.array_equal(self.around[:GUARD], fresh[:GUARD])
            and np.array_equal(self.around[end:], fresh[end:])
        )


def make(case: KernelCase, point: Mapping[str, int], seed: int, pattern: int) -> tuple[Value, ...]:
    """Return fresh arguments for one run; the same ones for the same seed.

    Args:
        case: the kernel.
        point: value of each parameter.
        seed: for the inputs; each argument has a generator of its own.
        pattern: word that outputs and guards are filled with.

    Raises:
        PorterError: a shape, a value or a distribution makes no sense.
    """
    made = []
    for argument in case.arguments:
        try:
            made.append(_make(argument, point, seed, pattern))
        except PorterError as error:
            raise PorterError(
                f"{case.kernel}, argument {argument.name}: {error.message}",
                path=case.path,
                hint=error.hint,
            ) from error
        except (ArithmeticError, MemoryError, ValueError) as error:  # NumPy's own limits
            raise PorterError(
                f"{case.kernel}, argument {argument.name}: {error}", path=case.path
            ) from error
    return tuple(made)


def digest(values: tuple[Value, ...]) -> str:
    """Return a SHA-256 of everything that a run gets, in hex."""
    state = hashlib.sha256()
    for value in values:
        content = b"" if value.content is None else value.content.tobytes()
        state.update(f"{value.argument.name}\0{value.argument.dtype}\0{len(content)}\0".encode())
        state.update(content)
    return state.hexdigest()


def _make(argument: KernelArgument, point: Mapping[str, int], seed: int, pattern: int) -> Value:
    nothing = np.empty(0, np.uint8)
    if argument.role == "null":
        return Value(argument, None, nothing)
    format_ = named(argument.dtype)
    if argument.role == "scalar":
        number = encode(np.array(evaluate(argument.value, point)), format_)
        return Value(argument, format_.storage.type(number[()]), nothing)
    shape = tuple(integer(length, point) for length in argument.shape)
    if any(length < 0 for length in shape):
        raise PorterError(f"the shape is {shape}")
    bytes_ = int(np.prod(shape, dtype=object)) * format_.storage.itemsize
    if bytes_ > _MOST_BYTES:
        raise PorterError(f"the shape {shape} takes {bytes_} bytes, more than {_MOST_BYTES}")
    content, around = _guarded(shape, format_, pattern)
    if argument.role != "out":
        name = hashlib.sha256(argument.name.encode()).digest()[:8]
        generator = np.random.default_rng([seed, int.from_bytes(name, "little")])
        content[...] = encode(_values(argument, format_, shape, generator), format_)
    return Value(argument, content, around)


def _guarded(shape: tuple[int, ...], format_: Format, pattern: int) -> tuple[Array, Array]:
    size = int(np.prod(shape, dtype=np.int64)) * format_.storage.itemsize
    memory = np.empty(size + 2 * GUARD + _ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    around = memory[start : start + GUARD + (size + 1) // 2 * 2 + GUARD]
    poison(around.view(np.uint16), pattern)
    content = around[GUARD : GUARD + size].view(format_.storage).reshape(shape)
    poison(content, pattern)
    return content, around


def _values(
    argument: KernelArgument, format_: Format, shape: tuple[int, ...], generator: Any
) -> Array:
    kind = argument.values or ("integers" if format_.kind == "integer" else "normal")
    low = argument.low if argument.low is not None else _least(format_)
    high = argument.high if argument.high is not None else 100.0
    if kind == "integers":
        return np.asarray(generator.integers(int(low), int(high), shape, endpoint=True))
    if kind == "uniform":
        low, high = (0.0 if argument.low is None else low), (1.0 if argument.high is None else high)
        return np.asarray(generator.uniform(low, high, shape))
    if kind in ("normal", "special"):
        values = generator.standard_normal(shape)
        if format_.kind == "complex":
            values = values + 1j * generator.standard_normal(shape)
        if kind == "special":
            tiny = format_.smallest_normal / 4
            rare = np.array([np.nan, np.inf, -np.inf, -0.0, tiny, format_.largest])
            chosen = generator.random(shape) < 0.05
            values = np.where(chosen, rare[generator.integers(0, len(rare), shape)], values)
        return np.asarray(values)
    if kind == "range":
        return np.arange(int(np.prod(shape, dtype=np.int64))).reshape(shape)
    try:
        number = {"zeros": 0.0, "ones": 1.0}[kind] if kind in ("zeros", "ones") else float(kind)
    except ValueError:
        raise PorterError(
            f"{kind!r} is not a way to fill an array",
            hint=f"known: {', '.join(DISTRIBUTIONS)}, or a number",
        ) from None
    return np.full(shape, number)


def _least(format_: Format) -> float:
    unsigned = format_.storage.kind in "ub" and format_.kind == "integer"
    return 0.0 if unsigned else -100.0

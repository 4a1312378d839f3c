"""Cases at points that are drawn, for parameters with too many combinations to run all."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from porter.verify.extension.cases import (
    DRAWN,
    PARAMETERS,
    USUAL_ROUNDINGS,
    Output,
    parametrize,
)

Function = TypeVar("Function", bound=Callable[..., Any])
#: Even sizes, the smallest that they become, and what they may come to multiplied.
_EVEN, _LEAST_EVEN, _MOST_EVEN = (128, 256), 16, 1 << 21


def sample(count: int, seed: int = 0, /, **values: Iterable[Any]) -> Callable[[Function], Function]:
    """Run a case at so many points, each with one of the values of every parameter.

    Every value is drawn about equally often, so that each is there where `count` is no smaller than
    the longest list. The points are the same for the same seed. A point that the code under test
    refuses, with the same words on both sides, is no difference: it says nothing.

    Args:
        count: how many points.
        seed: determines which.
        values: parameter -> the values that it may have.
    """
    chosen = random.Random(seed)
    columns = {}
    for name, given in values.items():
        listed = list(given)
        column = [listed[index % len(listed)] for index in range(count)]
        chosen.shuffle(column)
        columns[name] = column
    rows = list(dict.fromkeys(zip(*columns.values(), strict=True)))
    names = ", ".join(columns)
    mark = parametrize(names, [row[0] for row in rows] if len(columns) == 1 else rows)

    def marked(function: Function) -> Function:
        setattr(function, DRAWN, True)
        return mark(function)

    return marked


def at_most(product: int, /, *names: str) -> Callable[[Function], Function]:
    """Bound what some sizes of a drawn case come to, multiplied: the work of a kernel, and memory.

    Where they come to more, the largest becomes the next smaller one of its values, and so on.

    Args:
        product: the bound.
        names: parameters that are sizes.
    """

    def marked(function: Function) -> Function:
        rows = getattr(function, PARAMETERS)[0]
        smaller = {name: sorted({row[name] for row in rows}, reverse=True) for name in names}
        for row in rows:
            while math.prod(row[name] for name in names) > product:
                lower = {name: [one for one in smaller[name] if one < row[name]] for name in names}
                able = [name for name in names if lower[name]]
                if not able:
                    break
                largest = max(able, key=row.__getitem__)
                row[largest] = lower[largest][0]
        return function

    return marked


def even(count: int, /, *names: str, **usual: Any) -> Callable[[Function], Function]:
    """Run a drawn case at so many points more, at which all of some sizes are multiples of 128.

    Of many sizes the largest are halved until they come to something that a computer can hold.

    Kernels of matrix products refuse others, and sizes that are drawn one by one are seldom all so.

    Args:
        count: how many points.
        names: parameters that are sizes.
        usual: other parameters, with the values that they have there: their defaults.
    """

    def marked(function: Function) -> Function:
        axes = getattr(function, PARAMETERS)
        chosen = random.Random(count)
        for row in axes[0][:count]:
            sizes = {name: chosen.choice(_EVEN) for name in names}
            while math.prod(sizes.values()) > _MOST_EVEN:
                largest = max(sizes, key=sizes.__getitem__)
                if sizes[largest] == _LEAST_EVEN:
                    break
                sizes[largest] //= 2
            axes[0].append({**row, **sizes, **usual})
        return function

    return marked


def laid_out(tensor: Any, layout: str) -> Any:
    """Return a tensor as it is ("rows"), or with its last dimension but one dense ("columns")."""
    if layout == "rows":
        return tensor
    return tensor.transpose(-1, -2).contiguous().transpose(-1, -2)


def returned(result: Any, terms: int = 1, **arguments: Any) -> Mapping[str, Output]:
    """Return all tensors that a call gave or may have written to, as outputs of a case.

    Arrays of NumPy and numbers count, too.

    Args:
        result: what the call returned: a tensor, or tensors in tuples and lists.
        terms: how many terms the longest sum behind an element has.
        arguments: tensors that were passed and may have been written to, by name.
    """
    outputs: dict[str, Output] = {}

    def add(name: str, value: Any) -> None:
        if isinstance(value, (tuple, list)):
            for index, one in enumerate(value):
                add(f"{name}{index}", one)
        elif hasattr(value, "dtype") or isinstance(value, (int, float, complex)):
            # Bytes in a row that a function hands out are buffers for its way back, as a rule.
            is_bytes = str(getattr(value, "dtype", "")) == "torch.uint8" and value.ndim == 1
            is_scratch = is_bytes and name not in arguments
            outputs[name] = Output(value, terms, roundings=USUAL_ROUNDINGS, scratch=is_scratch)

    add("out", result)
    for name, value in arguments.items():
        add(name, value)
    return outputs


def most_terms(*tensors: Any) -> int:
    """Return how many terms a sum over any of some tensors can have at the most."""
    return max((math.prod(one.shape) for one in tensors if one is not None), default=1) or 1

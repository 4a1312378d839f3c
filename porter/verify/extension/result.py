"""The result of an extension's case on one side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.verify.coverage import Kernels


@dataclass(frozen=True)
class Result:
    """What a case gave on one side.

    Attributes:
        arrays: by name of the output; bits for types that NumPy does not know.
        about: by name: dtype, terms, accumulate, magnitude, exact.
        seconds: what the case took.
        inputs: hash of the case's code, parameters and inputs.
        milliseconds: on the GPU, of each timed run.
        torch: version of PyTorch.
        samples: by name, where in the flattened output `arrays` come from; whole when missing.
        shapes: by name, the shapes of outputs that are sampled.
        refused: with which words the code refused what it was given; it gave nothing then.
        kernels: which the side's extensions have and have launched so far.
    """

    arrays: Mapping[str, NDArray[Any]]
    about: Mapping[str, Mapping[str, Any]]
    seconds: float
    inputs: str = ""
    milliseconds: tuple[float, ...] = ()
    torch: str = ""
    samples: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    shapes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    refused: str = ""
    kernels: Kernels = field(default_factory=Kernels)

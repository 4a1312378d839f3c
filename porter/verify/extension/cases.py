"""A file of cases: Python functions, each with the parameters that it is run with."""

from __future__ import annotations

import importlib.util
import inspect
import itertools
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from porter.errors import PorterError

Function = TypeVar("Function", bound=Callable[..., Any])

#: Of outputs and gradients about which nobody has said more: some functions of PyTorch's, each
#: of which gives the output's type.
USUAL_ROUNDINGS = 4
#: What the names of cases begin with.
PREFIX = "case_"
#: Where a function keeps the parameters that it is run with.
PARAMETERS = "porter_parameters"
#: The mark of cases whose points are drawn.
DRAWN = "porter_drawn"
#: With which words a case is refused whose device has too little memory.
OUT_OF_MEMORY = "OutOfMemoryError"


@dataclass(frozen=True, slots=True)
class Output:
    """An output with what its tolerance depends on.

    Args:
        tensor: the output.
        terms: how many terms the longest sum behind an element has.
        accumulate: the type that such sums are kept in, "float32"; the default is float32 for
            narrower outputs, otherwise the output's own.
        magnitude: the sum of the terms' absolute values; by default the largest element's.
        exact: the same bits are expected, as of copies.
        roundings: how many numbers behind an element are rounded to the output's type, one after
            the other, where functions of that type are put together.
        order: "any" compares elements as a bag, for what atomics append; "rows" rows.
        scratch: it may be memory that the code works in, of other libraries on either side: where
            it differs, that is said and no difference.
    """

    tensor: Any
    terms: int = 1
    accumulate: str | None = None
    magnitude: float | None = None
    exact: bool = False
    roundings: int = 1
    order: Literal["fixed", "any", "rows"] = "fixed"
    scratch: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """A function with the points at which it is run.

    Attributes:
        name: of the function, without its prefix.
        function: takes the module under test, a generator, and parameters by name.
        points: a value for each parameter.
        may_refuse: the points are drawn, so that the code may refuse some.
    """

    name: str
    function: Callable[..., Mapping[str, Any]]
    points: tuple[Mapping[str, Any], ...]
    may_refuse: bool = False


@dataclass(frozen=True, slots=True)
class CaseFile:
    """What a file of cases says.

    Attributes:
        path: the file.
        module: the name under which Python imports the module under test.
        reference: what stands for that module on PyTorch's side; None when the file has none.
        cases: in the order of the file, by name.
    """

    path: Path
    module: str
    reference: Any
    cases: Mapping[str, Case]


def parametrize(names: str, values: Iterable[Any]) -> Callable[[Function], Function]:
    """Run a case once for each value; stacked, for each combination, as pytest's mark does.

    Args:
        names: a parameter, or several with commas between them.
        values: for each run the value; a tuple of values for several parameters.

    Raises:
        ValueError: a value does not have one part for each name.
    """
    words = [word.strip() for word in names.split(",")]
    rows = [tuple(value) if len(words) > 1 else (value,) for value in values]
    for row in rows:
        if len(row) != len(words):
            raise ValueError(f"{row!r} are {len(row)} values for {len(words)} names: {names!r}")

    def mark(function: Function) -> Function:
        axes = [[dict(zip(words, row, strict=True)) for row in rows]]
        setattr(function, PARAMETERS, axes + getattr(function, PARAMETERS, []))
        return function

    return mark


def load(path: Path) -> CaseFile:
    """Import a file of cases.

    Raises:
        PorterError: there is no such file, it fails, or lacks what it needs.
    """
    if not path.is_file():
        raise PorterError("there is no such file of cases", path=path)
    spec = importlib.util.spec_from_file_location(f"porter_cases_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        line = next((frame.lineno for frame in reversed(traceback.extract_tb(error.__traceback__))
                     if frame.filename == str(path)), None)  # fmt: skip
        raise PorterError(f"{type(error).__name__}: {error}", path=path, line=line) from error
    name = getattr(module, "MODULE", None)
    if not isinstance(name, str):
        raise PorterError(
            "does not say which module is under test",
            path=path,
            hint='write MODULE = "NAME", the name under which Python imports it',
        )
    functions = {
        key.removeprefix(PREFIX): value
        for key, value in vars(module).items()
        if key.startswith(PREFIX) and callable(value)
    }
    if not functions:
        raise PorterError(f"has no function whose name begins with {PREFIX}", path=path)
    cases = {key: _case(path, key, function) for key, function in functions.items()}
    return CaseFile(path, name, getattr(module, "reference", None), cases)


def _case(path: Path, name: str, function: Callable[..., Any]) -> Case:
    axes = getattr(function, PARAMETERS, [])
    points = [
        {key: value for part in combination for key, value in part.items()}
        for combination in itertools.product(*axes)
    ]
    wanted = list(inspect.signature(function).parameters)
    line = function.__code__.co_firstlineno
    if wanted[:2] != ["module", "generator"]:
        raise PorterError(f"{PREFIX}{name} must take (module, generator, …)", path=path, line=line)
    if points and set(wanted[2:]) != set(points[0]):
        raise PorterError(
            f"{PREFIX}{name} takes {', '.join(wanted[2:]) or 'no parameters'} "
            f"and is given {', '.join(points[0]) or 'nothing'}",
            path=path,
            line=line,
        )
    if not points:
        raise PorterError(
            f"{PREFIX}{name} would never run: a parameter has no values", path=path, line=line
        )
    return Case(name, function, tuple(points), hasattr(function, DRAWN))


def described(point: Mapping[str, Any]) -> str:
    """Return a point as text, such as "dtype=float16 shape=2x64x129"."""
    return " ".join(f"{name}={_text(value)}" for name, value in point.items())


def _text(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return "x".join(map(_text, value))
    return str(value)

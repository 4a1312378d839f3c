"""The process that runs the cases of one side: requests on standard input, replies on output.

A request and a reply are a line of JSON each; arrays go through files. It is a process of its own
so that a crash of the code under test is a finding and not the end of porter.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter.errors import PorterError
from porter.execute.cpu.torch_extension.built_modules import provide_modules
from porter.execute.cpu.torch_extension.operator_libraries import load_operators
from porter.execute.cpu.torch_extension.own_distribution import provide_distributions
from porter.processes.set_variables import set_variables
from porter.verify.extension.arrays import as_output
from porter.verify.extension.c_library import CLibrary, is_library
from porter.verify.extension.cases import (
    OUT_OF_MEMORY,
    Case,
    CaseFile,
    Output,
    described,
    load,
)
from porter.verify.extension.forked import answer, leave_to_another, threads
from porter.verify.extension.generator import Generator
from porter.verify.extension.gpu_clock import Clocked, GpuClock
from porter.verify.extension.gpu_errors import gpu_error
from porter.verify.extension.gpu_memory import poison_free_memory
from porter.verify.extension.stand_in_modules import stand_in

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor


#: What code under test raises that refuses what it is given.
_REFUSALS = (
    RuntimeError, ValueError, TypeError, IndexError, AssertionError, NotImplementedError
)  # fmt: skip


_PLACE = re.compile(r"(?:at )?\"[^\"/]*+/[^\"]*+\":\d+|\([^\s/(]*+/[^\s:(]++:\d+\)")


class _Side:
    """One side, ready to run cases.

    Args:
        setup: what `process.Setup` holds.
    """

    def __init__(self, setup: dict[str, Any]) -> None:
        self._setup = setup
        #: Says what has gone wrong on the device, if anything.
        self.device_error: Callable[[], str] = str
        if setup["library"]:
            from porter.execute.cpu.torch_extension.device import provide

            self.device_error = provide(Path(setup["library"]))
        elif self._is_on_gpu:
            self.device_error = gpu_error
        self._threads = threads()
        sys.path.insert(0, setup["folder"])
        sys.path.append(str(Path(setup["cases"]).parent))  # what the cases have in common
        provide_modules(setup["extensions"], setup["failed"])
        provide_distributions()
        stand_in(setup["absent"])
        self._file: CaseFile = load(Path(setup["cases"]))
        self._module: Any = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        if "case" not in request:
            cases = self._file.cases.values()
            return {"cases": {case.name: [described(p) for p in case.points] for case in cases}}
        case = self._file.cases[request["case"]]
        point = case.points[request["point"]]
        module = self._under_test()
        if self._is_on_gpu:
            poison_free_memory()
        start = time.perf_counter()
        with set_variables(request["variables"]):
            try:
                generator, outputs = self._run(case, point, request["seed"], module)
            except _REFUSALS as error:
                if case.may_refuse and not self.device_error():
                    return {"refused": _refusal(error)}
                raise
        seconds = time.perf_counter() - start
        milliseconds = []
        for _ in range(request["timed"]):
            clock = GpuClock()
            self._run(case, point, request["seed"], Clocked(module, clock), clock)
            milliseconds.append(clock.total())
        about = {}
        arrays = {}
        for key, output in outputs.items():
            arrays[key] = _array(output.tensor)
            about[key] = {
                "dtype": str(output.tensor.dtype).removeprefix("torch."),
                "terms": output.terms,
                "accumulate": output.accumulate,
                "magnitude": output.magnitude,
                "exact": output.exact,
                "roundings": output.roundings,
                "order": output.order,
                "scratch": output.scratch,
                "drawn": generator.has_drawn(output.tensor),
            }
        import numpy as np

        np.savez(request["file"], **arrays)  # type: ignore[arg-type]
        import torch

        return {
            "outputs": about,
            "seconds": seconds,
            "inputs": _digest(case, point, generator.drawn),
            "milliseconds": milliseconds,
            "torch": torch.__version__,
        }

    def _run(
        self,
        case: Case,
        point: Mapping[str, Any],
        seed: int,
        module: Any,
        clock: GpuClock | None = None,
    ) -> tuple[Generator, dict[str, Output]]:
        import torch

        torch.manual_seed(seed)  # what the code under test draws is the same on all sides
        generator = Generator(seed, self._setup["device"], self._setup["reference"])
        given = case.function(module, generator, **point)
        if not isinstance(given, dict) or not given:
            raise PorterError(f"{case.name} must return a dictionary of outputs")
        named = {key: as_output(value) for key, value in given.items()}
        return generator, generator.with_gradients(named, clock)

    def can_be_forked(self) -> bool:
        """Tell whether a forked process can answer: one on the executor, which has no threads yet.

        The module under test is imported for it, so that no forked process has to.
        """
        if not self._setup["library"]:
            return False
        self._under_test()
        return threads() == self._threads

    @property
    def _is_on_gpu(self) -> bool:
        return self._setup["device"] == "cuda" and not self._setup["library"]

    def _under_test(self) -> Any:
        if self._module is None:
            if is_library(self._file.module) and not self._setup["reference"]:
                self._module = CLibrary(Path(self._setup["extensions"][self._file.module]))
            elif not self._setup["reference"]:
                self._module = self._imported()
            elif self._file.reference is None:
                raise PorterError(
                    "has no reference in PyTorch", path=self._file.path,
                    hint="define `reference`, with the functions of the module under test",
                )  # fmt: skip
            else:
                self._module = self._file.reference
        return self._module

    def _imported(self) -> Any:
        """Import the module under test; what failed once is not tried anew, half of it there."""
        import torch  # noqa: F401  # an extension finds PyTorch's libraries where they are loaded

        try:
            module = importlib.import_module(self._file.module)
        except Exception as error:
            return _Unimported(error)
        load_operators(self._setup["extensions"])
        return module


class _Unimported:
    """Stands for a module that could not be imported: cases of other modules go without it.

    Args:
        error: why it could not.
    """

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Any:
        raise self._error


def _digest(case: Case, point: Mapping[str, Any], drawn: str) -> str:
    """Return a hash of what a case does and of what it is given."""
    code = inspect.getsource(case.function)
    code = code[code.index("def ") :]  # other points of the case are no change
    return hashlib.sha256(f"{code}\0{described(point)}\0{drawn}".encode()).hexdigest()


def _array(tensor: Tensor) -> NDArray[Any]:
    """Return a tensor's elements; the bits of those whose type NumPy does not know."""
    import torch

    host = tensor.detach().cpu().contiguous()
    bits: NDArray[Any]
    if host.dtype is torch.bfloat16:
        bits = host.view(torch.int16).numpy().view("uint16")
    elif str(host.dtype).startswith("torch.float8"):
        bits = host.view(torch.uint8).numpy()
    else:
        bits = host.numpy()
    return bits


def _refusal(error: Exception) -> str:
    """Return an exception as one line without places in files, which are other ones in a port."""
    if type(error).__name__ == OUT_OF_MEMORY:
        return OUT_OF_MEMORY  # how much is left is another number on each side
    first = str(error).splitlines()[0] if str(error) else ""
    return f"{type(error).__name__}: {_PLACE.sub('', first)}"


def _described(error: Exception, folders: Sequence[str]) -> str:
    """Return an exception as one line that names the user's own place in the stack."""
    if isinstance(error, PorterError):
        return str(error)
    text = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if any(frame.filename.startswith(folder) for folder in folders):
            return f"{text} ({frame.filename}:{frame.lineno})"
    return text


def main() -> None:
    """Answer requests until standard input ends."""
    # What the code under test prints must not be taken for a reply.
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def reply(message: dict[str, Any]) -> None:
        replies.write(json.dumps(message) + "\n")
        replies.flush()

    setup = json.loads(sys.stdin.readline())
    folders = [setup["folder"], str(Path(setup["cases"]).parent)]
    try:
        side = _Side(setup)
    except Exception as error:
        reply({"error": _described(error, folders)})
        return
    is_forked = side.can_be_forked()
    reply({})

    def answers() -> None:
        for line in sys.stdin:
            try:
                said = side.answer(json.loads(line))
            except Exception as error:
                said = {"error": _described(error, folders)}
            # A kernel fails after its launch was called good, and the device is lost from then on.
            lost = side.device_error()
            if lost:
                said = {"error": f"on the device: {lost}", "lost": True, "is_renewed": is_forked}
            reply(said)
            if lost and is_forked:
                leave_to_another()

    if is_forked:
        answer(answers, lambda status: reply({"died": status}))
    else:
        answers()


if __name__ == "__main__":
    main()

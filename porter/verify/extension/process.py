"""The process that runs one side's cases, restarted after a crash."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from porter.errors import PorterError
from porter.processes.child_python import import_path, python
from porter.processes.group import ProcessGroup
from porter.verify import coverage
from porter.verify.coverage import Kernels
from porter.verify.extension.result import Result
from porter.verify.failure import RunFailed
from porter.verify.spent import On, spent

_MOST_STDERR = 3


@dataclass(frozen=True)
class Setup:
    """What a side is made of.

    Attributes:
        folder: the project's root; Python looks for modules there first.
        cases: the file of cases.
        device: where tensors lie, "cpu" or "cuda".
        extensions: path of each extension that was built, by the name that Python imports.
        reference: run the reference in PyTorch, in float64, and not the module under test.
        library: what stands in for PyTorch's library for GPUs; empty for none.
        environment: variables of the process.
        failed: why others could not be built, by the name that Python imports.
        absent: modules that are imported and not installed.
    """

    folder: str
    cases: str
    device: str = "cpu"
    extensions: Mapping[str, str] = field(default_factory=dict)
    reference: bool = False
    library: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)
    absent: tuple[str, ...] = ()


class Process:
    """One side's process. Ends with the process that owns it.

    Args:
        setup: what it is made of.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._child: subprocess.Popen[str] | None = None
        self._group: ProcessGroup | None = None
        self._scratch = tempfile.TemporaryDirectory(prefix="porter-")
        self._said_before = 0  # bytes on standard error before the last message

    def cases(self, timeout: float) -> dict[str, list[str]]:
        """Return the points of each case, as text.

        Raises:
            RunFailed: the file of cases is wrong, or the process ended.
        """
        found: dict[str, list[str]] = self._ask({}, timeout)["cases"]
        return found

    def run(
        self,
        case: str,
        point: int,
        seed: int,
        timeout: float,
        *,
        timed: int = 0,
        variables: Mapping[str, str] | None = None,
    ) -> Result:
        """Run a case.

        Args:
            case: its name.
            point: place among its points.
            seed: of its inputs.
            timeout: seconds after which the process is ended.
            timed: how many further runs to time on the GPU.
            variables: of the environment, for this run alone.

        Raises:
            RunFailed: the case fails, takes too long, or ends the process.
        """
        path = Path(self._scratch.name) / "outputs.npz"
        request = {"case": case, "point": point, "seed": seed, "file": str(path),
                   "timed": timed, "variables": {**(variables or {})}}  # fmt: skip
        reply = self._ask(request, timeout)
        if "refused" in reply:
            return Result({}, {}, 0.0, refused=reply["refused"], kernels=self._kernels())
        with np.load(path, allow_pickle=False) as content:
            arrays = {name: content[name] for name in content.files}
        path.unlink()
        return Result(
            arrays, reply["outputs"], reply["seconds"], reply["inputs"],
            tuple(reply["milliseconds"]), reply["torch"], kernels=self._kernels(),
        )  # fmt: skip

    def _kernels(self) -> Kernels:
        """Return the kernels that the process has and has launched so far."""
        return coverage.read(self._notes) if self.setup.library else Kernels()

    def close(self) -> None:
        """End the process."""
        if self._group is not None:
            self._group.end()
            self._group = None
        if self._child is not None:
            self._child.communicate()
            self._child = None

    def _ask(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        if self._child is None or self._child.poll() is not None:
            with spent(On.STARTING):
                self._child = self._started()
                try:
                    self._exchange(asdict(self.setup), timeout)
                except PorterError:
                    self.close()
                    raise
        return self._exchange(request, timeout)

    def _started(self) -> subprocess.Popen[str]:
        self.close()
        self._group = ProcessGroup()
        with open(self._stderr, "wb") as stderr:
            return self._group.start(
                python("-m", "porter.verify.extension.child"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                env=self._environment(),
            )

    def _environment(self) -> dict[str, str]:
        variables = {**os.environ, **self.setup.environment}
        variables["PYTHONPATH"] = import_path(variables)
        if self.setup.library:
            self._notes.mkdir(exist_ok=True)
            variables[coverage.VARIABLE] = str(self._notes)
        return variables

    @property
    def _notes(self) -> Path:
        return Path(self._scratch.name) / "kernels"

    @property
    def _stderr(self) -> Path:
        return Path(self._scratch.name) / "stderr"

    def _exchange(self, message: dict[str, Any], timeout: float) -> dict[str, Any]:
        child = self._child
        assert child is not None and child.stdin is not None and child.stdout is not None
        self._said_before = self._stderr.stat().st_size
        try:
            child.stdin.write(json.dumps(message) + "\n")
            child.stdin.flush()
        except BrokenPipeError:
            raise self._ended(child) from None
        with selectors.DefaultSelector() as selector:
            selector.register(child.stdout, selectors.EVENT_READ)
            if not selector.select(timeout):
                self.close()
                raise RunFailed(f"took longer than {timeout:.0f} s")
        line = child.stdout.readline()
        if not line:
            raise self._ended(child)
        reply: dict[str, Any] = json.loads(line)
        if "died" in reply:  # another one is there already
            raise self._died(reply["died"])
        if "error" in reply:
            detail = self._last_error() if reply.get("lost") else ""
            if reply.get("lost") and not reply["is_renewed"]:
                self.close()
            raise RunFailed(f"{reply['error']}{detail}")
        return reply

    def _ended(self, child: subprocess.Popen[str]) -> RunFailed:
        """Say how the process ended."""
        status = child.wait()
        self._child = None
        return self._died(status)

    def _died(self, status: int) -> RunFailed:
        """Say what a process died of: its exit status, or a signal's number, negative."""
        how = f"exit status {status}"
        if status < 0:
            how = signal.Signals(-status).name
        return RunFailed(f"the process ended with {how}{self._last_error()}")

    def _last_error(self) -> str:
        """Return the last lines that the process wrote to standard error since it was asked."""
        written = self._stderr.read_bytes()[self._said_before :]
        error_lines = written.decode("utf-8", "replace").strip().splitlines()
        return "".join(f"\n{line}" for line in error_lines[-_MOST_STDERR:])

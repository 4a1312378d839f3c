"""The CUDA side of a program: live on a GPU, or a recording of such a run."""

from __future__ import annotations

import subprocess
import tempfile
from datetime import datetime, timezone
from pathlib import Path

from porter.errors import PorterError
from porter.execute import nvidia
from porter.project.settings import ProgramCase, ProjectSettings
from porter.verify import recording
from porter.verify.recording import Provenance, Recording

#: Ways to have a reference, in the order in which they are tried.
WAYS = ("gpu", "recorded")


def choose() -> str:
    """Return the best way to have a reference on this machine."""
    return "gpu" if nvidia.device() is not None else "recorded"


def reference(
    project: ProjectSettings,
    case: ProgramCase,
    way: str,
    *,
    stale_ok: bool = False,
    timeout: float = 600,
) -> Recording:
    """Return what CUDA's side of `case` does.

    Args:
        project: the project that the case belongs to.
        case: what to run.
        way: one of `WAYS`.
        stale_ok: accept a recording of other sources.
        timeout: seconds after which a live run is given up.

    Raises:
        PorterError: there is no GPU, no recording, or the program does not compile.
    """
    source = recording.source_hash(project.upstream, case.source)
    if way == "recorded":
        return recording.load(project.recordings, case, source, stale_ok=stale_ok)
    gpu = nvidia.device()
    if gpu is None:
        raise PorterError(
            "no NVIDIA GPU with nvcc on this machine", hint="compare with --ref cuda:recorded"
        )
    with tempfile.TemporaryDirectory(prefix="porter-") as folder:
        program = nvidia.build(
            project.upstream / case.source, gpu, Path(folder) / "program", case.flags
        )
        try:
            done = subprocess.run(
                [str(program), *case.args],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=timeout,
                cwd=project.upstream,
            )
        except subprocess.TimeoutExpired as error:
            raise PorterError(f"{case.name} ran longer than {timeout:.0f} s") from error
    today = datetime.now(timezone.utc).date().isoformat()
    provenance = Provenance(gpu.name, gpu.driver, gpu.toolkit, today, source)
    return Recording(case.name, done.returncode, done.stdout, provenance)

"""Both sides of a case traced and compared launch by launch, wherever each can run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from porter.execute import nvidia
from porter.verify import sides
from porter.verify.check import Options
from porter.verify.comparison import launch_trace
from porter.verify.comparison.launch_trace import Trace
from porter.verify.comparison.launches import compare_launches
from porter.verify.recording import traces as trace_recording
from porter.verify.recording.programs import Provenance

#: Bytes kept of each buffer, by mode.
BYTES = {"hash": 0, "full": 1 << 20}
#: What a recording keeps of each buffer: samples, so that it stays small.
RECORDED_BYTES = 4096

#: Runs one side with these variables set.
Run = Callable[[Mapping[str, str]], object]


@dataclass(frozen=True)
class TracedSide:
    """CUDA's side of one case, as it can be traced.

    Attributes:
        name: of the case, under which a trace of it is recorded.
        recordings: where those are.
        source: hash of CUDA's sources.
        on_gpu: runs it on an NVIDIA GPU.
        on_cpu: runs it on the cpu executor.
    """

    name: str
    recordings: Path
    source: str
    on_gpu: Run
    on_cpu: Run


def traced(run: Run, variable: str, kept: int) -> Trace:
    """Run something and return its launches.

    Args:
        run: what to run.
        variable: "PORTER_TRACE" on a GPU, "PORTER_CPU_TRACE" on the executor.
        kept: bytes of each buffer to keep; 0 for hashes alone.

    Raises:
        PorterError: it cannot be built or run.
    """
    with tempfile.TemporaryDirectory(prefix="porter-trace-") as directory:
        run({variable: directory, f"{variable}_BYTES": str(kept)})
        return launch_trace.read(Path(directory))  # files mapped into memory outlive their names


def recorded(side: TracedSide, gpu: nvidia.Device, date: str) -> Path:
    """Trace CUDA's side on a GPU and keep the trace; return the file.

    Raises:
        PorterError: it cannot be built or run, or launches nothing.
    """
    provenance = Provenance(gpu.name, gpu.driver, gpu.toolkit, date, side.source)
    with tempfile.TemporaryDirectory(prefix="porter-trace-") as directory:
        side.on_gpu({"PORTER_TRACE": directory, "PORTER_TRACE_BYTES": str(RECORDED_BYTES)})
        return trace_recording.store(
            side.recordings, side.name, RECORDED_BYTES, Path(directory), provenance
        )


def compared(
    side: TracedSide, port: Run, options: Options, *, port_on_gpu: bool = False
) -> tuple[str, ...]:
    """Trace both sides and say where the port first parts from CUDA, a line each.

    Args:
        side: CUDA's side.
        port: runs the port.
        options: where CUDA's side comes from, and what is kept of each buffer.
        port_on_gpu: the port runs on an NVIDIA GPU, not on the executor.

    Raises:
        PorterError: a side cannot be traced.
    """
    kept = BYTES[options.trace]

    def live() -> tuple[Trace, int, str]:
        gpu = nvidia.required()
        return traced(side.on_gpu, "PORTER_TRACE", kept), kept, f"{gpu.name}, now"

    def from_recording() -> tuple[Trace, int, str]:
        trace, its, provenance = trace_recording.load(
            side.recordings, side.name, side.source, stale_ok=options.stale_ok
        )
        # Samples must lie at the same places.
        return trace, its if kept else 0, str(provenance)

    def executed() -> tuple[Trace, int, str]:
        trace = traced(side.on_cpu, "PORTER_CPU_TRACE", kept)
        return trace, kept, "the cpu executor"

    offers = {"gpu": live, "recorded": from_recording, "cpu": executed}
    chosen = sides.choose(options.ref, side.name, offers)
    reference, kept, place = chosen.value
    actual = traced(port, "PORTER_TRACE" if port_on_gpu else "PORTER_CPU_TRACE", kept)
    lines = compare_launches(reference.launches, actual.launches)
    notes = [*(f"CUDA's side: {note}" for note in reference.notes),
             *(f"the port: {note}" for note in actual.notes)]  # fmt: skip
    because = f" ({chosen.note})" if chosen.note else ""
    return (*lines, *notes, f"launches of CUDA's side: {place}{because}")

"""Both sides of a case traced and compared launch by launch, wherever each can run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.verify.comparison import launch_trace
from porter.verify.comparison.departures import LaunchComparison
from porter.verify.comparison.launch_trace import Launch, Trace
from porter.verify.comparison.launches import compare_launches
from porter.verify.options import Options
from porter.verify.place import Amd, Nvidia, Place, device_for_cuda
from porter.verify.recording import traces as trace_recording
from porter.verify.recording.provenance import Provenance
from porter.verify.reference import Reference, resolve

#: Bytes kept of each buffer, by mode.
BYTES = {"hash": 0, "full": 1 << 20}
#: What a recording keeps of each buffer: samples, so that it stays small.
RECORDED_BYTES = 4096

#: The variables that name the folder of a trace, on a GPU and on the executor.
_ON_GPU, _ON_CPU = "PORTER_TRACE", "PORTER_CPU_TRACE"

#: Runs one side with these variables set.
Run = Callable[[Mapping[str, str]], object]


@dataclass(frozen=True)
class CudaSide:
    """How CUDA's side of one case is run to be traced.

    Attributes:
        name: of the case, under which a trace of it is recorded.
        recordings: where those are.
        source: gives the hash of CUDA's sources, for an architecture.
        on_gpu: runs it on an NVIDIA GPU.
        on_cpu: runs it on the cpu executor.
        draws: what it does there otherwise, which GPUs do not, such as drawing ROCm's random
            numbers; empty when nothing.
    """

    name: str
    recordings: Path
    source: Callable[[str], str]
    on_gpu: Run
    on_cpu: Run
    draws: str = ""

    def record(self) -> Sequence[Path]:
        """Trace it on a GPU and keep the trace; return the files.

        Raises:
            PorterError: it cannot be built or run, or launches nothing.
        """
        gpu = device_for_cuda()
        provenance = Provenance.of_gpu(gpu, self.source(gpu.arch), arch=gpu.arch)
        with tempfile.TemporaryDirectory(prefix="porter-trace-") as directory:
            self.on_gpu({_ON_GPU: directory, f"{_ON_GPU}_BYTES": str(RECORDED_BYTES)})
            made = Path(directory)
            return [
                trace_recording.store(self.recordings, self.name, RECORDED_BYTES, made, provenance)
            ]


@dataclass(frozen=True)
class TracedSides:
    """How both sides of one case are run to be traced.

    Attributes:
        cuda: CUDA's side.
        port: runs the port.
        is_stopped: either is stopped before its end, so that the shorter run says how many launches
            are compared.
    """

    cuda: CudaSide
    port: Run
    is_stopped: bool = False


def compare(
    sides: TracedSides, place: Place, options: Options, *, is_first_enough: bool = False
) -> LaunchComparison:
    """Trace both sides and say where the port first parts from CUDA.

    Args:
        sides: both sides.
        place: where the port runs.
        options: where CUDA's side comes from, and what is kept of each buffer.
        is_first_enough: what parts after that is not looked at.

    Raises:
        PorterError: a side cannot be traced.
    """
    if isinstance(place, Amd):
        raise PorterError("launches are not traced on AMD GPUs", hint="--on hip:cpu")
    source = _TraceSource(sides.cuda, BYTES[options.trace], options.stale_ok, sides.is_stopped)
    found = resolve(source, options.ref)
    reference, stored_size = found.result
    variable = _ON_GPU if isinstance(place, Nvidia) else _ON_CPU
    actual = _traced(sides.port, variable, stored_size, is_stopped=sides.is_stopped)
    because = f" ({found.note})" if found.note else ""
    expected, launches = reference.launches, actual.launches
    if sides.is_stopped:
        both = min(len(expected), len(launches))
        expected, launches = expected[:both], launches[:both]
    compared = compare_launches(expected, launches, is_first_enough=is_first_enough)
    lines = (
        *compared.lines,
        *(f"CUDA's side: {note}" for note in reference.notes),
        *(f"the port: {note}" for note in actual.notes),
        f"launches of CUDA's side: {found.origin}{because}",
    )
    return compared._replace(lines=lines)


def repeats(sides: TracedSides, others: Iterable[Run], parts_at: int) -> bool:
    """Tell whether CUDA's side gives the same on the executor, launch by launch, in other ways.

    Args:
        sides: of them CUDA's.
        others: run it in these ways.
        parts_at: the launch that the port parts at: of runs that are stopped what comes up to
            that is compared, since not each gets as far.

    Raises:
        PorterError: it cannot be built or run.
    """
    most = parts_at if sides.is_stopped else None

    def launches(run: Run) -> Sequence[Launch]:
        traced = _traced(run, _ON_CPU, BYTES["full"], is_stopped=sides.is_stopped)
        return traced.launches[:most]

    first = launches(sides.cuda.on_cpu)
    if len(first) < (most or 0):
        return False
    found = (compare_launches(first, launches(run), is_first_enough=True) for run in others)
    return all(one.agrees for one in found)


#: A trace, and how many bytes of each buffer it keeps.
_Kept = tuple[Trace, int]


@dataclass(frozen=True)
class _TraceSource:
    """The possible sources of a trace of CUDA's side."""

    side: CudaSide
    stored_size: int
    stale_ok: bool
    is_stopped: bool = False

    def on_gpu(self) -> Reference[_Kept]:
        gpu = device_for_cuda()
        trace = self._traced(self.side.on_gpu, _ON_GPU)
        return Reference((trace, self.stored_size), f"{gpu.name}, now")

    def recorded(self) -> Reference[_Kept]:
        trace, stored_size, provenance = trace_recording.load(
            self.side.recordings, self.side.name, self.side.source, stale_ok=self.stale_ok
        )
        # Samples must lie at the same places.
        return Reference((trace, stored_size if self.stored_size else 0), str(provenance))

    def on_cpu(self) -> Reference[_Kept]:
        trace = self._traced(self.side.on_cpu, _ON_CPU)
        origin = ", ".join(filter(None, ("the cpu executor", self.side.draws)))
        return Reference((trace, self.stored_size), origin)

    def _traced(self, run: Run, variable: str) -> Trace:
        return _traced(run, variable, self.stored_size, is_stopped=self.is_stopped)


def _traced(run: Run, variable: str, stored_size: int, *, is_stopped: bool = False) -> Trace:
    """Run something and return its launches.

    Args:
        run: what to run.
        variable: the one that names the folder.
        stored_size: bytes of each buffer to store; 0 for hashes alone.
        is_stopped: the run is, before its end.

    Raises:
        PorterError: it cannot be built or run.
    """
    with tempfile.TemporaryDirectory(prefix="porter-trace-") as directory:
        run({variable: directory, f"{variable}_BYTES": str(stored_size)})
        # Files mapped into memory outlive their names.
        return launch_trace.read(Path(directory), is_stopped=is_stopped)

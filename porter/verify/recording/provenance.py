"""The provenance of a result of the CUDA side: device, compiler, date and sources."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from porter.execute import nvidia
from porter.execute.cpu.architecture import CUDA


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a result comes from.

    Attributes:
        device: the GPU, as its driver calls it.
        driver: version of the driver; empty on the cpu executor.
        toolkit: release of nvcc.
        date: day of the run, ISO 8601.
        source: SHA-256 over the sources of the program, in hex.
        arch: the architecture whose sources these are, where a tree has a folder for each; empty
            for all of them.
    """

    device: str
    driver: str
    toolkit: str
    date: str
    source: str
    arch: str = ""

    @classmethod
    def of_gpu(
        cls, gpu: nvidia.Device, source: str, *, with_torch: str = "", arch: str = ""
    ) -> Provenance:
        """Return that of a run today on a GPU.

        Args:
            gpu: the GPU.
            source: hash of CUDA's sources.
            with_torch: version of the PyTorch that had a part in it.
            arch: the architecture whose sources alone `source` counts.
        """
        toolkit = f"{gpu.toolkit}, PyTorch {with_torch}" if with_torch else gpu.toolkit
        return cls(gpu.name, gpu.driver, toolkit, _today(), source, arch)

    @classmethod
    def of_executor(cls, source: str) -> Provenance:
        """Return that of a run today on the cpu executor."""
        return cls(f"the cpu executor ({CUDA})", "", "", _today(), source)

    def __str__(self) -> str:
        if not self.driver:
            return f"CUDA on {self.device}"
        return f"{self.device}, driver {self.driver}, CUDA {self.toolkit}, {self.date}"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()

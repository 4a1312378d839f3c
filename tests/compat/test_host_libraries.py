"""Support headers for host code, beside ROCm's libraries: programs ported and run."""

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.toolchain.discovery import find

pytestmark = [pytest.mark.toolchain, pytest.mark.slow]
PROGRAMS = Path(__file__).parent / "programs"
#: They need the host's BLAS.
BY_LAPACK = ("blaslt_descriptors.cu", "legacy_blas.cu", "solver_generic.cu", "blas_products.cu")


@pytest.mark.parametrize(
    ("name", "checks"),
    [
        ("oldest_launches.cu", 11),
        ("dropped_launches.cu", 9),
        ("configured_launches.cu", 6),
        ("management.cu", 22),
        ("stream_ref.cu", 6),
        ("device_properties.cu", 10),
        ("cache_hints.cu", 5),
        ("memory_locations.cu", 9),
        ("blaslt_descriptors.cu", 7),
        ("legacy_blas.cu", 11),
        ("pinned_allocator.cu", 5),
        ("solver_generic.cu", 10),
        ("neural_layers.cu", 14),
        ("blas_products.cu", 12),
    ],
)
def test_the_port_passes_its_checks(tmp_path: Path, name: str, checks: int) -> None:
    if name in BY_LAPACK and find().host_blas is None:
        pytest.skip("needs `porter toolchain install host-blas`")
    upstream = tmp_path / "cuda"
    upstream.mkdir()
    (upstream / name).write_bytes((PROGRAMS / name).read_bytes())
    write_port([upstream], Options(), Destination(OutputMode.OUT, tmp_path / "hip"))
    run = cpu.build(tmp_path / "hip" / name, arch="gfx942").run(timeout=60)
    assert (run.returncode, run.stdout.count("ok ")) == (0, checks), run.stdout + run.stderr

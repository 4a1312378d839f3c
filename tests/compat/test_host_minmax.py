"""`minmax.hpp` in host code: `min` and `max` of what is no `int`."""

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

PROGRAM = Path(__file__).parent / "programs" / "host_minmax.cu"
#: What nvcc's program prints.
EXPECTED = "5000000000 -5000000000 5000000001 4000000000\n0.75 0.25 0.5 1.5\n"


@pytest.mark.toolchain
def test_host_code_keeps_sizes_and_fractions(tmp_path: Path) -> None:
    upstream = tmp_path / "cuda"
    upstream.mkdir()
    (upstream / PROGRAM.name).write_bytes(PROGRAM.read_bytes())
    write_port([upstream], Options(), Destination(OutputMode.OUT, tmp_path / "hip"))
    run = cpu.build(tmp_path / "hip" / PROGRAM.name, arch="gfx942").run(timeout=60)
    assert (run.returncode, run.stdout) == (0, EXPECTED)

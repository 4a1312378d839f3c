"""`minmax.hpp` and `host_math.hpp`: host code has the functions that nvcc's host code has."""

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

FOLDER = Path(__file__).parent
#: What nvcc's programs print, of 13.0.
EXPECTED = {
    "host_minmax.cu": "5000000000 -5000000000 5000000001 4000000000\n0.75 0.25 0.5 1.5\n",
    "host_math.cu": (FOLDER / "recordings" / "host_math_nvcc.txt").read_text(),
}


@pytest.mark.toolchain
@pytest.mark.parametrize("name", EXPECTED)
def test_host_code_computes_what_nvcc_does(tmp_path: Path, name: str) -> None:
    upstream = tmp_path / "cuda"
    upstream.mkdir()
    (upstream / name).write_bytes((FOLDER / "programs" / name).read_bytes())
    write_port([upstream], Options(), Destination(OutputMode.OUT, tmp_path / "hip"))
    run = cpu.build(tmp_path / "hip" / name, arch="gfx942").run(timeout=60)
    assert (run.returncode, run.stdout) == (0, EXPECTED[name])

"""Sources of the host's that links have compiled as device code."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from porter.cli import group

SOURCE = """#include "real.h"
#ifdef __CUDACC__
__device__
#endif
real half_of(real x) { return x / 2; }
"""
GIVEN = b"#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#endif\n"


def converted(source: Path, port: Path) -> bytes:
    result = CliRunner().invoke(group, ["convert", str(source), "--to", "hip", "--out", str(port)])
    assert result.exit_code == 0, result.output
    return (port / "host/half.cpp").read_bytes()


def test_a_source_that_a_link_compiles_gets_the_runtimes_header(tmp_path: Path) -> None:
    source = tmp_path / "src"
    for folder in ("host", "gpu"):
        (source / folder).mkdir(parents=True)
    (source / "host/half.cpp").write_text(SOURCE)
    (source / "host/real.h").write_text("typedef double real;\n")
    assert b"hip_runtime" not in converted(source, tmp_path / "out")
    (source / "gpu/half.cu").symlink_to("../host/half.cpp")
    assert converted(source, tmp_path / "out").startswith(GIVEN)  # beside what was kept of the run
    (source / "gpu/half.cu").unlink()
    (source / "gpu/half.cu").symlink_to("/nowhere/half.cpp")
    assert b"hip_runtime" not in converted(source, tmp_path / "out")

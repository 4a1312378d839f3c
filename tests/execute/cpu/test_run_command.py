"""`porter run`, as users call it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError

pytestmark = pytest.mark.toolchain


def test_command_line(tmp_path: Path) -> None:
    source = tmp_path / "main.cpp"
    source.write_text("int main(int n, char **) { return 40 + n - MINUS; }")
    done = CliRunner().invoke(
        group, ["run", "--on", "cpu", "-f", "-DMINUS=1", str(source), "--", "-x", "y"]
    )
    assert done.exit_code == 42, done.output


@pytest.mark.parametrize(
    ("place", "wave"), [("cpu:gfx1100", 32), ("hip:cpu:gfx942", 64), ("hip:cpu", 64), ("cpu", 64)]
)
def test_the_place_names_the_architecture(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], place: str, wave: int
) -> None:
    source = tmp_path / "wave.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n#include <cstdio>\n"
        '__global__ void wave() { printf("%d\\n", warpSize); }\n'
        "int main() { wave<<<1, 1>>>(); return hipDeviceSynchronize(); }\n"
    )
    assert CliRunner().invoke(group, ["run", "--on", place, str(source)]).exit_code == 0
    assert capfd.readouterr().out == f"{wave}\n"


@pytest.mark.parametrize("words", [["--on", "gpu"], ["--on", "cpu:gfx942", "--arch", "gfx1100"]])
def test_a_place_that_is_none(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "a.cu").write_text("int main() {}\n")
    done = CliRunner().invoke(group, ["run", *words, str(tmp_path / "a.cu")])
    assert done.exit_code == 2
    assert "--on" in done.output


def test_a_program_that_takes_too_long_is_stopped(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "long.cpp"
    source.write_text("#include <unistd.h>\nint main() { for (;;) pause(); }\n")
    done = CliRunner().invoke(group, ["run", "--timeout", "1", str(source)])
    assert done.exit_code == 124
    assert "long did not end within 1 s and was stopped" in done.output + capfd.readouterr().err


def test_the_exit_status_names_the_signal_that_ended_the_program(tmp_path: Path) -> None:
    source = tmp_path / "signal.cpp"
    source.write_text("#include <csignal>\nint main() { std::raise(SIGTERM); }\n")
    assert CliRunner().invoke(group, ["run", str(source)]).exit_code == 128 + 15


@pytest.mark.parametrize(
    ("suffix", "text", "printed"),
    [
        (".cu", "{ int *x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x); cudaDeviceSynchronize();", 32),
        (".hip", "{ int *x; (void)hipMallocManaged(&x, 4); k<<<1, 1>>>(x); "
         "(void)hipDeviceSynchronize();", 64),
        (".cu", "{ int *x; (void)hipMallocManaged(&x, 4); k<<<1, 1>>>(x); "
         "(void)hipDeviceSynchronize();", 64),
    ],
    ids=["cuda", "hip", "port"],
)  # fmt: skip
def test_cuda_and_hip_on_the_command_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], suffix: str, text: str, printed: int
) -> None:
    header = "#include <hip/hip_runtime.h>\n" if printed == 64 else ""
    (tmp_path / f"main{suffix}").write_text(
        f"{header}#include <cstdio>\n__global__ void k(int *x) {{ *x = warpSize; }}\n"
        f'int main(int, char **a) {text} std::printf("%d %s\\n", *x, a[1]); }}\n'
    )
    for program in (tmp_path / f"main{suffix}", tmp_path):
        CliRunner().invoke(group, ["run", "--on", "cpu", str(program), "--", "now"])
        assert capfd.readouterr().out == f"{printed} now\n"


@pytest.mark.parametrize("header", ["cuda_runtime.h", "cublas_v2.h", "cub/cub.cuh"])
def test_cuda_sources_for_amd_are_to_be_converted_first(tmp_path: Path, header: str) -> None:
    source = tmp_path / "cuda.cu"
    source.write_text(f"#include <{header}>\nint main() {{}}\n")
    with pytest.raises(PorterError, match=f"'{header}' file not found") as told:
        CliRunner().invoke(group, ["run", "--arch", "gfx942", str(source)], catch_exceptions=False)
    assert "convert it first" in told.value.hint and "--arch sm_80" in told.value.hint

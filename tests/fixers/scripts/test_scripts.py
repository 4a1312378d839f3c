"""Scripts, Dockerfiles, workflows and README files, converted by all rules."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.testing import apply
from tests.fixers.conftest import Convert
from tests.fixers.scripts import severities, text

ARCHS = "--offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100"
SCRIPT = """\
#!/usr/bin/env bash
# Builds with nvcc -arch=sm_80.
set -e
export CUDA_HOME=${CUDA_HOME:-/usr/local/cuda}
NVCC="$CUDA_HOME/bin/nvcc"
NVCC_FLAGS="-O3 -gencode arch=compute_80,code=sm_80 -Xcompiler -fPIC"
command -v nvcc > /dev/null || { echo "no nvcc"; exit 1; }
for f in src/*.cu; do
  "$NVCC" $NVCC_FLAGS --expt-relaxed-constexpr \\
    -I"$CUDA_HOME/include" -c "$f" -o "${f%.cu}.o"   # nvcc
done
g++ -I$CUDA_HOME/include main.cpp src/*.o -L${CUDA_HOME}/lib64 -lcudart -lcublas -o main
CUDA_VISIBLE_DEVICES=0 ./main | tee log
"""
CONVERTED = f"""\
#!/usr/bin/env bash
# Builds with nvcc -arch=sm_80.
set -e
export ROCM_PATH=${{ROCM_PATH:-/opt/rocm}}
NVCC="$ROCM_PATH/bin/hipcc"
NVCC_FLAGS="-O3 {ARCHS} -fPIC"
command -v hipcc > /dev/null || {{ echo "no nvcc"; exit 1; }}
for f in src/*.cu; do
  "$NVCC" $NVCC_FLAGS \\
    -I"$ROCM_PATH/include" -c "$f" -o "${{f%.cu}}.o"   # nvcc
done
g++ -I$ROCM_PATH/include -D__HIP_PLATFORM_AMD__ main.cpp src/*.o \
-L${{ROCM_PATH}}/lib -lamdhip64 -lhipblas -o main
CUDA_VISIBLE_DEVICES=0 ./main | tee log
"""


def test_a_script(converted: Convert) -> None:
    once = converted(SCRIPT, path="build.sh")
    assert text(once) == CONVERTED
    assert text(converted(CONVERTED, path="build.sh")) == CONVERTED


def test_a_script_with_line_ends_of_windows(converted: Convert) -> None:
    once = converted(SCRIPT.replace("\n", "\r\n"), path="build.sh")
    assert text(once) == CONVERTED.replace("\n", "\r\n")


def test_a_converted_script_is_one_that_a_shell_reads(converted: Convert) -> None:
    once = converted(SCRIPT, path="build.sh")
    assert subprocess.run(["bash", "-n"], input=once.data, check=False).returncode == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("nvcc a.cu -Xcompiler \"-fopenmp -O2\"", "hipcc a.cu -fopenmp -O2"),
        ("sudo env A=1 nvcc a.cu", "sudo env A=1 hipcc a.cu"),
        ("time nvcc a.cu && ./a", "time hipcc a.cu && ./a"),
        ("$(which nvcc) a.cu", "$(which hipcc) a.cu"),
        ("x=1;nvcc a.cu;nvcc b.cu", "x=1;hipcc a.cu;hipcc b.cu"),
        ("if nvcc a.cu; then b; fi", "if hipcc a.cu; then b; fi"),
        ("nvcc '-lcublas' \"-lineinfo\" a.cu", "hipcc -lhipblas -gline-tables-only a.cu"),
        ("COMPILE=\"nvcc -lineinfo\"\n$COMPILE a.cu",
         "COMPILE=\"hipcc -gline-tables-only\"\n$COMPILE a.cu"),
        ("F=(-lineinfo -O3)\nnvcc \"${F[@]}\" a.cu",
         "F=(-gline-tables-only -O3)\nhipcc \"${F[@]}\" a.cu"),
        ("A=-lineinfo\nB=\"$A -O3\"\nnvcc $B a.cu",
         "A=-gline-tables-only\nB=\"$A -O3\"\nhipcc $B a.cu"),
        ("nvcc -ccbin g++ -t 4 a.cu # nvcc -t 4", "hipcc a.cu # nvcc -t 4"),
        ("make NVCC=/usr/local/cuda/bin/nvcc all", "make NVCC=/usr/local/cuda/bin/hipcc all"),
    ],
)  # fmt: skip
def test_commands_of_a_script(before: str, after: str) -> None:
    found = apply(f"{before}\n", "SCR01", "SCR02", "SCR03", path="a.sh")
    assert text(found) == f"{after}\n"


@pytest.mark.parametrize(
    "line",
    [
        "echo nvcc -lineinfo a.cu",
        "echo 'run: nvcc a.cu'",
        "grep nvcc Makefile",
        "cp nvcc /tmp/nvcc",
        "nvcc_wrapper a.cu -lineinfo",
        "my-nvcc a.cu",
        "gcc -G 8 -x c a.c",
        "# nvcc a.cu",
        "cd nvcc && ls",
        "nvcc() { :; }",
        "[ \"$CC\" = nvcc ]",
        "case $CC in nvcc) ;; esac",
    ],
)  # fmt: skip
def test_what_is_no_call_of_nvcc_stays(line: str) -> None:
    found = apply(f"{line}\n", path="a.sh")
    assert text(found) == f"{line}\n"
    assert severities(found) == []


def test_what_a_script_hides_from_the_rules_is_reported() -> None:
    before = "bash <<EOF\nnvcc a.cu\nEOF\necho 'open\nnvcc b.cu\n"
    found = apply(before, path="a.sh")
    assert text(found) == before
    assert severities(found) == ["warning", "warning"]


@pytest.mark.parametrize(
    ("path", "before"),
    [
        ("Dockerfile", 'RUN ["nvcc", "a.cu"]\n'),
        ("Jenkinsfile", 'sh """\n  echo \\$A\n  nvcc b.cu\n"""\n'),
        (".gitlab-ci.yml", "script: [nvcc a.cu, b]\n"),
        ("a.sh", 'python -c \'\nrun("nvcc a.cu")\n\n'),
    ],
)
def test_a_call_that_no_rule_reads_is_reported(path: str, before: str) -> None:
    found = apply(before, path=path)
    assert text(found) == before
    assert severities(found) == ["warning"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("find . -name '*.cu' -exec nvcc -lineinfo {} \\;",
         "find . -name '*.cu' -exec hipcc -gline-tables-only {} \\;"),
        ("ls *.cu | xargs -n1 nvcc -c", "ls *.cu | xargs -n1 hipcc -c"),
        ("[ -x \"$CUDA_HOME/bin/nvcc\" ] || exit", "[ -x \"$ROCM_PATH/bin/hipcc\" ] || exit"),
        ("docker run -it image nvcc -c a.cu", "docker run -it image hipcc -c a.cu"),
        ("bash -lc 'cd a && nvcc -lineinfo a.cu'",
         "bash -lc 'cd a && hipcc -gline-tables-only a.cu'"),
        ('ssh host "nvcc a.cu"', 'ssh host "hipcc a.cu"'),
        ("[[ -d /usr/local/cuda ]] && a", "[[ -d /opt/rocm ]] && a"),
    ],
)  # fmt: skip
def test_compilers_that_are_run_or_asked_about_by_others(before: str, after: str) -> None:
    assert text(apply(f"CUDA_HOME=/usr/local/cuda\n{before}\n", path="a.sh")) == (
        f"ROCM_PATH=/opt/rocm\n{after}\n"
    )


def test_new_names_of_files_are_followed_in_commands_alone() -> None:
    before = "nvcc src/a.cu b.cu  # a.cu\ncat <<EOF\nsrc/a.cu\nEOF\n"
    after = "nvcc src/a.hip b.cu  # a.cu\ncat <<EOF\nsrc/a.cu\nEOF\n"
    found = apply(before, "BLD25", path="a.sh", files=("src/a.cu",), rename=True)
    assert text(found) == after


def test_a_script_without_a_suffix_is_converted_with_its_tree(tmp_path: Path) -> None:
    source = tmp_path / "up"
    source.mkdir()
    (source / "build").write_text("#!/bin/sh\nnvcc a.cu\n")
    (source / "data").write_text("nvcc a.cu\n")
    (source / "run").write_bytes(b"\x7fELF\0\0\0\0nvcc a.cu\n")
    out = tmp_path / "out"
    result = write_port([source], Options(), Destination(OutputMode.OUT, out))
    assert not result.has_failed
    assert (out / "build").read_text() == "#!/bin/sh\nhipcc a.cu\n"
    assert (out / "data").read_text() == "nvcc a.cu\n"
    assert (out / "run").read_bytes() == b"\x7fELF\0\0\0\0nvcc a.cu\n"

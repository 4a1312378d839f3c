"""Scripts, Dockerfiles, workflows and README files, converted by all rules."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.fixers.conversion import Conversion
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.testing import apply
from tests.fixers.conftest import Convert

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


def text(conversion: Conversion) -> str:
    return conversion.data.decode()


def severities(conversion: Conversion) -> list[str]:
    return [finding.severity.value for finding in conversion.findings]


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


@pytest.mark.parametrize(
    "sentence",
    [
        "nvcc is NVIDIA's compiler.",
        "nvcc -O3 is faster than nvcc -O0.",
        "Use nvcc a.cu -o a; nvcc 12 works, too.",
        "nvcc warning : The 'compute_20' architectures are deprecated",
        "The flag `-arch=sm_80` of `nvcc` names a GPU.",
        "Don't set CUDA_HOME=/usr/local/cuda there",
    ],
)
def test_sentences_stay(sentence: str) -> None:
    found = apply(f"{sentence}\n\n```\n{sentence}\n```\n", "SCR01", "SCR02", path="README.md")
    assert text(found) == f"{sentence}\n\n```\n{sentence}\n```\n"


def test_a_readme(converted: Convert) -> None:
    before = (
        "# Building\n\nWith nvcc 12 or newer:\n\n```bash\n$ export PATH=/usr/local/cuda/bin:$PATH\n"
        "$ nvcc -arch=sm_70 -o scan scan.cu -lcufft  # nvcc\n$ ./scan\n```\n\n"
        "or `nvcc -lineinfo scan.cu`.\n"
    )
    after = (
        "# Building\n\nWith nvcc 12 or newer:\n\n```bash\n$ export PATH=/opt/rocm/bin:$PATH\n"
        f"$ hipcc {ARCHS} -o scan scan.cu -lhipfft  # nvcc\n$ ./scan\n```\n\n"
        "or `hipcc -gline-tables-only scan.cu`.\n"
    )
    assert text(converted(before, path="README.md")) == after


def test_a_dockerfile(converted: Convert) -> None:
    before = (
        "FROM nvidia/cuda:12.4.1-devel-ubuntu22.04\n"
        "ENV CUDA_HOME=/usr/local/cuda\n"
        "RUN nvcc -lineinfo \\\n"
        "    # threads are for nvcc alone\n"
        "    --threads 4 -I$CUDA_HOME/include \\\n"
        "    a.cu && \\\n"
        "    pip install torch --index-url https://example.org/whl/cu124\n"
    )
    after = (
        "FROM rocm/dev-ubuntu-22.04:6.4-complete\n"
        "ENV ROCM_PATH=/opt/rocm\n"
        "RUN hipcc -gline-tables-only \\\n"
        "    # threads are for nvcc alone\n"
        "    -I$ROCM_PATH/include \\\n"
        "    a.cu && \\\n"
        "    pip install torch --index-url https://example.org/whl/rocm6.4\n"
    )
    found = converted(before, path="Dockerfile")
    assert text(found) == after
    assert severities(found) == []


@pytest.mark.parametrize(
    ("image", "after"),
    [
        ("nvidia/cuda:12.4.1-cudnn-runtime-ubuntu22.04", "rocm/dev-ubuntu-22.04:6.4-complete"),
        ("example.org/nvidia/cuda:12.4.1-base-ubuntu22.04", "rocm/dev-ubuntu-22.04:6.4"),
        (
            "a.org:5000/nvidia/cuda:12.4.1-devel-ubuntu24.04",
            "rocm/dev-ubuntu-24.04:6.4-complete",
        ),
        ("nvidia/cuda:11.8.0-cudnn8-devel-ubuntu20.04", None),
        ("nvidia/cuda:11.8.0-devel-rockylinux8", None),
        ("nvidia/cuda", None),
        ("nvidia/cuda:latest", None),
        ("nvidia/cuda:12.4.1-devel-ubuntu22.04@sha256:abc", "rocm/dev-ubuntu-22.04:6.4-complete"),
        ("pytorch/pytorch:2.4.0-cuda12.1-cudnn9-devel", None),
        ("example.org:5000/nvidia/pytorch:24.05-py3", None),
    ],
)
def test_images(image: str, after: str | None) -> None:
    found = apply(f"FROM {image} AS a\n", "SCR07", path="Dockerfile")
    assert text(found) == f"FROM {after or image} AS a\n"
    assert severities(found) == ([] if after else ["error"])


def test_an_image_that_is_built_here_is_nobodys() -> None:
    found = apply("FROM ubuntu:22.04 AS cuda\nFROM cuda\n", "SCR07", path="Dockerfile")
    assert severities(found) == []


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("Dockerfile", "ENV CUDA_HOME /usr/local/cuda\n", "ENV ROCM_PATH /opt/rocm\n"),
        ("a.sh", "setenv CUDA_HOME /usr/local/cuda\n", "setenv ROCM_PATH /opt/rocm\n"),
        ("Dockerfile", "ARG CUDA_PATH=/usr/local/cuda\n", "ARG ROCM_PATH=/opt/rocm\n"),
        (
            ".gitlab-ci.yml",
            "variables:\n  CUDA_HOME: /usr/local/cuda-12.4 # here\n",
            "variables:\n  ROCM_PATH: /opt/rocm # here\n",
        ),
        (
            ".github/workflows/a.yml",
            "env:\n  CUDA_HOME: /usr/local/cuda\nx: ${{ env.CUDA_HOME }}\n",
            "env:\n  CUDA_HOME: /opt/rocm\nx: ${{ env.CUDA_HOME }}\n",
        ),
    ],
)
def test_each_way_of_setting_a_variable(path: str, before: str, after: str) -> None:
    found = apply(before, "SCR05", path=path)
    assert text(found) == after
    assert severities(found) == []


def test_a_text_for_another_shell_is_converted_and_not_reported() -> None:
    found = apply("bash -c 'g++ -I/usr/local/cuda/include a.cpp'\n", path="a.sh")
    assert text(found) == "bash -c 'g++ -I/opt/rocm/include -D__HIP_PLATFORM_AMD__ a.cpp'\n"
    assert severities(found) == []


@pytest.mark.parametrize(
    "line",
    [
        "wget https://example.org/compute/cuda/12.4.1/local_installers/cuda_12.4.1_linux.run",
        "sh cuda_12.4.1_550_linux.run --silent",
        "echo 'export PATH=/usr/local/cuda/bin:$PATH' >> ~/.bashrc",
    ],
)
def test_what_brings_cuda_or_speaks_of_it_elsewhere_is_reported(line: str) -> None:
    found = apply(f"{line}\n", path="a.sh")
    assert text(found) == f"{line}\n"
    assert severities(found) == ["warning"]


def test_cudas_folder_in_an_instruction_that_no_shell_reads_is_reported() -> None:
    found = apply("FROM a\nCOPY --from=b /usr/local/cuda/lib64 /lib\n", "SCR05", path="Dockerfile")
    assert severities(found) == ["warning"]


def test_an_action_that_installs_cuda_is_reported() -> None:
    workflow = "steps:\n  - uses: Jimver/cuda-toolkit@v0.2.16\n  - uses: actions/checkout@v4\n"
    found = apply(workflow, "SCR06", path=".github/workflows/a.yml")
    assert severities(found) == ["warning"]


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


def test_a_variable_that_something_else_asks_about_keeps_its_name() -> None:
    before = "CUDA_HOME=/usr/local/cuda\nls $CUDA_HOME/bin\nunset CUDA_HOME\n"
    after = "CUDA_HOME=/opt/rocm\nls $CUDA_HOME/bin\nunset CUDA_HOME\n"
    assert text(apply(before, "SCR05", path="a.sh")) == after


def test_a_variable_that_is_tested_gets_no_default() -> None:
    before = '[ -z "$CUDA_HOME" ] && exit 1\ng++ -I$CUDA_HOME/include a.cpp\n'
    after = '[ -z "$ROCM_PATH" ] && exit 1\ng++ -I$ROCM_PATH/include a.cpp\n'
    assert text(apply(before, "SCR05", path="a.sh")) == after


def test_a_file_that_speaks_of_rocm_is_its_authors(converted: Convert) -> None:
    before = "if [ -d /opt/rocm ]; then hipcc a.cu; else nvcc -lineinfo a.cu; fi\n"
    found = converted(before, path="a.sh")
    assert text(found) == before
    assert severities(found) == ["note"]


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


def test_a_readme_in_another_encoding_costs_nothing(tmp_path: Path) -> None:
    source = tmp_path / "up"
    source.mkdir()
    (source / "README.md").write_bytes("nvcc a.cu\n".encode("utf-16"))
    (source / "a.md").write_bytes(b"caf\xe9: `nvcc a.cu`\n")
    out = tmp_path / "out"
    result = write_port([source], Options(), Destination(OutputMode.OUT, out))
    assert not result.has_failed
    assert (out / "README.md").read_bytes() == (source / "README.md").read_bytes()
    assert (out / "a.md").read_bytes() == b"caf\xe9: `hipcc a.cu`\n"

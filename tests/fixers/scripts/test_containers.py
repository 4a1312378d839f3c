"""Dockerfiles and workflows: images, actions, and what they bring."""

from __future__ import annotations

import pytest

from porter.testing import apply
from tests.fixers.conftest import Convert
from tests.fixers.scripts import severities, text


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

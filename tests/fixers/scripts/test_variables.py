"""Variables of scripts that name CUDA's folder."""

from __future__ import annotations

import pytest

from porter.testing import apply
from tests.fixers.scripts import severities, text


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("Dockerfile", "ENV CUDA_HOME /usr/local/cuda\n", "ENV ROCM_PATH /opt/rocm\n"),
        ("a.sh", "setenv CUDA_HOME /usr/local/cuda\n", "setenv ROCM_PATH /opt/rocm\n"),
        ("a.sh", "export CUDA_HOME=/apps/cuda-11.0\n", "export ROCM_PATH=/opt/rocm\n"),
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


def test_a_variable_that_something_else_asks_about_keeps_its_name() -> None:
    before = "CUDA_HOME=/usr/local/cuda\nls $CUDA_HOME/bin\nunset CUDA_HOME\n"
    after = "CUDA_HOME=/opt/rocm\nls $CUDA_HOME/bin\nunset CUDA_HOME\n"
    assert text(apply(before, "SCR05", path="a.sh")) == after


def test_a_variable_that_is_tested_gets_no_default() -> None:
    before = '[ -z "$CUDA_HOME" ] && exit 1\ng++ -I$CUDA_HOME/include a.cpp\n'
    after = '[ -z "$ROCM_PATH" ] && exit 1\ng++ -I$ROCM_PATH/include a.cpp\n'
    assert text(apply(before, "SCR05", path="a.sh")) == after

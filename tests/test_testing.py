"""The entrance of rules' tests."""

import pytest

from porter.errors import PorterError
from porter.testing import apply


def test_all_rules_by_default() -> None:
    assert apply("cudaFree(p); __syncwarp();\n").data.endswith(b"hipFree(p); porter::syncwarp();\n")


def test_one_rule_alone() -> None:
    assert apply("cudaFree(p); __syncwarp();\n", "API01").data.endswith(
        b"hipFree(p); __syncwarp();\n"
    )


def test_options_path_and_other_files() -> None:
    assert apply("k<<<1, 2>>>();\n", launch="hip").data == (
        b"#include <hip/hip_runtime.h>\nhipLaunchKernelGGL(k, 1, 2, 0, 0);\n"
    )
    cmake = apply("project(x LANGUAGES CUDA)\n", path="CMakeLists.txt", files=("a.cu",))
    assert b"LANGUAGES HIP" in cmake.data


def test_a_rule_that_is_not_there() -> None:
    with pytest.raises(PorterError, match="there is no rule W999"):
        apply("x", "W999")

"""What is asked for is checked first: the operator, its types and layout, the package's parts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.port.operators.catalogue import OPERATORS, choose
from porter.port.operators.package import open_package


def test_what_is_not_known_lists_what_is() -> None:
    with pytest.raises(PorterError, match="no operator 'conv'") as operator:
        choose("conv", None, None)
    assert operator.value.hint == f"there are: {', '.join(OPERATORS)}"
    with pytest.raises(PorterError, match="gemm takes no 'f64'") as dtype:
        choose("gemm", "bf16,f64", None)
    assert dtype.value.hint == "it takes: bf16, f16"
    with pytest.raises(PorterError, match="gemm has no layout 'rr'") as layout:
        choose("gemm", None, "rr")
    assert layout.value.hint == "it has: rcr, rrr, crr, ccr"
    with pytest.raises(PorterError, match="rmsnorm2d has no layout 'rcr'"):
        choose("rmsnorm2d", None, "rcr")


def test_types_are_those_that_were_asked_for() -> None:
    assert choose("gemm", "f16, bf16,f16", "rrr")[1:] == (("f16", "bf16"), "rrr")
    assert choose("gemm_a8w8", None, None)[1:] == (("int8", "fp8"), "rcr")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("csrc", "csrc/"),
        ("aiter/configs/optCompilerConfig.json", "optCompilerConfig.json in PACKAGE"),
        ("aiter/ops", "aiter/ops"),
        ("aiter/jit/core.py", "aiter/jit/core.py"),
        ("aiter/jit/settings.py", "AITER_CONFIG_DIR or AITER_ROOT_DIR in aiter/jit/core.py"),
        ("aiter/jit/gpu_archs.py", "aiter/jit/gpu_archs.py or aiter/jit/utils/chip_info.py"),
    ],
)
def test_a_package_that_lacks_a_part_is_told_which(root: Path, part: str, said: str) -> None:
    place = root / part
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink()
    with pytest.raises(PorterError, match=f"it lacks {said}"):
        open_package(root)


def test_a_configuration_that_is_no_table_is_refused(root: Path) -> None:
    config = root / "aiter/configs/optCompilerConfig.json"
    for text, said in (("{", "is no JSON"), ("[]", "is no table of modules")):
        config.write_text(text)
        with pytest.raises(PorterError, match=said):
            open_package(root)

"""An operator is added to a package: new files, three that are changed, nothing overwritten."""

from __future__ import annotations

import json
import py_compile
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.port.operators.catalogue import OPERATORS, choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import Package, open_package


def texts(root: Path) -> dict[str, str]:
    files = (path for path in root.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(root).as_posix(): path.read_text() for path in files}


@pytest.mark.parametrize("operator", OPERATORS)
def test_all_seven_parts_are_written(package: Package, operator: str) -> None:
    before = texts(package.root)
    written = add_operator(package, "made", choose(operator, None, None))
    after = texts(package.root)
    changed = {path for path, text in before.items() if after[path] != text}
    assert changed == {"aiter/__init__.py", "aiter/configs/optCompilerConfig.json"}
    assert set(written) == changed | (after.keys() - before.keys())
    expected = {
        "csrc/ck_made/made.cu",
        "csrc/include/made.h",
        "csrc/pybind/made_pybind.cu",
        "aiter/ops/made.py",
        "op_tests/test_made.py",
    }
    if not operator.startswith("fmha"):  # Composable Kernel has a generator of its own for it
        expected |= {
            "csrc/ck_made/made_common.cuh",
            "csrc/ck_made/gen_instances.py",
            "aiter/configs/made_tuned.csv",
        }
    assert expected <= after.keys() - before.keys()
    assert not any(mark in after[path] for path in written for mark in ("[%", "%]", "[[ ", " ]]"))


@pytest.mark.parametrize("operator", OPERATORS)
def test_what_is_written_in_python_is_python(package: Package, operator: str) -> None:
    scripts = [
        path
        for path in add_operator(package, "made", choose(operator, None, None))
        if path.endswith(".py")
    ]
    assert len(scripts) >= 3
    for path in scripts:
        py_compile.compile(str(package.root / path), doraise=True)


@pytest.mark.parametrize("name", ["template", "class", "main", "kernels", "torch"])
def test_a_name_that_means_something_else_is_refused(package: Package, name: str) -> None:
    before = texts(package.root)
    with pytest.raises(PorterError, match=f"'{name}' (cannot be|means something else)"):
        add_operator(package, name, choose("fmha_fwd", None, None))
    assert texts(package.root) == before


@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_can_have_the_name_of_its_kind(package: Package, operator: str) -> None:
    assert add_operator(package, operator, choose(operator, None, None))


def test_the_configuration_before_stays_byte_for_byte(package: Package) -> None:
    config = package.root / package.config
    before = config.read_text().rstrip().removesuffix("}").rstrip()
    add_operator(package, "made", choose("gemm", None, None))
    assert config.read_text().startswith(before + ",")
    entry = json.loads(config.read_text())["module_made"]
    assert entry["srcs"] == [
        "{AITER_CSRC_DIR}/pybind/made_pybind.cu",
        "{AITER_CSRC_DIR}/ck_made/made.cu",
    ]
    assert "{CK_DIR}/include/" in entry["extra_include"]
    assert entry["blob_gen_cmd"] == (
        "{AITER_CSRC_DIR}/ck_made/gen_instances.py --working_path {} "
        "--tune_file {AITER_CONFIG_DIR}/made_tuned.csv"
    )


def test_the_tuned_table_has_columns_and_no_line(package: Package) -> None:
    add_operator(package, "made", choose("gemm_a8w8", None, None))
    assert (package.root / "aiter/configs/made_tuned.csv").read_text() == (
        "cu_num,M,N,K,q_dtype_w,kernelId,splitK,us,kernelName,tflops,bw,errRatio\n"
    )


def test_the_package_exports_the_operator_in_its_order(package: Package) -> None:
    add_operator(package, "made", choose("rmsnorm2d", None, None))
    text = (package.root / "aiter/__init__.py").read_text()
    assert "from .ops.norm import rms_norm  # noqa: E402\nfrom .ops.made import made" in text
    assert '    "logger",\n    "made",\n    "rebuilded_list",\n' in text


def test_the_list_of_names_may_come_first(package: Package) -> None:
    init = package.root / "aiter/__init__.py"
    init.write_text('__all__ = [\n    "a",\n]\n\nfrom .ops.a import (\n    a,\n)\n')
    add_operator(package, "made", choose("gemm", None, None))
    assert init.read_text() == (
        '__all__ = [\n    "a",\n    "made",\n]\n\n'
        "from .ops.a import (\n    a,\n)\nfrom .ops.made import made\n"
    )


def test_names_follow_a_renamed_package(root: Path) -> None:
    (root / "aiter").rename(root / "kit")
    config = root / "kit/configs/optCompilerConfig.json"
    for path in (config, root / "kit/jit/settings.py"):
        path.write_text(path.read_text().replace("AITER_", "KIT_"))
    add_operator(open_package(root), "made", choose("gemm", None, None))
    assert "{KIT_CONFIG_DIR}/made_tuned.csv" in config.read_text()
    assert "KIT_GPU_ARCHS" in (root / "csrc/ck_made/gen_instances.py").read_text()
    assert "import kit\n" in (root / "op_tests/test_made.py").read_text()
    assert "{KIT_CSRC_DIR}/ck_made" in config.read_text()
    assert "aiter" not in (root / "csrc/ck_made/made.cu").read_text().lower()


def test_a_header_of_all_bindings_gets_the_operators(package: Package) -> None:
    header = package.root / "csrc/include/rocm_ops.hpp"
    header.write_text("#pragma once\n#include <torch/extension.h>\n")
    before = header.read_text()
    add_operator(package, "made", choose("gemm", None, None))
    assert header.read_text() == f'{before}#include "made_ops.hpp"\n'
    assert "#define MADE_PYBIND" in (package.root / "csrc/include/made_ops.hpp").read_text()


def test_nothing_is_overwritten(package: Package) -> None:
    add_operator(package, "made", choose("gemm", None, None))
    before = texts(package.root)
    with pytest.raises(PorterError, match="is there already"):
        add_operator(package, "made", choose("gemm", None, None))
    with pytest.raises(PorterError, match="has a name rms_norm already"):
        add_operator(package, "rms_norm", choose("gemm", None, None))
    assert texts(package.root) == before


@pytest.mark.parametrize("name", ["", "Made", "2d", "a-b", "../x", "class"])
def test_a_name_has_to_be_one_of_both_languages(package: Package, name: str) -> None:
    with pytest.raises(PorterError, match="cannot be a function's name"):
        add_operator(package, name, choose("gemm", None, None))


def test_entries_are_quoted_where_the_package_quotes_its_own(root: Path) -> None:
    config = root / "aiter/configs/optCompilerConfig.json"
    config.write_text(
        '{\n    "module_x": {\n        "srcs": ["f\'{AITER_CSRC_DIR}/x.cu\'"]\n    }\n}\n'
    )
    add_operator(open_package(root), "made", choose("gemm", None, None))
    entry = json.loads(config.read_text())["module_made"]
    assert entry["srcs"][0] == "f'{AITER_CSRC_DIR}/pybind/made_pybind.cu'"
    assert "--working_path {{}}" in entry["blob_gen_cmd"]

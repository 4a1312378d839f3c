"""CUTLASS's products: what `--to ck` converts, and what it only names."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.testing import apply


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("cutlass::conv::device::ImplicitGemmConvolution", "comes DeviceGroupedConvFwd"),
        ("cutlass::gemm::device::GemmGrouped", "comes DeviceGroupedGemm"),
        ("cutlass::gemm::kernel::DefaultGemm", "comes DeviceGemmMultiD_Xdl_CShuffle_V3"),
        ("cutlass::gemm::device::GemmArray", "comes DeviceBatchedGemmMultiD"),
        ("cutlass::gemm::device::GemmComplex", "of real and imaginary parts"),
        ("cutlass::gemm::device::RankK", "whole matrices"),
        ("cutlass::gemm::device::Rank2KGrouped", "comes DeviceGroupedGemm"),
        ("cutlass::gemm::device::Trmm", "whole matrices"),
        ("cutlass::gemm::kernel::DefaultGemv", "with one column"),
        ("cutlass::gemm::device::GemmGather", "comes DeviceMoeGemm"),
        ("cutlass::gemm::device::SparseGemm", "which is dense"),
        ("cutlass::reduction::device::ReduceSplitK", "comes DeviceReduceMultiBlock"),
        ("cutlass::epilogue::thread::LinearCombinationClamp", "comes DeviceGemmMultiD"),
        ("cutlass::NumericConverter", "Composable Kernel has its own"),
        ("cutlass::transform::threadblock::PredicatedTileIterator", "has its own"),
        ("cutlass::arch::execute_now", "has its own"),
        ("cutlass::util::Something", "standard library"),
        ("cutlass::Array", "nothing of Composable Kernel"),
        ("cute::Tensor", "tile windows"),
    ],
)
def test_the_nearest_operation_is_named(name: str, nearest: str) -> None:
    result = apply(f"using X = {name}<int>;\n", target="ck")
    (finding,) = [one for one in result.findings if one.rule == "API50"]
    assert f"`{name}` has no counterpart" in finding.message
    assert nearest in finding.hint
    assert result.data.decode().endswith(f"using X = {name}<int>;\n")


@pytest.mark.parametrize(
    ("header", "nearest"),
    [
        ("cutlass/numeric_conversion.h", "has its own"),
        ("cutlass/gemm/device/rank_k.h", "whole matrices"),
        ("cutlass/gemm/device/gemm_array.h", "DeviceBatchedGemmMultiD"),
        ("cutlass/gemm/kernel/gemv.h", "with one column"),
        ("cutlass/conv/kernel/default_conv2d_fprop.h", "DeviceGroupedConvFwd"),
        ("cutlass/util/reference/host/convolution.h", "standard library"),
    ],
)
def test_the_nearest_to_a_header_is_told_by_whole_names(header: str, nearest: str) -> None:
    (finding,) = apply(f'#include "{header}"\n', target="ck").findings
    assert nearest in finding.hint


def test_a_file_with_one_strange_name_is_left_as_it_is() -> None:
    text = (
        '#include "cutlass/gemm/device/gemm.h"\n'
        "cutlass::half_t x;\nusing K = cutlass::gemm::kernel::DefaultGemm<int>;\n"
    )
    result = apply(text, target="ck")
    assert b"porter::" not in result.data
    assert b'"cutlass/gemm/device/gemm.h"' in result.data


def test_members_of_known_names_follow_them() -> None:
    text = "bool f(cutlass::Status s) { return s == cutlass::Status::kSuccess; }\n"
    result = apply(text, target="ck")
    assert b"porter::cutlass::Status s" in result.data
    assert b"porter::cutlass::Status::kSuccess" in result.data
    assert not result.findings


def test_without_the_target_cutlass_stays_an_error_that_names_it() -> None:
    text = "cutlass::half_t x;\n"
    (finding,) = apply(text).findings
    assert finding.rule == "LNG14"
    assert "--to ck" in finding.hint


def test_the_rest_of_cuda_becomes_hip() -> None:
    done = CliRunner().invoke(
        group,
        ["convert", "-", "--to", "ck"],
        input="cutlass::half_t x; int f() { return cudaFree(0); }\n",
    )
    assert "hipFree(0)" in done.output
    assert '#include "porter_compat/cutlass_gemm.hpp"' in done.output

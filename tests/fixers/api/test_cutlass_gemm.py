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


_GEMM = "using G = cutlass::gemm::device::Gemm<{0}, R, {1}, R, {2}, R>;\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (_GEMM.format("double", "double", "double"), "a product of double"),
        ("using T = double;\n" + _GEMM.format("T", "T", "T"), "a product of double"),
        (_GEMM.format("int8_t", "cutlass::half_t", "float"), "a product of int8_t and half_t"),
        (_GEMM.format("float", "float", "double"), "a product with results of double"),
        (
            _GEMM.format("X", "X", "X") + "int f() { return G::maximum_active_blocks(); }\n",
            "G::max",
        ),
        (_GEMM.format("X", "X", "X") + "using K = G::GemmKernel;\n", "G::GemmKernel"),
        (_GEMM.format("X", "X", "X") + "void f() { G g; g.params(); }\n", "g.params"),
        ("auto h = cutlass::half_t::bitcast(1);\n", "half_t::bitcast"),
        ("auto m = cutlass::gemm::GemmUniversalMode::kArray;\n", "kArray` has"),
        ("auto s = cutlass::epilogue::thread::ScaleType::PerChannelScaling;\n", "PerChannel"),
        (
            "using E = cutlass::epilogue::thread::LinearCombinationGELU<int, 4, int, int>;\n",
            "LinearCombinationGELU of whole numbers",
        ),
        ("cutlass::half_t x;\nvoid f() { CUTLASS_TRACE_HOST(1); }\n", "macro CUTLASS_TRACE_HOST"),
    ],
)
def test_what_a_product_does_not_have_is_an_error(text: str, what: str) -> None:
    result = apply(text, target="ck")
    (finding,) = [one for one in result.findings if one.rule == "API50"]
    assert what in finding.message
    assert b"porter::" not in result.data


@pytest.mark.parametrize(
    "text",
    [
        _GEMM.format("T", "T", "T") + "int a = G::kAlignmentA;\nusing S = G::ThreadblockShape;\n",
        _GEMM.format("int8_t", "int8_t", "int8_t") + "void f() { G g; g.update(a); g.run(); }\n",
        "using E = cutlass::epilogue::thread::LinearCombinationRelu<int, 4, int, int>;\n",
        "cutlass::half_t x;\nCUTLASS_HOST_DEVICE int f() { CUTLASS_CHECK(x); }\n",
    ],
)
def test_what_it_has_is_none(text: str) -> None:
    assert not [one for one in apply(text, target="ck").findings if one.rule == "API50"]


def test_tools_for_matrices_have_a_header_of_their_own() -> None:
    text = (
        '#include "cutlass/util/host_tensor.h"\n'
        "cutlass::HostTensor<float, cutlass::layout::RowMajor> x;\n"
    )
    result = apply(text, target="ck")
    assert b"porter_compat/cutlass_reference.hpp" in result.data
    assert not result.findings

"""What the support headers have of CUTLASS: its names, headers and members; and what they lack.

Source: the declarations of `porter/compat/cutlass_*.hpp`; CUTLASS 2.x, `include/cutlass/` and
`tools/util/include/cutlass/util/`, whose interfaces those are.
"""

from __future__ import annotations

import re

#: The support header of products, and of tools that prepare and compare matrices.
PRODUCTS, TOOLS = "cutlass_gemm.hpp", "cutlass_reference.hpp"

_PRODUCT_NAMES = (
    b"half_t", b"bfloat16_t", b"Status", b"cutlassGetStatusString", b"TensorRef", b"sizeof_bits",
    b"MatrixCoord", b"layout::RowMajor", b"layout::ColumnMajor", b"gemm::GemmCoord",
    b"gemm::GemmShape", b"gemm::GemmUniversalMode",
    b"gemm::device::Gemm", b"gemm::device::GemmBatched", b"gemm::device::GemmUniversal",
    b"gemm::device::GemmSplitKParallel",
    b"gemm::threadblock::GemmIdentityThreadblockSwizzle",
    b"gemm::threadblock::GemmBatchedIdentityThreadblockSwizzle",
    b"gemm::threadblock::GemmSplitKHorizontalThreadblockSwizzle",
    b"gemm::threadblock::GemmSplitKIdentityThreadblockSwizzle",
    b"gemm::threadblock::ThreadblockSwizzleStreamK",
    b"epilogue::thread::LinearCombination", b"epilogue::thread::LinearCombinationRelu",
    b"epilogue::thread::LinearCombinationGELU", b"epilogue::thread::LinearCombinationSilu",
    b"epilogue::thread::ScaleType", b"arch::OpClassTensorOp", b"arch::OpClassSimt",
    b"arch::OpMultiplyAdd", b"arch::OpMultiplyAddSaturate",
    *(b"arch::Sm%d" % number for number in (50, 60, 61, 70, 72, 75, 80, 86, 89, 90)),
)  # fmt: skip
_TOOL_NAMES = (
    b"DeviceAllocation", b"HostTensor", b"TensorView", b"CommandLine",
    *(b"device_memory::" + one for one in (
        b"allocation", b"allocate", b"free", b"copy_to_device", b"copy_to_host",
        b"copy_device_to_device", b"copy_host_to_host",
    )),
    *(b"reference::host::" + one for one in (
        b"TensorFill", b"TensorFillRandomUniform", b"TensorFillRandomGaussian",
        b"TensorFillIdentity", b"TensorCopy", b"TensorEquals", b"TensorRelativeErrorMetric",
        b"Gemm",
    )),
    b"reference::device::Gemm",
)  # fmt: skip
#: Names that the support headers have, and those of them that are tools.
KNOWN = frozenset(b"cutlass::" + name for name in _PRODUCT_NAMES + _TOOL_NAMES)
TOOL_NAMES = frozenset(b"cutlass::" + name for name in _TOOL_NAMES)
#: Members of known names that they do not have.
ABSENT = frozenset(
    (
        b"cutlass::gemm::GemmUniversalMode::kArray",
        b"cutlass::epilogue::thread::ScaleType::PerChannelScaling",
    )
)
#: HIP's types, which have no members of CUTLASS's.
WITHOUT_MEMBERS = frozenset((b"cutlass::half_t", b"cutlass::bfloat16_t"))
#: Namespaces that they have.
SPACES = frozenset(name[: at.start()] for name in KNOWN for at in re.finditer(rb"::", name))

#: Headers of CUTLASS that hold such names alone, and those that hold tools.
COVERED = re.compile(
    rb"cutlass/(?:cutlass|numeric_types|half|bfloat16|tensor_ref|gemm_coord|core_io|matrix_coord"
    rb"|numeric_size|layout/(?:layout|matrix)|arch/(?:arch|mma)|gemm/gemm"
    rb"|gemm/gemm_enumerated_types"
    rb"|gemm/device/(?:gemm|gemm_batched|gemm_universal|gemm_splitk_parallel)"
    rb"|gemm/threadblock/threadblock_swizzle"
    rb"|epilogue/thread/(?:linear_combination(?:_relu|_gelu|_silu)?|scale_type|activation))"
    rb"\.h"
)
TOOL_HEADERS = re.compile(
    rb"cutlass/(?:tensor_view|util/(?:device_memory|host_tensor|tensor_view_io|command_line"
    rb"|reference/(?:device/gemm|host/(?:gemm|error_metrics"
    rb"|tensor_(?:fill|copy|compare|norm|reduce|foreach)))))\.h"
)

#: Macros of CUTLASS's that they do not define.
ABSENT_MACROS = frozenset(
    b"CUTLASS_" + name
    for name in (
        b"ASSERT", b"NOT_IMPLEMENTED", b"TRACE_HOST", b"CONSTEXPR_IF_CXX17", b"STL_NAMESPACE",
        b"CMATH_NAMESPACE", b"THREAD_LOCAL", b"LAMBDA_FUNC_INLINE", b"MAJOR", b"MINOR", b"PATCH",
        b"BUILD", b"REVISION", b"VERSION",
    )
)  # fmt: skip

#: The device-wide products.
DEVICES = frozenset(
    b"cutlass::gemm::device::" + name
    for name in (b"Gemm", b"GemmBatched", b"GemmUniversal", b"GemmSplitKParallel")
)
#: What is behind `::` of one of them.
DEVICE_MEMBERS = frozenset((
    b"ElementA", b"LayoutA", b"ElementB", b"LayoutB", b"ElementC", b"LayoutC",
    b"TensorRefA", b"TensorRefB", b"TensorRefC", b"TensorRefD", b"EpilogueOutputOp",
    b"ElementAccumulator", b"OperatorClass", b"ArchTag", b"ThreadblockShape", b"WarpShape",
    b"InstructionShape", b"ThreadblockSwizzle", b"Operator", b"kStages", b"kAlignmentA",
    b"kAlignmentB", b"kAlignmentC", b"kSplitKSerial", b"Arguments", b"can_implement",
    b"get_workspace_size",
))  # fmt: skip
#: What is behind `.` of an object of one.
OBJECT_MEMBERS = frozenset(
    (b"can_implement", b"get_workspace_size", b"initialize", b"update", b"run", b"operator")
)
#: Epilogues that are computed in float.
IN_FLOAT = frozenset(
    b"cutlass::epilogue::thread::LinearCombination" + one for one in (b"GELU", b"Silu")
)

#: Arithmetic types, by how they are written.
TYPES = {
    **dict.fromkeys((b"cutlass::half_t", b"half_t", b"half", b"__half"), b"half_t"),
    **dict.fromkeys((b"cutlass::bfloat16_t", b"bfloat16_t"), b"bfloat16_t"),
    **dict.fromkeys((b"nv_bfloat16", b"__nv_bfloat16"), b"bfloat16_t"),
    **dict.fromkeys((b"int8_t", b"std::int8_t", b"signed char"), b"int8_t"),
    **dict.fromkeys((b"int32_t", b"std::int32_t", b"int"), b"int32_t"),
    **{
        one: one
        for one in (
            b"float", b"double", b"char", b"unsigned", b"unsigned int", b"unsigned char",
            b"uint8_t", b"uint32_t", b"int16_t", b"uint16_t", b"int64_t", b"uint64_t", b"short",
            b"long", b"bool",
        )
    },
}  # fmt: skip
WHOLE = frozenset((b"int8_t", b"int32_t", b"int16_t", b"int64_t", b"short", b"long"))
#: Elements that Composable Kernel multiplies, and what results may be.
MULTIPLIED = frozenset((b"half_t", b"bfloat16_t", b"float", b"int8_t"))
RESULTS = MULTIPLIED | {b"int32_t"}

"""Calls whose parameters differ: a table of each form, its HIP call, and the proof by compiling."""

from __future__ import annotations

import pytest

from porter.fixers.api.arguments import _FORMS
from porter.source import SourceFile
from porter.source.text.languages import Language

#: What the calls below are made of.
DECLARED = """\
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>
__global__ void kernel(float *p) { *p = 1; }
__constant__ float table[4];
void calls(float *p, void **args, cudaStream_t stream, cudaMemPool_t pool, cudaGraph_t graph,
           CUstream queue, CUdeviceptr from, CUdeviceptr to, CUgraph recorded, CUfunction function,
           cudaGraphNode_t const *nodes, size_t count, cudaArray_t array, cudaExtent extent,
           cudaChannelFormatDesc format, cudaExternalSemaphore_t const *semaphores,
           cudaExternalSemaphoreSignalParams const *signals,
           cudaExternalSemaphoreWaitParams const *waits) {
  cudaEvent_t event;
  cudaGraphExec_t exec;
  cudaGraphExecUpdateResultInfo info;
  CUgraphExec instance;
  CUcontext context;
  cublasHandle_t blas;
  cudaStreamCaptureStatus status;
  unsigned long long id;
  int grid, block;
"""

#: CUDA's call -> HIP's.
ADAPTED = {
    "cudaEventCreate(&event, 2)": "hipEventCreateWithFlags(&event, 2)",
    "cuCtxCreate(&context, NULL, 0, 0)": "hipCtxCreate(&context, 0, 0)",
    "cudaMallocHost(&p, 4)": "hipHostMalloc(&p, 4)",
    "cudaMallocHost(&p, 4, 0)": "hipHostMalloc(&p, 4, 0)",
    "cudaMallocAsync(&p, 4, pool, stream)": "hipMallocFromPoolAsync(&p, 4, pool, stream)",
    "cudaGraphExecUpdate(exec, graph, &info)": "porter::graph_exec_update(exec, graph, &info)",
    "cuGraphExecUpdate(instance, recorded, &info)": (
        "porter::graph_exec_update(instance, recorded, &info)"
    ),
    "cudaGraphInstantiate(&exec, graph)": "hipGraphInstantiateWithFlags(&exec, graph, 0)",
    "cudaGraphInstantiate(&exec, graph, 0)": "hipGraphInstantiateWithFlags(&exec, graph, 0)",
    "cudaLaunchCooperativeKernel((void *)kernel, 1, 64, args)": (
        "hipLaunchCooperativeKernel((void *)kernel, 1, 64, args, 0, 0)"
    ),
    "cudaLaunchCooperativeKernel((void *)kernel, 1, 64, args, 0)": (
        "hipLaunchCooperativeKernel((void *)kernel, 1, 64, args, 0, 0)"
    ),
    "cudaGraphInstantiateWithFlags(&exec, graph)": (
        "hipGraphInstantiateWithFlags(&exec, graph, 0)"
    ),
    "cudaMemcpy2DArrayToArray(array, 0, 0, array, 8, 0, 4, 1)": (
        "hipMemcpy2DArrayToArray(array, 0, 0, array, 8, 0, 4, 1, hipMemcpyDeviceToDevice)"
    ),
    "cudaMemcpyToSymbolAsync(table, p, 8)": (
        "hipMemcpyToSymbolAsync(HIP_SYMBOL(table), p, 8, 0, hipMemcpyHostToDevice)"
    ),
    "cudaMemcpyToSymbolAsync(table, p, 8, 4)": (
        "hipMemcpyToSymbolAsync(HIP_SYMBOL(table), p, 8, 4, hipMemcpyHostToDevice)"
    ),
    "cudaMemcpyFromSymbolAsync(p, table, 8)": (
        "hipMemcpyFromSymbolAsync(p, HIP_SYMBOL(table), 8, 0, hipMemcpyDeviceToHost)"
    ),
    "cudaMemcpyFromSymbolAsync(p, table, 8, 4)": (
        "hipMemcpyFromSymbolAsync(p, HIP_SYMBOL(table), 8, 4, hipMemcpyDeviceToHost)"
    ),
    "cudaSignalExternalSemaphoresAsync(semaphores, signals, 1)": (
        "hipSignalExternalSemaphoresAsync(semaphores, signals, 1, 0)"
    ),
    "cudaWaitExternalSemaphoresAsync(semaphores, waits, 1)": (
        "hipWaitExternalSemaphoresAsync(semaphores, waits, 1, 0)"
    ),
    "cudaHostGetDevicePointer(&p, p, 0)": "hipHostGetDevicePointer((void**)&p, p, 0)",
    "cudaStreamGetCaptureInfo(stream, &status)": "hipStreamGetCaptureInfo_v2(stream, &status)",
    "cudaStreamGetCaptureInfo(stream, &status, &id, &graph)": (
        "hipStreamGetCaptureInfo_v2(stream, &status, &id, &graph)"
    ),
    "cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes)": (
        "hipStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &nodes)"
    ),
    "cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &count)": (
        "hipStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &nodes, &count)"
    ),
    "cuMemcpy(to, from, 4)": "hipMemcpy(to, from, 4, hipMemcpyDefault)",
    "cuMemcpyAsync(to, from, 4, queue)": "hipMemcpyAsync(to, from, 4, hipMemcpyDefault, queue)",
    "cuGraphInstantiate(&instance, recorded, 0)": (
        "hipGraphInstantiateWithFlags(&instance, recorded, 0)"
    ),
    "cublasGemmBatchedEx(blas, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, 1, p, args, CUDA_R_32F, 1, args, "
    "CUDA_R_32F, 1, p, args, CUDA_R_32F, 1, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)": (
        "hipblasGemmBatchedEx(blas, HIPBLAS_OP_N, HIPBLAS_OP_T, 1, 1, 1, p, (const void**)args, "
        "HIP_R_32F, 1, (const void**)args, HIP_R_32F, 1, p, (void**)args, HIP_R_32F, 1, 1, "
        "HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT)"
    ),
    "cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 0)": (
        "hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, function, 0, 0)"
    ),
    "cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, nullptr, 0, 0, 0)": (
        "hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, 0, 0, 0)"
    ),
}


def unit(*calls: str) -> str:
    return DECLARED + "".join(f"  {call};\n" for call in calls) + "}\n"


@pytest.mark.parametrize("cuda", ADAPTED, ids=lambda call: call.partition("(")[0])
def test_a_call_becomes_hips(converted, cuda: str) -> None:
    assert f"  {ADAPTED[cuda]};\n" in converted(unit(cuda)).data.decode()


def test_the_table_has_every_form_that_is_adapted() -> None:
    file = SourceFile("calls.cu", unit(*ADAPTED).encode(), Language.CUDA)
    shown = {
        (file.code[call.start : call.name_end], len(call.arguments)) for call in file.calls(*_FORMS)
    }
    adapted = {
        (name, count)
        for name, forms in _FORMS.items()
        for count, form in forms.items()
        if not form.problem
    }
    assert adapted == shown & adapted


def test_every_form_that_hip_lacks_is_an_error(converted) -> None:
    for name, forms in _FORMS.items():
        for count, form in forms.items():
            if form.problem:
                arguments = ", ".join("abcdefgh"[:count])
                result = converted(f"void f() {{ {name.decode()}({arguments}); }}\n", "API05")
                assert [one.severity.value for one in result.findings] == ["error"], name
                assert not result.edits


@pytest.mark.toolchain
def test_adapted_calls_compile_for_gfx942(type_errors) -> None:
    assert type_errors(unit(*ADAPTED)) == []

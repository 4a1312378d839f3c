"""What holds for every row of the tables, and how they are read."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from pathlib import Path

import pytest

from porter.derive.explain import PROOFS
from porter.derive.irregular import load_irregular
from porter.derive.libraries import LIBRARIES, stem
from porter.errors import PorterError
from porter.tables.names import (
    NAME_COLUMNS,
    ROC,
    ROC_FOLDER,
    NameKind,
    check_roc,
    load,
    rules_folder,
)

TABLES = load()
FILES = sorted(p for f in ("cuda-hip", "cub-hipcub") for p in (rules_folder() / f).glob("*.tsv"))
ROC_FILES = sorted((rules_folder() / ROC_FOLDER).glob("*.tsv"))
PREFIXES = {library.name: library.cuda_prefix for library in LIBRARIES}


def keys_of(path: Path) -> list[str]:
    return [line.partition("\t")[0] for line in path.read_text().splitlines()[1:]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_sorted_and_names_each_name_once(path: Path) -> None:
    keys = keys_of(path)
    assert keys == sorted(set(keys))


@pytest.mark.parametrize("path", ROC_FILES, ids=lambda path: path.stem)
def test_a_file_of_rocms_own_libraries_is_sorted(path: Path) -> None:
    keys = keys_of(path)
    assert keys and keys == sorted(set(keys))


ALL_ROC = load("hip", roc=frozenset(ROC))


def test_rocms_own_libraries_take_the_place_of_their_wrappers() -> None:
    for row in ALL_ROC.names.values():
        if row.library in ROC.values():
            assert row.proof in ("sig=", "call", "some") or row.kind != "function", row
            assert row.header.startswith(("rocblas/", "rocsparse/", "rocrand/", "rocsolver/")), row
    assert ALL_ROC.headers[b"cublas_v2.h"].hip == b"rocblas/rocblas.h"
    assert ALL_ROC.names[b"cudaMalloc"] == TABLES.names[b"cudaMalloc"]


def test_every_name_of_a_library_is_decided_for_rocms_own_too() -> None:
    assert not ALL_ROC.names.keys() & ALL_ROC.unmapped.keys()
    for tables, other in ((TABLES, ALL_ROC), (ALL_ROC, TABLES)):
        for key, row in (*tables.names.items(), *tables.unmapped.items()):
            if row.library in ROC.values() and row.kind != "header":
                assert key in other.names or key in other.unmapped, row


def test_one_library_can_be_chosen_alone() -> None:
    blas = load("hip", roc=frozenset(("blas",)))
    assert blas.names[b"cublasSgemm_v2"].hip == b"rocblas_sgemm"
    assert blas.names[b"curandGenerate"].hip == b"hiprandGenerate"
    assert b"cublasLtMatmul" not in blas.names, "it returns cuBLAS's status"
    assert "--blas roc" in blas.unmapped[b"cublasLtMatmul"].reason
    assert b"cublasLtMatmul" in load("hip", roc=frozenset(("rand",))).names


def test_rocsolver_needs_rocblas() -> None:
    assert check_roc(("solver",))
    assert not check_roc(("blas", "solver"))
    assert not check_roc(("sparse", "rand"))


def test_at_least_so_many_names_are_mapped() -> None:
    assert len(TABLES.names) >= 6000
    renamed = [row for row in TABLES.names.values() if not row.same]
    assert len(renamed) >= 4800
    assert len(TABLES.headers) >= 350


def test_no_name_is_both_mapped_and_not() -> None:
    assert not TABLES.names.keys() & TABLES.unmapped.keys()
    assert not TABLES.headers.keys() & TABLES.unmapped.keys()


def test_no_name_stands_in_two_files() -> None:
    seen: dict[str, str] = {}
    for path in FILES:
        if path.stem in ("headers", "unmapped", "marks"):
            continue
        for key in keys_of(path):
            assert seen.setdefault(key, path.stem) == path.stem, key


def test_every_row_is_complete_and_proved() -> None:
    for row in TABLES.names.values():
        assert row.kind in set(NameKind) - {NameKind.HEADER}, row
        assert row.proof in PROOFS, row
        assert row.header, row
        assert re.fullmatch(r"\d+\.\d+", row.rocm_since), row
        if row.rocm_absent:
            assert _version(row.rocm_absent) < _version(row.rocm_since), row
        if row.rocm_removed:
            assert _version(row.rocm_removed) > _version(row.rocm_since), row


def test_what_differs_is_told() -> None:
    for row in TABLES.names.values():
        if row.proof in ("some", "cast", "arity", "type~", "enum~", "value~", "class~"):
            assert row.differs, row


def test_every_name_without_counterpart_has_a_reason() -> None:
    for row in TABLES.unmapped.values():
        assert row.reason, row
        assert not row.reason.endswith("."), row


def test_names_in_namespaces_cannot_be_met_by_an_identifier() -> None:
    for key, row in TABLES.names.items():
        assert bool(row.scope) == (b"::" in key), row
        assert re.fullmatch(rb"\w+" if not row.scope else rb"\w+(::\w+)*(::)?", key), row


def test_a_name_that_is_changed_looks_like_cuda() -> None:
    """A project's own identifier is unlikely to be called like any name that is renamed."""
    ours = re.compile(
        rb"(make_)?cu[A-Z]|(make_)?cuda|CU|cu(blas|sparse|fft|rand|solver|dnn|uint)|NVRTC|nvrtc|nvtx"
        rb"|nccl|_*nv_|_*NV_|Cub|(syevj|gesvdj)Info|libraryPropertyType|LIB|curand"
    )
    for key, row in TABLES.names.items():
        if not row.same and not row.scope:
            assert ours.match(key), row


def test_functions_and_types_that_share_a_hip_name_mean_the_same() -> None:
    irregular = load_irregular(rules_folder() / "cuda-hip" / "irregular.toml")
    shared: dict[bytes, set[str]] = defaultdict(set)
    for row in TABLES.names.values():
        name = row.cuda.decode()
        called = row.kind in ("function", "type", "intrinsic") and not row.scope
        if called and name not in irregular.names:
            shared[row.hip].add(stem(name, PREFIXES[row.library]))
    assert {hip: stems for hip, stems in shared.items() if len(stems) > 1} == {}


def test_every_irregular_name_is_in_a_table_with_its_reason() -> None:
    irregular = load_irregular(rules_folder() / "cuda-hip" / "irregular.toml")
    for cuda, hip in irregular.names.items():
        assert TABLES.names[cuda.encode()].hip == hip.encode()
        assert irregular.reasons[cuda]
    for cuda, hip in irregular.headers.items():
        assert TABLES.headers[cuda.encode()].hip == hip.encode()


@pytest.mark.parametrize(
    ("cuda", "hip"),
    [
        ("cudaMalloc", "hipMalloc"),
        ("cudaDeviceProp", "hipDeviceProp_t"),
        ("cuMemAlloc", "hipMalloc"),
        ("cuLaunchKernel", "hipModuleLaunchKernel"),
        ("CUdeviceptr", "hipDeviceptr_t"),
        ("CUDA_ERROR_OUT_OF_MEMORY", "hipErrorOutOfMemory"),
        ("CU_DEVICE_ATTRIBUTE_WARP_SIZE", "hipDeviceAttributeWarpSize"),
        ("cudaDevAttrMultiProcessorCount", "hipDeviceAttributeMultiprocessorCount"),
        ("cublasSgemm_v2", "hipblasSgemm"),
        ("CUBLAS_OP_T", "HIPBLAS_OP_T"),
        ("cusparseSpMM", "hipsparseSpMM"),
        ("cusolverDnSgetrf", "hipsolverDnSgetrf"),
        ("cufftPlan1d", "hipfftPlan1d"),
        ("curand_init", "hiprand_init"),
        ("nvrtcCompileProgram", "hiprtcCompileProgram"),
        ("nvtxRangePushA", "roctxRangePushA"),
        ("__nv_bfloat16", "__hip_bfloat16"),
        ("cub::BlockLoad", "hipcub::BlockLoad"),
        ("cub::BLOCK_LOAD_WARP_TRANSPOSE", "hipcub::BLOCK_LOAD_WARP_TRANSPOSE"),
        ("thrust::cuda", "thrust::hip"),
        ("ncclAllReduce", "ncclAllReduce"),
        ("make_float4", "make_float4"),
        ("__half2float", "__half2float"),
        ("atomicAdd", "atomicAdd"),
        ("dim3", "dim3"),
        ("__shfl_xor", "__shfl_xor"),
        ("threadIdx", "threadIdx"),
        ("CUuuid", "hipUUID"),
        ("cuMemcpyHtoD_v2", "hipMemcpyHtoD"),
        ("cublasLtMatmulAlgoGetHeuristic", "hipblasLtMatmulAlgoGetHeuristic"),
        (
            "cudaDevAttrCooperativeMultiDeviceLaunch",
            "hipDeviceAttributeCooperativeMultiDeviceLaunch",
        ),
        ("cooperative_groups::tiled_partition", "cooperative_groups::tiled_partition"),
    ],
)
def test_a_name_becomes(cuda: str, hip: str) -> None:
    assert TABLES.names[cuda.encode()].hip == hip.encode()


@pytest.mark.parametrize(
    "name", ["CUDA_VERSION", "cuTensorMapEncodeTiled", "__dp4a", "cudaGraphConditionalHandleCreate"]
)
def test_a_name_without_counterpart(name: str) -> None:
    assert name.encode() in TABLES.unmapped


@pytest.mark.parametrize("name", ["BlockLoad", "BLOCK_LOAD_DIRECT", "cub", "thrust", "CudaError"])
def test_a_name_that_any_project_may_have(name: str) -> None:
    assert name.encode() not in TABLES.names


def test_names_of_a_namespace() -> None:
    rows = TABLES.in_scope("cub")
    assert rows[b"BlockReduce"].hip == b"hipcub::BlockReduce"
    assert b"cudaMalloc" not in rows


def test_known_in_tells_apart_absent_and_unseen() -> None:
    shuffle = TABLES.names[b"__shfl_sync"]
    assert shuffle.known_in("7.2") is True
    assert shuffle.known_in("6.4") is True
    assert shuffle.known_in("6.1") is None
    assert shuffle.known_in("5.7") is False
    gone = next(row for row in TABLES.names.values() if row.rocm_removed)
    assert gone.known_in(gone.rocm_removed) is False


def test_the_torch_tables() -> None:
    torch = load("torch")
    assert torch.headers[b"c10/cuda/CUDAStream.h"].hip == b"c10/hip/HIPStream.h"
    assert torch.headers[b"ATen/cuda/CUDAContext.h"].hip == b"ATen/hip/HIPContext.h"
    assert torch.names[b"c10::cuda::getCurrentCUDAStream"].same
    assert torch.names[b"C10_CUDA_KERNEL_LAUNCH_CHECK"].same
    assert torch.headers[b"THC/THC.h"].hip == b"ATen/hip/HIPContext.h"
    assert b"THC/THCBlas.h" in torch.unmapped
    assert all(row.proof.startswith("torch=") for row in torch.names.values())


def test_reading_is_quick() -> None:
    times = []
    for _ in range(7):
        load.cache_clear()
        start = time.process_time()
        load()
        times.append(time.process_time() - start)
    # 20 ms on an idle machine; three times that on one that other work keeps busy.
    assert min(times) < 0.06


def test_an_unknown_target_is_an_error() -> None:
    with pytest.raises(PorterError, match="no tables for 'metal'"):
        load("metal")


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("cuda\thip\n", "wrong header line", 1),
        ("\t".join(NAME_COLUMNS) + "\ncudaA\thipA\n", "fields", 2),
        ("\t".join(NAME_COLUMNS) + "\ncuda\u00e9\n", "ASCII", None),
    ],
)
def test_a_damaged_table_is_an_error(
    tmp_path: Path, text: str, message: str, line: int | None
) -> None:
    path = tmp_path / "cuda-hip" / "runtime.tsv"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PorterError, match=message) as raised:
        load("hip", tmp_path)
    assert raised.value.path == path
    assert raised.value.line == line


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))

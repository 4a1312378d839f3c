"""How names of the two sides find each other."""

from __future__ import annotations

import pytest

from porter.derive.declarations import Declaration, Parameter, Signature
from porter.derive.derivation import is_another
from porter.derive.libraries import LIBRARIES, library_of, stem
from porter.derive.pairing import Pair, Pairing

HEADERS = {"cuda": "cuda_runtime.h", "cu": "cuda.h", "CU": "cuda.h", "hip": "hip/hip_runtime.h"}


def function(name: str, *types: str, header: str = "cuda_runtime.h") -> Declaration:
    parameters = tuple(Parameter(t, t) for t in types)
    return Declaration(
        name, "", "function", header, header, [Signature(Parameter("int", "int"), parameters)]
    )


def enum(name: str, header: str, *members: str) -> list[Declaration]:
    made = [Declaration(name, "", "type", header, header, underlying="enum", members=members)]
    made += [
        Declaration(m, "", "enumerator", header, header, enum=name, value=i)
        for i, m in enumerate(members)
    ]
    return made


def run(
    cuda: list[Declaration], hip: list[Declaration], irregular: dict[str, str] | None = None
) -> dict[str, str]:
    ours = {d.name: d for d in cuda}
    pairing = Pairing(
        ours,
        {d.name: d for d in hip},
        irregular or {},
        lambda name: name == "cudaRefused",
        lambda name: [ours[name]],
    )
    return {name: pair.hip.name for name, pair in pairing.run().items()}


@pytest.mark.parametrize(
    ("library", "cuda", "expected"),
    [
        ("runtime", "cudaMemcpy2DAsync", "memcpy2dasync"),
        ("runtime", "cudaDeviceProp", "deviceprop"),
        (
            "driver",
            "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH",
            "deviceattributemaxtexture1dwidth",
        ),
        ("driver", "cuMemcpyHtoD_v2", "memcpyhtod"),
        ("driver", "CUipcMemHandle_st", "ipcmemhandle"),
        ("driver", "CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE", None),
        ("cublas", "cublasSgemm_v2_64", "sgemm64"),
    ],
)
def test_a_stem(library: str, cuda: str, expected: str | None) -> None:
    prefix = next(lib.cuda_prefix for lib in LIBRARIES if lib.name == library)
    if expected is None:
        assert "hip" in stem(cuda, prefix)
        assert "cuda" not in stem(cuda, prefix)
    else:
        assert stem(cuda, prefix) == expected


@pytest.mark.parametrize(
    ("file", "library"),
    [
        ("cuda.h", "driver"),
        ("cuda_runtime_api.h", "runtime"),
        ("cublasLt.h", "cublaslt"),
        ("cublas_api.h", "cublas"),
        ("crt/sm_70_rt.h", "device"),
        ("cub/util_debug.cuh", "cub"),
        ("stdio.h", None),
    ],
)
def test_a_header_belongs_to_a_library(file: str, library: str | None) -> None:
    found = library_of(file)
    assert (found.name if found else None) == library


def test_by_pattern_and_by_name() -> None:
    cuda = [function("cudaMalloc"), function("__half2float", header="cuda_fp16.h")]
    hip = [
        function("hipMalloc", header="hip/hip_runtime.h"),
        function("__half2float", header="hip/hip_fp16.h"),
    ]
    assert run(cuda, hip) == {"cudaMalloc": "hipMalloc", "__half2float": "__half2float"}


def test_of_two_candidates_the_one_with_the_signature_wins() -> None:
    cuda = [function("cuMemcpy3D", "int", "float", header="cuda.h")]
    hip = [
        function("hipMemcpy3D", "char", header="hip/hip_runtime.h"),
        function("hipDrvMemcpy3D", "int", "float", header="hip/hip_runtime.h"),
    ]
    assert run(cuda, hip) == {"cuMemcpy3D": "hipDrvMemcpy3D"}


def test_a_version_suffix_is_not_preferred() -> None:
    cuda = [function("cudaAdvise", "int")]
    hip = [
        function("hipAdvise_v2", "float", header="hip/hip_runtime.h"),
        function("hipAdvise", "int", header="hip/hip_runtime.h"),
    ]
    assert run(cuda, hip) == {"cudaAdvise": "hipAdvise"}


def test_enumerators_pair_within_the_paired_enum() -> None:
    cuda = enum("cudaDeviceAttr", "driver_types.h", "cudaDevAttrWarpSize", "cudaDevAttrMaxPitch")
    hip = [
        *enum(
            "hipDeviceAttribute_t",
            "hip/hip_runtime.h",
            "hipDeviceAttributeMaxPitch",
            "hipDeviceAttributeWarpSize",
        ),
        *enum("hipOther", "hip/hip_runtime.h", "hipDevAttrWarpSize", "hipDevAttrElse"),
    ]
    assert run(cuda, hip, {"cudaDeviceAttr": "hipDeviceAttribute_t"}) == {
        "cudaDeviceAttr": "hipDeviceAttribute_t",
        "cudaDevAttrWarpSize": "hipDeviceAttributeWarpSize",
        "cudaDevAttrMaxPitch": "hipDeviceAttributeMaxPitch",
    }


def test_another_name_of_a_paired_enumerator_goes_with_it() -> None:
    cuda = enum("cublasOperation_t", "cublas_api.h", "CUBLAS_OP_T", "CUBLAS_OP_C")
    alias = Declaration(
        "CUBLAS_OP_HERMITAN",
        "",
        "enumerator",
        "cublas_api.h",
        "cublas_v2.h",
        enum="cublasOperation_t",
        value=1,
    )
    hip = enum("hipblasOperation_t", "hipblas/hipblas.h", "HIPBLAS_OP_T", "HIPBLAS_OP_C")
    assert run([*cuda, alias], hip)["CUBLAS_OP_HERMITAN"] == "HIPBLAS_OP_C"


def test_what_is_refused_or_of_another_kind_is_not_paired() -> None:
    cuda = [function("cudaRefused"), function("cudaThing")]
    hip = [
        function("hipRefused", header="hip/hip_runtime.h"),
        Declaration("hipThing", "", "enumerator", "hip/hip_runtime.h", "hip/hip_runtime.h"),
    ]
    assert run(cuda, hip) == {}


def test_an_irregular_name_comes_first() -> None:
    cuda = [function("cudaFreeHost")]
    hip = [
        function("hipFreeHost", header="hip/hip_runtime.h"),
        function("hipHostFree", header="hip/hip_runtime.h"),
    ]
    assert run(cuda, hip, {"cudaFreeHost": "hipHostFree"}) == {"cudaFreeHost": "hipHostFree"}


def test_a_driver_type_that_the_runtimes_header_declares() -> None:
    ours = Declaration("CUuuid", "", "type", "driver_types.h", "cuda_runtime.h")
    theirs = Declaration("hipUUID", "", "type", "hip/hip_runtime_api.h", "hip/hip_runtime.h")
    assert run([ours], [theirs]) == {"CUuuid": "hipUUID"}


def test_an_enumerator_that_the_newest_cuda_no_longer_has() -> None:
    old = enum("cudaAttr", "driver_types.h", "cudaAttrWide", "cudaAttrLong", "cudaAttrOld")
    new = enum("cudaAttr", "driver_types.h", "cudaAttrWide", "cudaAttrLong")
    hip = enum("hipAttr_t", "hip/a.h", "hipAttrWide", "hipAttrLong", "hipAttrOld")
    newest = {d.name: d for d in (*old, *new)}
    pairing = Pairing(
        newest,
        {d.name: d for d in hip},
        {"cudaAttr": "hipAttr_t"},
        lambda name: False,
        lambda name: [d for d in (*old, *new) if d.name == name],
    )
    assert pairing.run()["cudaAttrOld"].hip.name == "hipAttrOld"


@pytest.mark.parametrize(
    ("version", "proved", "dropped"),
    [
        ("cuCopy_v2", "2:const void *->void *", False),
        ("cuCopy_v2", "arity 3->2", True),
        ("cuCopy_v1", "2:const void *->void *", True),
        ("cuCopy", "2:const void *->void *", False),
    ],
)
def test_a_version_is_what_the_plain_name_stands_for(
    version: str, proved: str, dropped: bool
) -> None:
    plain = function("cuCopy", "const void *", header="cuda.h")
    plain.alias = "cuCopy_v2"
    hip = function("hipCopy", "void *", header="hip/hip_runtime.h")
    named = {
        name: Pair(function(name, header="cuda.h"), hip, "driver", "stem")
        for name in ("cuCopy_v1", "cuCopy_v2")
    }
    named["cuCopy"] = Pair(plain, hip, "driver", "stem")
    notes = {"cuCopy": "2:const void *->void *", version: proved}
    assert is_another(version, named, lambda name: ("cast", notes[name])) is dropped

"""Proofs by compiling, against the installed headers of ROCm."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from porter.derive.calls import Compiler, call, pointer
from porter.derive.clang_headers import installed_headers
from porter.derive.declarations import Declaration, Parameter, Signature
from porter.derive.functions import FunctionProver, Verdict
from porter.derive.headersets import HeaderSet
from porter.derive.pairing import Pair
from porter.derive.spelling import TypeNames
from porter.tables.names import load
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

pytestmark = pytest.mark.toolchain

NAMES = TypeNames({"cudaStream_t": "hipStream_t", "cudaError_t": "hipError_t"})


@pytest.fixture(scope="module")
def compiler() -> Callable[[str], Compiler]:
    tools = find()
    resources = installed_headers()
    version = ".".join(tools.rocm_version.split(".")[:2])
    headers = HeaderSet(version, tools.rocm_path / "include")
    return lambda arch: Compiler(headers, resources, ["hip/hip_runtime.h"], arch)


def signature(result: str, *types: str, mask: bool = False) -> Signature:
    names = ["mask" if mask and i == 0 else f"p{i}" for i in range(len(types))]
    parameters = tuple(Parameter(t, t, name=name) for t, name in zip(types, names, strict=True))
    return Signature(Parameter(result, result), parameters)


def declared(name: str, one: Signature) -> Declaration:
    return Declaration(name, "", "function", "", "hip/hip_runtime.h", [one])


@pytest.fixture(scope="module")
def verdict(compiler: Callable[[str], Compiler]) -> Callable[..., Verdict]:
    def prove(cuda: Signature, hip: str, there: Signature) -> Verdict:
        prover = FunctionProver(
            compiler("gfx942"), compiler("gfx1100"), NAMES, {hip: declared(hip, there)}
        )
        pair = Pair(declared("cudaX", cuda), declared(hip, there), "runtime", "stem")
        return prover.prove([(pair, pair.cuda)])["cudaX", 0]

    return prove


def test_the_same_types(verdict: Callable[..., Verdict]) -> None:
    cuda = signature("cudaError_t", "cudaStream_t")
    there = signature("hipError_t", "hipStream_t")
    assert verdict(cuda, "hipStreamSynchronize", there) == Verdict("sig=")


@pytest.mark.slow
def test_a_call_that_converts_by_itself(verdict: Callable[..., Verdict]) -> None:
    cuda = signature("cudaError_t", "float *")
    assert verdict(cuda, "hipFree", signature("hipError_t", "void *")) == Verdict("call")


def test_an_argument_that_needs_a_cast(verdict: Callable[..., Verdict]) -> None:
    cuda = signature("cudaError_t", "int")
    there = signature("hipError_t", "hipStream_t")
    assert verdict(cuda, "hipStreamSynchronize", there) == Verdict("cast", ("1:int->hipStream_t",))


@pytest.mark.slow
def test_another_number_of_arguments(verdict: Callable[..., Verdict]) -> None:
    cuda = signature("cudaError_t", "void *", "void *")
    there = signature("hipError_t", "void *")
    assert verdict(cuda, "hipFree", there) == Verdict("arity", ("arity 2->1",))


@pytest.mark.slow
def test_a_mask_of_32_bits(verdict: Callable[..., Verdict]) -> None:
    cuda = signature("unsigned int", "unsigned int", "int", mask=True)
    there = signature("unsigned long long", "MaskT", "int")
    said = verdict(cuda, "__ballot_sync", there)
    assert said.code == "cast"
    assert "mask:64 bits" in said.notes


@pytest.mark.slow
def test_a_static_assertion_is_held_against_every_use_of_a_template(
    compiler: Callable[[str], Compiler],
) -> None:
    narrow = call("__shfl_sync", ["unsigned", "int", "int"], "int")
    wide = call("__shfl_sync", ["unsigned long long", "int", "int"], "int")
    also = narrow.replace("porter_used()", "porter_used() ")
    refused = compiler("gfx942").refused(
        [wide, narrow, also], device=True, defines=["HIP_ENABLE_WARP_SYNC_BUILTINS"]
    )
    assert set(refused) == {1, 2}
    assert "64-bit" in refused[1]


def test_images_are_known_to_be_missing(compiler: Callable[[str], Compiler]) -> None:
    read = call("tex2D<float>", ["hipTextureObject_t", "float", "float"], "float")
    assert "unavailable" in compiler("gfx942").refused([read], device=True)[0]
    assert compiler("gfx1100").refused([read], device=True) == {}


def test_a_pointer_tells_overloads_apart(compiler: Callable[[str], Compiler]) -> None:
    exact = pointer("hipMalloc", ["void **", "size_t"], "hipError_t")
    other = pointer("hipMalloc", ["void *", "size_t"], "hipError_t")
    assert set(compiler("gfx942").refused([exact, other], device=False)) == {1}


SAMPLE = Path(__file__).with_name("sample.cu")


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
def test_a_sample_of_every_library_compiles_after_renaming_alone(arch: str, tmp_path: Path) -> None:
    tables = load()
    scoped = {row.cuda: row.hip for row in tables.names.values() if row.kind == "namespace"}
    renamed = SAMPLE.read_bytes().partition(b"\n")[2]
    renamed = re.sub(rb"<([\w./]+)>", lambda m: b"<%s>" % _header(tables.headers, m[1]), renamed)
    for cuda, hip in scoped.items():
        prefix = cuda if cuda.endswith(b"::") else cuda + b"::"
        target = hip if hip.endswith(b"::") else hip + b"::"
        renamed = re.sub(rb"(?<![\w:])" + re.escape(prefix), target, renamed)
    renamed = re.sub(
        rb"[A-Za-z_]\w*",
        lambda m: tables.names[m[0]].hip if m[0] in tables.names else m[0],
        renamed,
    )
    assert b"cuda" not in renamed.replace(b"cudaStream", b"")
    source = tmp_path / "sample.hip"
    source.write_bytes(renamed)
    command = find().hip_command(
        source, arch, emit=Emit.SYNTAX, defines=["HIPBLAS_V2"], flags=["-w"]
    )
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]


def _header(headers: object, name: bytes) -> bytes:
    row = headers.get(name)  # type: ignore[attr-defined]
    return name if row is None else row.hip

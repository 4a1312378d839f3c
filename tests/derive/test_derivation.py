"""From headers to tables, and the tables held against headers again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.derive.audit import Audit, audit
from porter.derive.clang_headers import ClangHeaders, installed_headers
from porter.derive.derivation import Derived, derive, write
from porter.derive.headersets import HeaderSet, cuda_set, rocm_sets
from porter.derive.irregular import Irregular, load_irregular
from porter.errors import PorterError
from porter.tables.names import Row, Tables, load

CUDA_OLD = """
#pragma once
typedef struct CUstream_st *cudaStream_t;
typedef enum cudaError { cudaSuccess = 0, cudaErrorOdd = 5 } cudaError_t;
struct cudaDesc { int width; int luid; };
cudaError_t cudaWait(cudaStream_t stream);
cudaError_t cudaPush(void *data, int device);
cudaError_t cudaOldest(int);
cudaError_t cudaOnlyHere(int);
"""
CUDA_NEW = CUDA_OLD.replace("cudaError_t cudaOldest(int);\n", "").replace(
    "int device", "long where, int n"
)
HIP_OLD = """
#pragma once
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
typedef struct ihipStream_t *hipStream_t;
typedef enum hipError_t { hipSuccess = 0, hipErrorOdd = 55 } hipError_t;
struct hipDesc { int width; };
hipError_t hipWait(hipStream_t stream);
hipError_t hipOldest(int);
"""
HIP_NEW = HIP_OLD + "hipError_t hipPush(void *data, int device);\n"


Sets = tuple[list[HeaderSet], list[HeaderSet]]


def headers(root: Path, name: str, text: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return root


@pytest.fixture(scope="module")
def resources() -> ClangHeaders:
    return installed_headers()


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Sets:
    root = tmp_path_factory.mktemp("sets")
    cuda = [
        HeaderSet("12.0", headers(root / "c12", "cuda_runtime.h", CUDA_OLD)),
        HeaderSet("13.0", headers(root / "c13", "cuda_runtime.h", CUDA_NEW)),
    ]
    rocm = [
        HeaderSet("6.4", headers(root / "r6", "hip/hip_runtime.h", HIP_OLD)),
        HeaderSet("7.0", headers(root / "r7", "hip/hip_runtime.h", HIP_NEW)),
    ]
    return cuda, rocm


IRREGULAR = Irregular({"cudaError": "hipError_t"}, {}, (), (), {})


@pytest.fixture(scope="module")
def derived(sets: Sets, resources: ClangHeaders) -> Derived:
    return derive(*sets, IRREGULAR, resources)


@pytest.fixture(scope="module")
def tables(derived: Derived, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    rules = tmp_path_factory.mktemp("rules")
    write(derived, rules)
    return load("hip", rules)


@pytest.mark.slow
@pytest.mark.toolchain
def test_versions_are_observed(tables: Tables) -> None:
    assert _row(tables, "cudaWait").rocm_since == "6.4"
    pushed = _row(tables, "cudaPush")
    assert (pushed.rocm_since, pushed.rocm_absent) == ("7.0", "6.4")
    assert _row(tables, "cudaOldest").cuda_removed == "13.0"


@pytest.mark.toolchain
def test_proofs_and_differences(tables: Tables) -> None:
    assert _row(tables, "cudaWait").proof == "sig="
    pushed = _row(tables, "cudaPush")
    assert pushed.proof == "arity"
    assert pushed.differs == "arity 3->2; cuda<=12.0: sig="
    odd = _row(tables, "cudaErrorOdd")
    assert (odd.proof, odd.differs) == ("enum~", "value 5->55")
    desc = _row(tables, "cudaDesc")
    assert (desc.proof, desc.differs) == ("type~", "lacks luid")


@pytest.mark.toolchain
def test_what_hip_lacks_is_listed(tables: Tables) -> None:
    assert b"cudaOnlyHere" not in tables.names
    assert tables.unmapped[b"cudaOnlyHere"].reason == "no declaration in ROCm 6.4 to 7.0"


@pytest.mark.slow
@pytest.mark.toolchain
def test_the_same_headers_give_the_same_bytes(
    derived: Derived,
    tmp_path: Path,
    sets: Sets,
    resources: ClangHeaders,
) -> None:
    write(derived, tmp_path / "one")
    write(derive(*sets, IRREGULAR, resources), tmp_path / "two")
    for path in (tmp_path / "one").rglob("*.tsv"):
        other = tmp_path / "two" / path.relative_to(tmp_path / "one")
        assert path.read_bytes() == other.read_bytes()


def _audited(
    tables: Tables,
    sets: Sets,
    resources: ClangHeaders,
    *rows: Row,
) -> Audit:
    names = {**tables.names, **{row.cuda: row for row in rows}}
    changed = Tables(names, tables.headers, tables.unmapped, tables.marks)
    return audit(changed, sets[1][0], sets[0][:1], IRREGULAR, resources)


@pytest.mark.slow
@pytest.mark.toolchain
def test_an_audit_of_true_rows(tables: Tables, sets: Sets, resources: ClangHeaders) -> None:
    result = _audited(tables, sets, resources)
    assert result.failures == []
    assert result.compiled >= 6
    assert result.newer >= 1, "hipPush is not in 6.4"


@pytest.mark.slow
@pytest.mark.toolchain
def test_an_audit_finds_a_name_that_is_not_there(
    tables: Tables, sets: Sets, resources: ClangHeaders
) -> None:
    wrong = _row(tables, "cudaWait")._replace(hip=b"hipWaitt")
    result = _audited(tables, sets, resources, wrong)
    assert result.failures == [("cudaWait", "ROCm 6.4 does not declare hipWaitt")]


@pytest.mark.slow
@pytest.mark.toolchain
def test_an_audit_finds_a_signature_that_does_not_hold(
    tables: Tables, sets: Sets, resources: ClangHeaders
) -> None:
    wrong = _row(tables, "cudaWait")._replace(hip=b"hipOldest")
    (failure,) = _audited(tables, sets, resources, wrong).failures
    assert failure[0] == "cudaWait"
    assert "the row says sig=" in failure[1]


@pytest.mark.slow
@pytest.mark.toolchain
def test_the_installed_headers_hold_every_row() -> None:
    """Seconds, but for the first time with a toolchain: what clang says of its headers is kept."""
    result = CliRunner().invoke(group, ["rules", "audit"])
    assert result.exit_code == 0, result.output[-3000:]
    assert result.output.count(" 0 do not hold") == 2
    assert "ROCm's own libraries" in result.output


def _row(tables: Tables, name: str) -> Row:
    return tables.names[name.encode()]


def test_header_sets_tell_their_version(tmp_path: Path) -> None:
    headers(tmp_path / "cuda", "cuda.h", "#define CUDA_VERSION 12040\n")
    headers(
        tmp_path / "rocm",
        "hip/hip_version.h",
        "#define HIP_VERSION_MAJOR 6\n#define HIP_VERSION_MINOR 4\n",
    )
    assert cuda_set(str(tmp_path / "cuda")).version == "12.4"
    (one,) = rocm_sets([str(tmp_path / "rocm")])
    assert one.version == "6.4"
    assert cuda_set(f"11.8={tmp_path / 'rocm'}").version == "11.8"


def test_a_set_of_one_component_takes_the_rest_from_the_next_newer(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
    old, middle, new = rocm_sets(
        [f"7.0={tmp_path / 'c'}", f"5.2={tmp_path / 'a'}", f"6.0={tmp_path / 'b'}"]
    )
    assert (old.version, middle.version, new.version) == ("5.2", "6.0", "7.0")
    assert middle.fallbacks == (tmp_path / "c", tmp_path / "a")


def test_a_folder_without_headers_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="no such folder"):
        cuda_set(str(tmp_path / "none"))
    with pytest.raises(PorterError, match="cannot tell the version"):
        cuda_set(str(tmp_path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[names]]\n[names.map]\na = 'b'\n", "needs reason"),
        (
            "[[names]]\nreason='x'\n[names.map]\na='b'\n[[names]]\nreason='y'\n[names.map]\na='c'\n",
            "twice",
        ),
        ("[[unmapped]]\nmatch=['x']\n", "needs reason"),
        ("=", "is not valid TOML"),
    ],
)
def test_a_careless_irregular_name_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "irregular.toml"
    path.write_text(text)
    with pytest.raises(PorterError, match=message):
        load_irregular(path)

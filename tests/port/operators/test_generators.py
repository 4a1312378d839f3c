"""The generators that are written: one source a tile and type, as the tuned table says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter.port.operators.catalogue import choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import Package

HEAD = "cu_num,M,N,K,q_dtype_w,kernelId,splitK,us,kernelName,tflops,bw,errRatio\n"


def generate(
    package: Package, *words: object, archs: str = "gfx942"
) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    folder = package.root / "blob"
    done = subprocess.run(
        [sys.executable, package.root / "csrc/ck_made/gen_instances.py", "--working_path", folder]
        + [str(word) for word in words],
        env={**os.environ, "GPU_ARCHS": archs},
        capture_output=True,
        text=True,
        check=False,
    )
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return done, {path.name: path.read_text() for path in files}


def sources(files: dict[str, str]) -> list[str]:
    return [name.removesuffix(".cu") for name in files if name.endswith(".cu")]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "tuned.csv"


def test_each_kernel_has_a_source_that_the_manifest_declares(package: Package) -> None:
    add_operator(package, "made", choose("gemm", "bf16", None))
    done, files = generate(package)
    assert done.returncode == 0, done.stderr
    assert sources(files) == [
        "made_128x128x64_bf16_bf16",
        "made_16x64x128_bf16_bf16",
        "made_256x128x64_bf16_bf16",
        "made_64x64x64_any_bf16_bf16",
        "made_64x64x64_bf16_bf16",
    ]
    for name in sources(files):
        assert f"bool {name}(const Problem &problem)" in files[f"{name}.cu"]
        assert f"bool {name}(const Problem &problem);" in files["made_manifest.h"]
        assert name in files["made_lookup.h"]


def test_a_tuned_table_leaves_what_it_names_and_what_takes_any_shape(
    package: Package, table: Path
) -> None:
    add_operator(package, "made", choose("gemm", "bf16", None))
    table.write_text(HEAD + "304,128,128,256,bf16,3,1,0,not measured,0,0,0\n")
    _, files = generate(package, "--tune_file", table)
    assert sources(files) == ["made_128x128x64_bf16_bf16", "made_64x64x64_any_bf16_bf16"]
    assert '{304, 128, 128, 256, "bf16", 3},' in files["made_lookup.h"]
    _, files = generate(package, "--tune")
    assert len(sources(files)) == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("M,N\n", ":1: the columns are not cu_num,M"),
        (HEAD + "304,1,1,1,bf16,99,0,0,x,0,0,0\n", ":2: kernelId 99 is none of"),
        (HEAD + "304,1,one,1,bf16,0,0,0,x,0,0,0\n", ":2: invalid literal"),
        (HEAD + "304,1,1,1,f64,0,0,0,x,0,0,0\n", ":2: made takes no 'f64'"),
        (HEAD + "304,1,1,1,bf16,0,zz,0,x,0,0,0\n", ":2: invalid literal"),
        (HEAD + "304,1,1,1,bf16,0,11,0,x,0,0,0\n", ":2: splitK 11 is none of 0 to 10"),
        (
            HEAD + "304,1,1,1,bf16,0,0,0,made_128x128x64,0,0,0\n",
            ":2: made_128x128x64 has kernelId 3",
        ),
        (HEAD + "304,1\n", ":2: "),
    ],
)
def test_a_damaged_table_is_told_with_its_line(
    package: Package, table: Path, text: str, said: str
) -> None:
    add_operator(package, "made", choose("gemm", "bf16", None))
    table.write_text(text)
    done, files = generate(package, "--tune_file", table)
    assert done.returncode == 1
    assert f"{table}{said}" in done.stderr
    assert not files


def test_architectures_choose_the_kind_of_matrix_instruction(package: Package) -> None:
    add_operator(package, "made", choose("gemm", "f16", None))
    _, files = generate(package, archs="gfx1100")
    assert all("_wmma" in name for name in sources(files))
    assert "using Operation = Wmma<" in files["made_64x64x64_wmma_f16_f16.cu"]


def test_an_operation_that_an_architecture_lacks_is_told(package: Package) -> None:
    add_operator(package, "made", choose("gemm_a8w8", None, None))
    done, _ = generate(package, archs="gfx1100")
    assert done.returncode == 1
    assert "made: Composable Kernel takes no such scales on gfx1100" in done.stderr


@pytest.mark.parametrize("layout", ["rcr", "rrr", "crr", "ccr"])
def test_every_layout_gives_each_thread_work(package: Package, layout: str) -> None:
    add_operator(package, "made", choose("gemm", None, layout))
    done, files = generate(package, "--tune", archs="gfx942;gfx1100")
    assert done.returncode == 0, done.stderr
    assert len(sources(files)) == 16


@pytest.mark.parametrize("operator", ["gemm_blockscale", "moe_gemm"])
def test_a_table_may_name_kernels_of_every_family(
    package: Package, table: Path, operator: str
) -> None:
    add_operator(package, "made", choose(operator, None, None))
    dtype = "fp8" if operator == "gemm_blockscale" else "bf16"
    table.write_text(HEAD + f"304,128,128,256,{dtype},2,0,0,not measured,0,0,0\n")
    done, few = generate(package, "--tune_file", table)
    assert done.returncode == 0, done.stderr
    _, all_of_them = generate(package, "--tune")
    assert 0 < len(sources(few)) < len(sources(all_of_them))


def test_a_mixture_of_experts_has_two_stages(package: Package) -> None:
    add_operator(package, "made", choose("moe_gemm", "f16", None))
    _, files = generate(package)
    assert sources(files) == [
        f"made_{rows}x64x64_stage{stage}_f16_f16" for rows in (128, 32, 64) for stage in (1, 2)
    ]
    first = files["made_32x64x64_stage1_f16_f16.cu"]
    assert "Operation<ck::half_t, ck::half_t, true, 256, 32, 64, 64, 8," in first
    done, _ = generate(package, archs="gfx1201")
    assert done.returncode == 1
    assert "Composable Kernel has no such operation for gfx1201" in done.stderr


def test_experts_of_bytes_make_both_halves(package: Package) -> None:
    add_operator(package, "made", choose("moe_gemm", "int8", None))
    _, files = generate(package)
    assert len(sources(files)) == 12
    second = files["made_32x64x128_stage2_int8_f16.cu"]
    assert "Operation<int8_t, ck::half_t, false, 256, 32, 64, 128, 16," in second


def test_products_of_batches_go_from_matrix_to_matrix(package: Package) -> None:
    add_operator(package, "made", choose("batched_gemm", "bf16", "rrr"))
    _, files = generate(package, archs="gfx942;gfx1100")
    assert len(sources(files)) == 8
    common = (package.root / "csrc/ck_made/made_common.cuh").read_text()
    assert "DeviceBatchedGemmMultiD_Xdl_CShuffle_V3<" in common
    assert "DeviceBatchedGemm_Wmma_CShuffleV3<" in common
    text = (package.root / "aiter/ops/made.py").read_text()
    assert "X is (B, M, K) and W (B, K, N)" in text


def test_norms_have_blocks_for_the_waves_of_an_architecture(package: Package) -> None:
    add_operator(package, "made", choose("rmsnorm2d", "bf16", None))
    _, files = generate(package, archs="gfx942")
    assert len(sources(files)) == 4
    assert all("_w64" in name for name in sources(files))
    assert "Block<1, 2048, 1, 4, 1, 512, 8>" in files["made_1x2048_w64_bf16.cu"]


@pytest.mark.parametrize("operator", ["gemm", "batched_gemm", "gemm_a8w8"])
def test_a_kernel_that_writes_single_elements_splits_no_k(package: Package, operator: str) -> None:
    """Composable Kernel's sum of single elements of 16 bits (`atomic_add`) adds integers."""
    add_operator(package, "made", choose(operator, None, None))
    _, files = generate(package, archs="gfx942;gfx1100")
    for name in sources(files):
        kernel = files[f"{name}.cu"].partition("const Problem &problem) { return ")[2]
        assert kernel.startswith("problem.parts == 1 && run_" if "_any_" in name else "run_")

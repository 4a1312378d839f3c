"""Which kernel an operator's entry takes, and what it refuses, seen without Composable Kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.port.operators.package import open_package

from .conftest import copied_package
from .host_module import build_host_module, run_on_host

pytestmark = pytest.mark.slow

SCALED = """
def call(m=128, n=128, k=256, split=0, out=torch.bfloat16, dtype=torch.int8, scales=None, **how):
    x, w = (torch.zeros(rows, k, dtype=dtype) for rows in (m, n))
    y = torch.zeros(m, n, dtype=out)
    x_scale, w_scale = scales or (torch.ones(m, 1), torch.ones(1, n))
    try:
        host.made(x, w, x_scale, w_scale, y, splitK=split, **how)
    except RuntimeError as error:
        print(str(error).splitlines()[0])
    for name in host.called():
        print(name)
"""
#: Kernel 1 for one product by 304 compute units; other lines are of another GPU and another type.
TABLE = """304,128,128,256,int8,1,1,0,not measured,0,0,0
80,256,256,64,int8,1,0,0,not measured,0,0,0
304,192,192,64,fp8,1,0,0,not measured,0,0,0
"""
TUNED, ANY = "made_16x64x256_int8_bf16", "made_64x64x64_any_int8_bf16"


@pytest.fixture(scope="module")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch")
    root = copied_package(tmp_path_factory.mktemp("scaled"))
    return build_host_module(open_package(root), "gemm_a8w8", table=TABLE)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch")
    root = copied_package(tmp_path_factory.mktemp("plain"))
    return build_host_module(open_package(root), "gemm", "bf16")


@pytest.fixture(scope="module")
def experts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch")
    root = copied_package(tmp_path_factory.mktemp("experts"))
    return build_host_module(open_package(root), "moe_gemm", "int8")


def test_the_tuned_table_is_looked_at_first(scaled: Path) -> None:
    """Large products have no kernel of 16 rows by their shape, and the table names no other."""
    assert run_on_host(scaled, f"{SCALED}\ncall()") == [TUNED]
    assert run_on_host(scaled, f"{SCALED}\ncall(k=255)") == [ANY]
    assert run_on_host(scaled, f"{SCALED}\ncall(256, 256, 64)") == [ANY]
    assert run_on_host(scaled, f"{SCALED}\ncall(192, 192, 64)") == [ANY]


def test_a_kernel_that_does_not_take_a_product_leaves_it_to_the_next(scaled: Path) -> None:
    script = f'{SCALED}\nhost.refuse({{"{TUNED}"}})\ncall()'
    assert run_on_host(scaled, script) == [TUNED, ANY]
    script = f'{SCALED}\nhost.refuse({{"{TUNED}", "{ANY}"}})\ncall(split=2)'
    said, *called = run_on_host(scaled, script)
    assert said == "made: no kernel takes [128, 256] Char on gfx942"
    assert called == [TUNED, ANY] * 2  # with K in parts, and whole


def test_the_type_of_the_result_chooses_too(scaled: Path) -> None:
    assert run_on_host(scaled, f"{SCALED}\ncall(out=torch.half)") == [TUNED.replace("bf16", "f16")]
    said = run_on_host(scaled, f"{SCALED}\ncall(out=torch.float)")
    assert said == ["made: no kernel takes Char and makes Float on gfx942"]


def test_eight_bit_floats_are_those_of_the_architecture(scaled: Path) -> None:
    for kind, arch, other in (
        ("fnuz", "gfx942", "gfx950"), ("fnuz", "gfx90a", "gfx950"), ("fn", "gfx950", "gfx942"),
    ):  # fmt: skip
        script = f"{SCALED}\ncall(192, 192, 64, dtype=torch.float8_e4m3{kind})"
        assert run_on_host(scaled, script, arch) == [TUNED.replace("int8", "fp8")]
        (said,) = run_on_host(scaled, script, other)
        assert said.startswith(f"made: no kernel takes Float8_e4m3{kind} and makes")


@pytest.mark.parametrize(
    ("scales", "said"),
    [
        ("torch.ones(1, 128), torch.ones(128, 1)", "made: x_scale (M, 1) is Float [1, 128]"),
        ("torch.ones(128, 1), torch.ones(128, 1)", "made: w_scale (1, N) is Float [128, 1]"),
        ("torch.ones(128), torch.ones(1, 128)", "made: x_scale (M, 1) is Float [128]"),
        ("torch.ones(128, 1).half(), torch.ones(1, 128)", "made: x_scale (M, 1) is Half [128, 1]"),
    ],
)
def test_scales_of_another_shape_are_refused_where_m_is_n(
    scaled: Path, scales: str, said: str
) -> None:
    assert run_on_host(scaled, f"{SCALED}\ncall(scales=({scales}))") == [said]


def test_a_bias_is_one_of_columns(scaled: Path) -> None:
    assert run_on_host(scaled, f"{SCALED}\ncall(bias=torch.ones(128).bfloat16())") == [TUNED]
    said = run_on_host(scaled, f"{SCALED}\ncall(bias=torch.ones(128, 1).bfloat16())")
    assert said == ["made: bias is [128, 1], not (128)"]


def test_without_a_table_ranges_of_shapes_choose(plain: Path) -> None:
    script = """
for m, n in (16, 512), (64, 512), (512, 64), (512, 512), (8192, 8192):
    x, w = torch.zeros(m, 8).bfloat16(), torch.zeros(n, 8).bfloat16()
    host.made(x, w, torch.zeros(m, n).bfloat16())
    print(*host.called())
"""
    tiles = ("16x64x128", "64x64x64", "64x64x64", "64x64x64", "128x128x64")
    assert run_on_host(plain, script) == [f"made_{tile}_bf16_bf16" for tile in tiles]


def test_kernels_of_other_matrix_instructions_are_not_taken(plain: Path) -> None:
    script = """
x = torch.zeros(8, 8).bfloat16()
try:
    host.made(x, x, x)
except RuntimeError as error:
    print(str(error).splitlines()[0])
assert not host.called()
"""
    said = run_on_host(plain, script, "gfx1100")
    assert said == ["made: no kernel takes [8, 8] BFloat16 on gfx1100"]


EXPERTS = """
def call(stage, x_scale, w_scale, block=32):
    # 8 tokens with two of four experts each, 8 columns between the stages, 16 of a token.
    rows = 8 if stage == 1 else 16
    x = torch.zeros(rows, 16, dtype=torch.int8)
    w = torch.zeros(4, 16, 16, dtype=torch.int8)
    y = torch.zeros(17 if stage == 1 else 9, 8 if stage == 1 else 16).bfloat16()
    ints = torch.zeros(block, dtype=torch.int32)
    sorted_rows = ints, ints[:1], ints[:1], torch.zeros(block)
    try:
        host.made(x, w, y, *sorted_rows, 8, 2, stage, block, x_scale, w_scale)
    except RuntimeError as error:
        print(str(error).splitlines()[0])
    for name in host.called():
        print(name)


right = torch.ones(4, 16)
"""


def test_a_stage_and_a_block_choose_the_kernel_of_experts(experts: Path) -> None:
    script = "call(1, torch.ones(8, 1), right)\ncall(2, torch.ones(16, 1), right, 128)"
    assert run_on_host(experts, f"{EXPERTS}\n{script}") == [
        "made_32x64x128_stage1_int8_bf16", "made_128x64x128_stage2_int8_bf16",
    ]  # fmt: skip
    (said,) = run_on_host(experts, f"{EXPERTS}\ncall(1, torch.ones(8, 1), right, 48)")
    assert said.startswith("made: no kernel takes blocks of 48 rows")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("1, torch.ones(1, 8), right", "made: x_scale is Float [1, 8], not 8 by 1 floats"),
        ("2, torch.ones(8, 2), right", "made: x_scale is Float [8, 2], not 16 by 1 floats"),
        ("1, torch.ones(8, 1), torch.ones(16, 4)", "made: w_scale is Float [16, 4], not 4 by 16"),
        ("1, torch.ones(8, 1), torch.ones(64)", "made: w_scale is Float [64], not 4 by 16 floats"),
        ("1, None, right", "made: Char has scales of rows, as x_scale"),
    ],
)
def test_scales_of_experts_have_the_shape_of_their_rows(
    experts: Path, call: str, said: str
) -> None:
    (found,) = run_on_host(experts, f"{EXPERTS}\ncall({call})")
    assert found.startswith(said)

"""What matrix instructions in `asm` statements become."""

import pytest

from porter.options import Options
from porter.ptx.matrix import form_of
from tests.ptx.test_translate import port
from tests.tensor_cores.instructions import DENSE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 '
            '{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};" '
            ': "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) '
            ': "r"(a[0]), "r"(a[1]), "r"(b), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));',
            "porter::ptx::into(d[0], d[1], d[2], d[3]) = "
            "porter::ptx::mma_m16n8k8_f32_bf16_bf16_f32("
            "{a[0], a[1]}, {b}, {c[0], c[1], c[2], c[3]});",
        ),
        (
            'asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};" '
            ': "=d"(d), "=d"(e) : "d"(a), "d"(b), "d"(f), "d"(g));',
            "porter::ptx::into(d, e) = porter::ptx::mma_m8n8k4_f64_f64_f64_f64({a}, {b}, {f, g});",
        ),
        (
            'asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];" '
            ': "=r"(x), "=r"(y) : "r"(p));',
            "porter::ptx::into(x, y) = "
            "porter::ptx::load_matrices_transposed<2, porter::ptx::shared>(p);",
        ),
        (
            'asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" '
            ':: "r"(p), "r"(x));',
            "porter::ptx::store_matrices<porter::ptx::shared, 1>(p, {x});",
        ),
        (
            'asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(x) : "r"(y));',
            "x = porter::ptx::transpose_matrix(y);",
        ),
    ],
)
def test_one_instruction_is_one_expression(before: str, after: str) -> None:
    text, findings = port(before)
    assert text == after
    assert ["Composable Kernel" in finding for finding in findings] == [True] * ("mma" in after)


def test_a_sum_that_is_read_and_written() -> None:
    text, findings = port(
        'asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 '
        '{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};" '
        ': "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a), "r"(b), "r"(c));'
    )
    call = "porter::ptx::mma_m16n8k4_f32_tf32_tf32_f32({ptx4, ptx5}, {ptx6}, "
    assert f"porter::ptx::into(ptx0, ptx1, ptx2, ptx3) = {call}" in text
    assert ["Composable Kernel" in finding for finding in findings] == [True]


@pytest.mark.parametrize("case", DENSE, ids=lambda case: case.opcode)
def test_every_dense_product_has_a_form(case) -> None:
    head, _, tail = case.opcode.partition(".")
    assert form_of(f"{head}.sync.aligned.{tail}") is not None


@pytest.mark.parametrize(
    ("opcode", "usual"),
    [
        ("movmatrix.sync.trans.aligned.m8n8.b16", "movmatrix.sync.aligned.m8n8.trans.b16"),
        (
            "ldmatrix.aligned.sync.x1.trans.shared.m8n8.b16",
            "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16",
        ),
        (
            "ldmatrix.sync.aligned.m8n8.x1.b16.trans.shared",
            "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16",
        ),
        (
            "mma.m16n8k8.sync.aligned.row.col.f32.bf16.bf16.f32",
            "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32",
        ),
        (
            "mma.sync.aligned.satfinite.row.col.s32.u8.s8.s32.m8n8k16",
            "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.s8.s32",
        ),
        (
            "mma.sync.sp.aligned.m16n8k16.row.col.f32.f16.f16.f32",
            "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        ),
    ],
)
def test_modifiers_come_in_any_order(opcode: str, usual: str) -> None:
    form, expected = form_of(opcode), form_of(usual)
    assert form is not None and expected is not None
    assert (form.slots, form.cpp) == (expected.slots, expected.cpp)


@pytest.mark.parametrize(
    "opcode",
    [
        "mma.sync.m16n8k16.row.col.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k16.m16n8k8.row.col.f32.f16.f16.f32",
        "movmatrix.sync.aligned.m8n8.b16",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc",
        "mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32",
        "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8",
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
    ],
)
def test_other_forms_are_refused(opcode: str) -> None:
    assert form_of(opcode) is None
    text = f'asm volatile("{opcode};");'
    kept, findings = port(text, Options(only=frozenset(("LNG13", "LNG14"))))
    assert kept == text
    assert [opcode in finding for finding in findings] == [True]


def test_a_matrix_belongs_to_32_lanes() -> None:
    text = 'asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(x) : "r"(y));'
    kept, findings = port(text, Options(only=frozenset(("LNG13",)), warp="native"))
    assert kept == text
    assert "32 lanes" in findings[0]

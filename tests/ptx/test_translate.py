"""What `asm` statements become, byte for byte."""

import pytest

from porter.fixers import Context
from porter.options import Options
from porter.source import SourceFile
from porter.tables.names import load
from porter.testing import convert

LNG13 = Options(only=frozenset(("LNG13",)))


def port(text: str, options: Options = LNG13, path: str = "a.cu"):
    """Return the port of `text` without the inclusions, and the findings' messages."""
    conversion = convert(SourceFile(path, text.encode()), Context(options, load("hip")))
    lines = conversion.data.decode().splitlines(keepends=True)
    kept = "".join(line for line in lines if not line.startswith('#include "porter_compat'))
    return kept, [finding.message for finding in conversion.findings]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('asm("mov.u32 %0, %%nsmid;" : "=r"(i));', "i = porter::ptx::nsmid();"),
        ('asm("popc.b32 %0, %1;" : "=r"(n) : "r"(m));', "n = porter::ptx::popc(uint32_t(m));"),
        ('asm("add.u32 %0, %1, 4;" : "=r"(a) : "r"(b));', "a = uint32_t(b) + 4u;"),
        ('asm("mul.f32 %0, %1, %2;" : "=f"(a) : "f"(b), "f"(c + d));', "a = b * (c + d);"),
        ('asm("add.rz.f32 %0, %1, %2;" : "=f"(a) : "f"(b), "f"(c));', "a = porter::fadd_rz(b, c);"),
        (
            'asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(d) : "r"(a), "r"(b), "r"(c));',
            "d = porter::ptx::lop3(a, b, c, 234u);",
        ),
        ('asm volatile("membar.gl;" ::: "memory");', "__threadfence();"),
        ('asm volatile("bar.sync 0;");', "__syncthreads();"),
        (
            'asm volatile("ld.global.cg.v2.f32 {%0, %1}, [%2];" '
            ': "=f"(v.x), "=f"(v.y) : "l"(p + 1));',
            "{\n"
            "  auto& ptx_out0 = v.x;\n  float ptx0 = {};\n"
            "  auto& ptx_out1 = v.y;\n  float ptx1 = {};\n"
            "  const uint64_t ptx2 = uint64_t(p + 1);\n"
            "  {\n    const auto ptx_result = porter::ptx::load_volatile<float, 2>(ptx2);\n"
            "    ptx0 = ptx_result[0];\n    ptx1 = ptx_result[1];\n  }\n"
            "  ptx_out0 = ptx0;\n  ptx_out1 = ptx1;\n}",
        ),
        (
            'asm volatile("st.global.cs.v2.u32 [%0], {%1, %2};" :: "l"(p), "r"(a), "r"(b));',
            "porter::ptx::store_streaming<uint32_t>(p, a, b);",
        ),
        (
            'asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" :: "l"(p), "f"(x));',
            "porter::ptx::atomic_add<float>(p, x);",
        ),
        (
            'asm volatile("atom.acquire.cta.shared.cas.b32 %0, [%1], %2, %3;"'
            ' : "=r"(o) : "r"(s), "r"(a), "r"(b));',
            "o = porter::ptx::atomic_cas<uint32_t, porter::ptx::shared, porter::ptx::acquire, "
            "porter::ptx::cta>(s, a, b);",
        ),
        (
            'asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(h) : "f"(a), "f"(b));',
            "h = porter::ptx::pack(porter::ptx::f16::narrow(a), porter::ptx::f16::narrow(b));",
        ),
        (
            'asm volatile("cp.async.wait_group %0;" :: "n"(N));',
            "(void)0 /* cp.async.wait_group: the copy was done at once */;",
        ),
    ],
)
def test_statement(before: str, after: str) -> None:
    assert port(before) == (after, [])


def test_renames_inside_operands_still_happen() -> None:
    text, _ = port('asm("bfe.u32 %0, %1, 0, 8;" : "=r"(x) : "r"(__shfl_sync(m, v, 0)));', Options())
    assert "x = porter::ptx::bfe<uint32_t>(porter::shfl_sync(m, v, 0), 0u, 8u);" in text


def test_in_a_macro_lines_are_continued() -> None:
    text, _ = port(
        "#define PACK(d, lo, hi) \\\n"
        '  asm("{ .reg .u32 t; prmt.b32 t, %1, %2, 0x5410; mov.b32 %0, t; }" '
        ': "=r"(d) : "r"(lo), "r"(hi))\n'
        "int x;\n"
    )
    body = text.partition("int x;")[0]
    assert all(line.endswith("\\") for line in body.splitlines()[:-1])
    assert "do {" in body and "} while (0)" in body


def test_branches_become_gotos_in_a_function_of_their_own() -> None:
    text, findings = port(
        'asm volatile("{ .reg .pred p; WAIT: ld.volatile.global.u32 %0, [%1]; '
        'setp.ne.u32 p, %0, 1; @p bra WAIT; }" : "=r"(x) : "l"(flag));'
    )
    assert findings == []
    assert "[&] {" in text and "ptx_WAIT_label:;" in text
    assert "if (ptx_p) goto ptx_WAIT_label;" in text


def test_a_pointer_is_assigned_by_its_bits_an_integer_as_it_is() -> None:
    asm = 'asm("cvta.to.global.u64 %0, %1;" : "=l"(to) : "l"(from));'
    assert port(f"float* to; {asm}")[0] == "float* to; porter::ptx::assign(to, from);"
    assert port(f"uint64_t to; {asm}")[0] == "uint64_t to; to = from;"


def test_carries_inside_one_statement() -> None:
    text, findings = port(
        'asm("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;" : "=r"(l), "=r"(h) '
        ': "r"(a), "r"(b), "r"(c), "r"(d));'
    )
    assert findings == []
    assert "ptx0 = porter::ptx::add_cc<uint32_t>(ptx2, ptx4, ptx_carry);" in text
    assert "ptx1 = ptx3 + ptx5 + ptx_carry;" in text


def test_an_input_that_is_written_is_a_copy_and_said() -> None:
    ported, said = port(
        'asm("{ .reg .pred p; and.b32 %2, %1, %2; setp.eq.u32 p, %2, 0; "'
        '"vote.ballot.sync.b32 %2, p, 0xffffffff; @!p not.b32 %2, %2; and.b32 %0, %0, %2; }"'
        ' : "+r"(mask) : "r"(key), "r"(bit));'
    )
    assert "  const uint32_t ptx1 = uint32_t(key);\n  uint32_t ptx2 = uint32_t(bit);" in ported
    assert "ptx2 = porter::ballot_sync(0xFFFFFFFFu, ptx_p);" in ported and "bit = " not in ported
    assert said == [
        "an operand that is only an input is written: the port writes a copy, and the variable "
        "keeps its value, which nvcc leaves open"
    ]


@pytest.mark.parametrize("opcode", ["add.cc.u64", "addc.u64", "subc.cc.u64"])
def test_a_carry_goes_from_one_statement_to_another(opcode: str) -> None:
    text, _ = port(f'asm volatile("{opcode} %0, %1, %2;" : "=l"(x) : "l"(a), "l"(b));')
    assert "auto& ptx_carry = porter::ptx::carry_flag();" in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('asm volatile("bar.sync %0, %1;" :: "r"(id), "n"(64));', "named barrier"),
        ('asm volatile("exit;");', "end of a thread"),
        ('asm("vmad.u32.u32.u32.po %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c));', "vmad"),
        ('asm("vadd.u32.u32.u32.sat %0.h0, %1, %2, %0;" : "+r"(x) : "r"(a), "r"(b));', "vadd"),
        ('asm("vadd.u32.u32.u32 %0.h1, %1, %2, %0;" : "+r"(x) : "r"(a), "r"(b));', "vadd"),
        ('asm("add.u32 %0, %1.h0, %2;" : "=r"(x) : "r"(a), "r"(b));', "add.u32"),
        ('#define M(t) asm("ld.global." #t " %0, [%1];" : "=r"(x) : "l"(p))\n', "string literals"),
        ('asm("mov.u32 %0, %%envreg3;" : "=r"(x));', "%envreg3, which is not known"),
        ('asm("mov.u32 %0, p;" : "=r"(x));', "p, which is not known"),
    ],
)
def test_what_has_no_translation_is_named_and_left(text: str, says: str) -> None:
    after, (message,) = port(text)
    assert after == text
    assert says in message


def test_an_operand_with_an_effect_is_not_dropped() -> None:
    text = (
        'asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;" '
        ': "=r"(x) : "r"(v), "r"(l), "r"(next++));'
    )
    after, (message,) = port(text)
    assert after == text and "effect" in message


def test_comments_are_kept() -> None:
    text, _ = port('asm volatile("membar.gl;"  // before the flag\n  ::: "memory");\n')
    assert "// before the flag" in text and "__threadfence()" in text


def test_windows_line_ends() -> None:
    before = 'f();\r\nasm("{ .reg .u32 t; mov.u32 t, 3; mov.u32 %0, t; }" : "=r"(x));\r\n'
    conversion = convert(SourceFile("a.cu", before.encode()), Context(LNG13, load("hip")))
    assert b"\n" not in conversion.data.replace(b"\r\n", b"")


def test_matrix_instructions_are_not_p01s() -> None:
    text = (
        'asm("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};" '
        ': "=f"(x) : "r"(a), "r"(b), "f"(c));'
    )
    assert port(text) == (text, [])


def test_names_of_the_file_are_not_shadowed() -> None:
    text, _ = port('int ptx0; asm("{ .reg .u32 t; mov.u32 t, 3; mov.u32 %0, t; }" : "=r"(ptx0));')
    assert "auto& porter_ptx_out0 = ptx0;" in text


def test_bytes_that_are_no_utf8_stay() -> None:
    before = b'asm volatile("membar.gl;" /* gr\xfc\xdfe */ ::: "memory"); // \xe4\n'
    conversion = convert(SourceFile("a.cu", before), Context(LNG13, load("hip")))
    assert b"/* gr\xfc\xdfe */" in conversion.data and b"// \xe4" in conversion.data


def test_numbers_of_compute_units_have_gaps() -> None:
    text, (finding,) = port('asm("mov.u32 %0, %%smid;" : "=r"(i));')
    assert text == "i = porter::ptx::smid();"
    assert "has gaps" in finding

"""`asm` statements: what of them is read, and what of it is PTX."""

import pytest

from porter.ptx.recognize import is_ptx
from porter.ptx.statement import statements
from porter.source import SourceFile


def read(text: str, path: str = "a.cu"):
    file = SourceFile(path, text.encode())
    return file, statements(file)


def test_template_operands_and_clobbers() -> None:
    file, (statement,) = read(
        'asm volatile ("add.u32 %0, "  // sum\n  "%1, %2;\\n" : "=r"(a[i]) : "r"( b ), "n"(f(1, 2))'
        ' : "memory");'
    )
    assert statement.text == "add.u32 %0, %1, %2;\n"
    assert statement.is_volatile and statement.is_extended
    assert statement.outputs == 1
    assert statement.clobbers == ("memory",)
    found = [(o.constraint, file.data[o.start : o.end]) for o in statement.operands]
    assert found == [("=r", b"a[i]"), ("r", b"b"), ("n", b"f(1, 2)")]
    assert file.data[statement.start : statement.end].endswith(b")")


def test_empty_sections() -> None:
    _, (statement,) = read('asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(x));')
    assert statement.outputs == 0
    assert [o.kind for o in statement.operands] == ["l", "r"]


def test_operands_without_a_comma_between_them() -> None:
    _, (statement,) = read('asm("add.u32 %0, %1, %2;" : "=r"(x) : "r"(a) "r"(b), "r"(c));')
    assert [o.kind for o in statement.operands] == ["r"] * 4


def test_a_conditional_operator_is_no_section() -> None:
    _, (statement,) = read('asm("mov.u32 %0, %1;" : "=r"(x) : "r"(b ? c : d));')
    assert [o.kind for o in statement.operands] == ["r", "r"]


def test_raw_strings() -> None:
    _, (statement,) = read('asm(R"(mov.u32 %0, %1;)" : "=r"(x) : "r"(y));')
    assert statement.text == "mov.u32 %0, %1;"


def test_a_macro_for_the_constraint_of_pointers() -> None:
    _, (statement,) = read(
        "#ifdef __LP64__\n"
        '#define PTR "l"\n#else\n#define PTR "r"\n#endif\n'
        'asm("ld.global.u32 %0, [%1];" : "=r"(x) : PTR(p));'
    )
    assert [o.kind for o in statement.operands] == ["r", "l"]


def test_a_macro_that_is_a_part_of_the_template() -> None:
    _, (statement,) = read('#define T ".u32"\nasm("mov" T " %0, 1;" : "=r"(x));')
    assert statement.text == "mov.u32 %0, 1;" and statement.obstacle == ""


def test_what_the_preprocessor_makes_is_an_obstacle() -> None:
    _, (statement,) = read('#define M(t) asm("mov." #t " %0, 1;" : "=r"(x));\n')
    assert statement.obstacle == "#"


@pytest.mark.parametrize(
    "text",
    [
        "mov.u32 %0, %%laneid;",
        "mov.u32 %0, %lanemask_lt;",
        "{ .reg .pred p; setp.ne.b32 p, %0, 0; }",
        "@%p1 bra.uni DONE; ld.global.f32 %0, [%1];",
        "bar.sync 0;",
        "cp.async.commit_group;",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};",
        "trap;",
        "griddepcontrol.wait;",
    ],
)
def test_this_is_ptx(text: str) -> None:
    file, (statement,) = read(f'asm volatile("{text}" : "=r"(x) : "r"(y));')
    assert is_ptx(file, statement)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rdtsc",
        "mov.m.x m0, x0, 0xFF",
        "cpuid",
        "pause",
        "movl %%eax, %0",
        "bswap %0",
        "lock; cmpxchg8b %0",
        "mfence",
        "dmb ish",
        "mrs %0, cntvct_el0",
        "fadd v0.4s, v1.4s, v2.4s",
        "vmla.f32 %q[r], %q[c], %q[alpha]",
        "vmla.f32 q0, q1, q2",
        "vst1.32 {%0}, [%1];",
        "vaddps %%ymm0, %%ymm1, %%ymm2",
        "fmadd.d %0, %1, %2, %3",
        "v_add_f32 %0, %1, %2",
        "s_waitcnt vmcnt(0)",
        ".p2align 4",
        "nop; nop;",
    ],
)
def test_this_is_not(text: str) -> None:
    file, (statement,) = read(f'asm volatile("{text}" : "=r"(x) : "r"(y));', "a.h")
    assert not is_ptx(file, statement)


def test_dots_nobody_knows_are_ptx_in_device_code_alone() -> None:
    for text in ("new.sync;", "{ new.wait 0; @p new.more.order x; }"):
        file, (statement,) = read(f'asm volatile("{text}");', "kernels.cu")
        assert is_ptx(file, statement)
        file, (statement,) = read(f'asm volatile("{text}");', "host.cpp")
        assert not is_ptx(file, statement)


def test_exit_in_host_code_is_not_ptx() -> None:
    file, (statement,) = read('asm("trap;");', "host.cpp")
    assert not is_ptx(file, statement)


def test_a_macro_that_is_a_cache_hint_or_nothing() -> None:
    _, (statement,) = read(
        '#if NEW\n#define HINT(size) ".L2::" #size "B"\n#else\n#define HINT(size)\n#endif\n'
        'asm("cp.async.cg.shared.global" HINT(128) " [%0], [%1], 16;" :: "r"(a), "l"(b));'
    )
    assert statement.text == "cp.async.cg.shared.global [%0], [%1], 16;"
    assert statement.obstacle == ""


def test_a_macro_that_is_more_than_a_hint() -> None:
    _, (statement,) = read(
        '#define TYPE(size) ".u" #size\nasm("mov" TYPE(32) " %0, 1;" : "=r"(x));'
    )
    assert statement.obstacle == "TYPE"


def test_a_trap_of_a_header_with_marks_for_devices_is_ptx() -> None:
    marked = '#define SIDE __device__\n#define HOLDS(x) if (x) ; else asm("{};")\n'
    for word, taken in (("trap", True), ("ret", False)):
        file, (statement,) = read(marked.format(word), "features.h")
        assert is_ptx(file, statement) is taken

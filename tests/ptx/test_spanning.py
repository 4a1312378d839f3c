"""Scopes of PTX that one `asm` statement opens and another closes."""

import pytest

from tests.ptx.test_translate import port

OPEN = 'asm("{ .reg.pred %top;");'
SET = 'asm("setp.ne.u32 %top, %0, 0;" :: "r"(carry));'
USE = 'asm("@%top mov.b32 %0, %1;" : "+r"(value) : "r"(other));'


def body(*lines: str) -> str:
    """Return a device function with `lines` in it."""
    return "__device__ void f() {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def ported(*lines: str) -> str:
    """Return the lines of the function's port, without its first and last."""
    text, messages = port(body(*lines))
    assert messages == []
    return "\n".join(line.removeprefix("  ") for line in text.splitlines()[1:-1])


SET_PORTED = "{\n  const uint32_t ptx0 = uint32_t(carry);\n  ptx_top = ptx0 != 0u;\n}"


def test_registers_become_variables_of_the_block_around_them():
    assert ported(OPEN, SET, 'asm("selp.u32 %0, 1, 2, %top;" : "=r"(x));', 'asm("}");') == (
        f"bool ptx_top = {{}};\n{SET_PORTED}\nx = ptx_top ? 1u : 2u;"
    )


def test_the_opening_statement_may_compute():
    opening = 'asm("{ .reg.pred %top; setp.ne.u32 %top, %0, 0;" :: "r"(carry));'
    assert ported(opening, 'asm("}");') == f"bool ptx_top = {{}};\n{SET_PORTED}"


def test_the_closing_statement_may_compute():
    assert ported(OPEN, SET, 'asm("selp.u32 %0, 1, 2, %top; }" : "=r"(x));').endswith(
        "x = ptx_top ? 1u : 2u;"
    )


def test_loops_in_a_scope_use_its_registers():
    text = ported(OPEN, SET, "for (int i = 0; i < 4; i++)", f"  {USE}", 'asm("}");')
    assert "if (ptx_top) ptx0 = ptx1;" in text


def test_a_second_scope_of_the_block_has_variables_of_its_own():
    text = ported(OPEN, SET, 'asm("}");', OPEN, SET, 'asm("}");')
    assert "bool ptx_top = {};" in text
    assert "bool ptx_top_ = {};" in text
    assert "ptx_top_ = ptx0 != 0u;" in text


def test_a_statement_in_the_scope_may_declare_for_those_behind_it():
    text = ported(
        OPEN,
        'asm(".reg.b32 %v; mov.b32 %v, %0;" :: "r"(a));',
        'asm("mov.b32 %0, %v; }" : "=r"(b));',
    )
    assert "uint32_t ptx_v = {};" in text
    assert text.endswith("b = ptx_v;")


def test_scopes_in_scopes():
    text = ported(OPEN, 'asm("{ .reg.pred %top, %p;");', SET, 'asm("}");', SET, 'asm("}");')
    assert text.count("bool ptx_top = {};") == 1
    assert text.index("ptx_top_ = ptx0") < text.index("ptx_top = ptx0")


def test_directives_may_stand_between():
    text = ported(
        "#ifdef A", "a();", "#endif", OPEN, "#ifdef B", SET, "#else", SET, "#endif", 'asm("}");'
    )
    assert text.count(SET_PORTED.splitlines()[2].strip()) == 2


def test_a_macro_holds_its_scope():
    text, messages = port(f'#define F(carry) {OPEN} {SET} asm("}}");\n')
    assert messages == []
    assert "bool ptx_top = {};" in text
    assert "asm" not in text


@pytest.mark.parametrize(
    "lines",
    [
        (OPEN, SET),
        ("if (a)", OPEN, SET, 'asm("}");'),
        ("if (a) {", OPEN, "}", SET, 'asm("}");'),
        (OPEN, SET, "if (a)", 'asm("}");'),
        ("{", OPEN, SET, "}", 'asm("}");'),
    ],
    ids=["never closed", "opened in a branch", "opened in a block", "closed in a branch", "left"],
)
def test_what_does_not_nest_as_the_blocks_do_is_an_error(lines: tuple[str, ...]):
    text, messages = port(body(*lines))
    assert "bool" not in text
    assert "inline PTX: `{` belongs to a brace in another statement" in messages


def test_constant_expressions():
    assert ported('asm("shr.u32 %0, %1, 32-2;" : "=r"(a) : "r"(b));') == (
        ported('asm("shr.u32 %0, %1, 30;" : "=r"(a) : "r"(b));')
    )

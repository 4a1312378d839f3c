"""PTX text as instructions."""

import contextlib

import pytest

from porter.ptx.parse import PtxSyntaxError, parse
from porter.ptx.syntax import (
    Address,
    Close,
    Float,
    Instruction,
    Integer,
    Label,
    Name,
    Open,
    Pair,
    Ref,
    Registers,
    Sink,
    Vector,
)


def test_scopes_registers_and_predicates() -> None:
    nodes = parse(
        "{\n .reg .pred p, q;\n .reg .b32 %r<3>;\n @!p add.u32 %0, %1, -0x10; // one\n}",
        extended=True,
    )
    assert nodes[0] == Open() and nodes[-1] == Close()
    assert nodes[1] == Registers("pred", ("p", "q"))
    assert nodes[2] == Registers("b32", ("%r0", "%r1", "%r2"))
    add = nodes[3]
    assert isinstance(add, Instruction)
    assert (add.opcode, add.predicate, add.negated) == ("add.u32", Name("p"), True)
    assert add.args == (Ref(0), Ref(1), Integer(-16))


def test_operand_forms() -> None:
    (instruction,) = parse(
        "x.y {%0, _}, d|p, [%1+8], [r-4], 0f3F800000, 1.5, %%laneid, 0b101, 017, 5U;", extended=True
    )
    assert isinstance(instruction, Instruction)
    assert instruction.args == (
        Vector((Ref(0), Sink())),
        Pair(Name("d"), Name("p")),
        Address(Ref(1), Integer(8)),
        Address(Name("r"), Integer(-4)),
        Float(0x3F800000, "0f3F800000", False),
        Float(None, "1.5", True),
        Name("%laneid"),
        Integer(5),
        Integer(15),
        Integer(5),
    )


def test_a_vector_of_one_is_its_element() -> None:
    (instruction,) = parse("ld.global.u32 {%0}, [%1];", extended=True)
    assert isinstance(instruction, Instruction)
    assert instruction.args[0] == Ref(0)


def test_labels_with_a_unique_number() -> None:
    nodes = parse("WAIT_%=: bra WAIT_%=;", extended=True)
    assert nodes[0] == Label("WAIT_")
    assert isinstance(nodes[1], Instruction) and nodes[1].args == (Name("WAIT_"),)


def test_modifiers_with_two_colons() -> None:
    (instruction,) = parse(
        "ld.global.L1::no_allocate.L2::128B.v4.f32 {a,b,c,d}, [p];", extended=False
    )
    assert isinstance(instruction, Instruction)
    assert instruction.opcode == "ld.global.L1::no_allocate.L2::128B.v4.f32"


@pytest.mark.parametrize("text", ["{ add.u32 %0, 1, 2;", "add.u32 %0, 1, 2; }", "}{"])
def test_scopes_that_other_statements_close(text: str) -> None:
    with pytest.raises(PtxSyntaxError, match="brace in another statement"):
        parse(text, extended=True)


@pytest.mark.parametrize("text", [".reg .v2 .f32 x;", "%eax = 3;", ".shared .b32 s[4];"])
def test_what_is_not_followed(text: str) -> None:
    with pytest.raises(PtxSyntaxError):
        parse(text, extended=False)


@pytest.mark.parametrize(
    "text",
    [
        "mov.u32 %0, " + "{" * 5000 + "%1" + "}" * 5000 + ";",
        "mov.u32 %0, " + "!" * 50_000 + "p;",
        "mov.u32 %0, " + "9" * 50_000 + ";",
        "mov.u32 %0, 0899;",
        "mov.u32 %" + "9" * 50_000 + ", 1;",
        "ld.u32 %0, [a" + " " * 50_000 + "];",
        "@" + " " * 50_000 + "1",
    ],
)
def test_no_text_is_too_deep_or_too_long(text: str) -> None:
    with contextlib.suppress(PtxSyntaxError):
        parse(text, extended=True)


def test_more_registers_than_there_can_be() -> None:
    with pytest.raises(PtxSyntaxError, match="more registers"):
        parse(".reg .u32 %r<999999999>;", extended=True)

"""How signatures and types of the two sides compare."""

from __future__ import annotations

import pytest

from porter.derive.declarations import Declaration, Parameter, Signature
from porter.derive.signatures import compare
from porter.derive.spelling import TypeNames, tidy
from porter.derive.values import number, type_verdict, value_verdict

NAMES = TypeNames({"cudaStream_t": "hipStream_t", "cudaEvent_t": "hipEvent_t"})


def signature(*types: str, result: str = "int", defaults: int = 0) -> Signature:
    split = len(types) - defaults
    return Signature(
        Parameter(result, result),
        tuple(Parameter(t, t, i >= split) for i, t in enumerate(types)),
    )


@pytest.mark.parametrize(
    ("spelled", "tidied"),
    [
        ("const void *", "void const*"),
        ("void const *", "void const*"),
        ("const int", "int"),
        ("int *const", "int*"),
        ("const char *const *", "char const*const*"),
        ("float *__restrict__", "float*"),
        ("int[3]", "int*"),
        ("std::size_t", "size_t"),
        ("unsigned  int", "unsigned int"),
    ],
)
def test_one_spelling_for_a_type(spelled: str, tidied: str) -> None:
    assert tidy(spelled) == tidied


def test_types_are_renamed_as_words() -> None:
    assert NAMES.in_hip("cudaStream_t *") == "hipStream_t*"
    assert NAMES.in_hip("mycudaStream_t") == "mycudaStream_t"


def test_the_same_but_for_the_names() -> None:
    result = compare(
        signature("void *", "cudaStream_t"), [signature("void *", "hipStream_t")], NAMES
    )
    assert (result.same, result.notes) == (True, ())


def test_what_differs_is_noted_by_position() -> None:
    result = compare(signature("int", "const void *"), [signature("int", "void *")], NAMES)
    assert not result.same
    assert result.notes == ("2:void const*->void*",)


def test_a_default_makes_up_for_a_parameter() -> None:
    longer = signature("int", "int", defaults=1)
    assert compare(signature("int"), [longer], NAMES).same
    assert compare(signature("int"), [signature("int", "int")], NAMES).notes == ("arity 1->2",)


def test_the_nearest_overload_is_compared() -> None:
    overloads = [signature("int", "int", "int"), signature("float"), signature("int")]
    assert compare(signature("int"), overloads, NAMES).same


def record(*members: str) -> Declaration:
    return Declaration("S", "", "type", "", "", members=members, underlying="record")


def test_a_member_that_hip_lacks() -> None:
    verdict = type_verdict(record("x", "cudaArray", "luid"), record("x", "hipArray"), NAMES)
    assert (verdict.code, verdict.notes) == ("type~", ("lacks luid",))
    assert type_verdict(record("x"), record("x", "more"), NAMES).code == "type="


def test_a_number_that_becomes_a_pointer() -> None:
    ours = Declaration("CUdeviceptr", "", "type", "", "", underlying="unsigned long long")
    theirs = Declaration("hipDeviceptr_t", "", "type", "", "", underlying="pointer")
    verdict = type_verdict(ours, theirs, NAMES)
    assert (verdict.code, verdict.notes) == ("type~", ("unsigned long long->pointer",))


def constant(value: int | str, enum: str = "", kind: str = "enumerator") -> Declaration:
    return Declaration("X", "", kind, "", "", enum=enum, value=value)


@pytest.mark.parametrize(
    ("cuda", "hip", "code"),
    [
        (constant(0, "cudaE"), constant(0, "hipE"), "enum="),
        (constant(0, "cudaE"), constant(111, "hipE"), "enum~"),
        (constant(0, "cudaE"), constant(0, "other"), "value="),
        (constant(4, "cudaE"), constant("0x04", kind="macro"), "value="),
        (
            constant("(cudaStream_t)0x1", kind="macro"),
            constant("(hipStream_t)0x1", kind="macro"),
            "value=",
        ),
        (constant("__a__", kind="macro"), constant("__b__", kind="macro"), "macro"),
    ],
)
def test_values(cuda: Declaration, hip: Declaration, code: str) -> None:
    verdict = value_verdict(cuda, hip, NAMES, lambda enum: enum.replace("cuda", "hip"))
    assert verdict.code == code


@pytest.mark.parametrize(
    ("text", "value"), [("0x10", 16), ("(16u)", 16), ("-1", -1), ("1<<2", None), (3, 3)]
)
def test_a_number_is_read(text: int | str, value: int | None) -> None:
    assert number(text) == value

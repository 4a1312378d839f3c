"""API58, lt-workspace: what its examples do not show."""

from porter.testing import apply

CALL = "void f() {{ cublasLtMatmul(a, b, c, d, e, f, g, h, i, j, k, l, m, n, {}, s); }}\n"


def test_zero_is_reported_and_nothing_else() -> None:
    found = {size: apply(CALL.format(size), "API58").findings for size in ("0", "1024", "size")}
    assert {size: len(findings) for size, findings in found.items()} == {
        "0": 1, "1024": 0, "size": 0,
    }  # fmt: skip


def test_calls_stay_as_they_are() -> None:
    text = CALL.format("0")
    assert apply(text, "API58").data == text.encode()

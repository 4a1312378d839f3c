"""API58, lt-workspace: what its examples do not show."""

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
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


def test_sizes_of_included_headers(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("const size_t little = 32 * 1024 * 1024, much = 1 << 30;\n")
    text = '#include "sizes.h"\n' + "".join(
        "void f() { cublasLtMatmulPreferenceSetAttribute(p, "
        f"CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &{name}, sizeof({name})); }}\n"
        for name in ("little", "much", "elsewhere")
    )
    (tmp_path / "product.cu").write_text(text)
    (tmp_path / "product.cu").write_text(text)
    result = write_port([tmp_path], Options(), Destination(OutputMode.OUT, tmp_path / "out"))
    found = [one.place.line for _, one in result.findings if one.finding.rule == "API58"]
    assert found == [2]


PREFERS = (
    "void g() {{ cublasLtMatmulPreferenceSetAttribute(p, "
    "CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, {}, sizeof(size_t)); }}\n"
)


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("const size_t none = 0;\n" + CALL.format("none"), 1),
        ("#define NONE 0\n" + CALL.format("NONE"), 1),
        (CALL.format("size_t(0)"), 1),
        ("void f(size_t size = 0, int other = 0);\n" + CALL.format("size"), 0),
        ("size_t size = 0;\nvoid h() { size += 1024; }\n" + CALL.format("size"), 0),
        ("size_t size = 0;\nvoid h() { size = many; }\n" + CALL.format("size"), 0),
        (
            "struct A { size_t size = 0; } a;\nvoid h() { a.size = 1 << 30; }\n"
            + CALL.format("size"),
            0,
        ),
        ("size_t little{4 << 20};\n" + PREFERS.format("&little"), 1),
        ("#define MIB (1024 * 1024)\nsize_t little = 32 * MIB;\n" + PREFERS.format("&little"), 1),
        ("size_t little = size_t{32} << 20;\n" + PREFERS.format("(void*)&little"), 1),
        ("namespace n { size_t little = 1; }\n" + PREFERS.format("&n::little"), 1),
        ("size_t little = 1;\n" + PREFERS.format("std::addressof(little)"), 1),
        ("size_t little = 1;\n" + PREFERS.format("static_cast<const void*>(&little)"), 1),
        ("size_t much = 128 << 20;\n" + PREFERS.format("&much"), 0),
        ("size_t size = 1;\n" + PREFERS.format("&given.size"), 0),
    ],
)
def test_sizes_by_other_spellings(text: str, notes: int) -> None:
    assert len(apply(text, "API58").findings) == notes

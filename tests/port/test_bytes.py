"""What no edit covers stays as it is, byte for byte, and so does the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from tests.port.trees import CUDA, HIP, contents, in_place, port, put


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(b"// caf\xe9\n" + CUDA, b"// caf\xe9\n" + HIP, id="Latin-1"),
        pytest.param(b"\xef\xbb\xbf" + CUDA, b"\xef\xbb\xbf" + HIP, id="byte order mark"),
        pytest.param(
            CUDA.replace(b"\n", b"\r\n"), HIP.replace(b"\n", b"\r\n"), id="CRLF"
        ),
        pytest.param(CUDA + b"\r\n\n", HIP + b"\r\n\n", id="mixed line ends"),
        pytest.param(CUDA[:-1], HIP[:-1], id="no last newline"),
        pytest.param(CUDA + b"\0 \0", HIP + b"\0 \0", id="NUL"),
        pytest.param(CUDA + b"\t \t \n", HIP + b"\t \t \n", id="trailing blanks"),
        pytest.param(CUDA + "π = 3; // 日本".encode(), HIP + "π = 3; // 日本".encode(), id="UTF-8"),
        pytest.param(b"#if 0\n" + CUDA + b"#endif", b"#if 0\n" + HIP + b"#endif", id="inactive"),
        pytest.param(
            b'// cudaFree\nputs("cudaFree"); /* cudaFree */ char c = \'"\';\n',
            None,
            id="comments and strings",
        ),
        pytest.param(b'auto s = R"x(cudaFree(p); // )" )x";\n', None, id="raw strings"),
        pytest.param(b"// cudaFree \\\n cudaFree(p);\n", None, id="continued comment"),
        pytest.param(b"", None, id="empty"),
    ],
)  # fmt: skip
def test_bytes_that_no_edit_covers_stay(
    src: Path, out: Path, before: bytes, after: bytes | None
) -> None:
    put(src, a_cu=before)
    port(src, out)
    assert (out / "a.cu").read_bytes() == (before if after is None else after)
    assert (src / "a.cu").read_bytes() == before


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_is_refused_by_name_and_copied(src: Path, out: Path, encoding: str) -> None:
    data = CUDA.decode().encode(encoding)
    put(src, a_cu=data, b_cu=CUDA)
    summary = port(src, out)
    (problem,) = summary.problems
    assert problem.path == "a.cu"
    assert "UTF-16" in problem.reason
    assert contents(out) == {"a.cu": data, "b.cu": HIP}


def test_what_no_rule_is_written_for_is_copied(src: Path, out: Path) -> None:
    put(src, data_bin=b"cudaFree\0\xff", x__README=b"cudaFree")
    summary = port(src, out)
    assert contents(out) == contents(src)
    assert summary.output.copied == 2


def test_the_source_is_not_touched(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, x__b_cu=CUDA, README=b"x")
    before = {path: path.stat().st_mtime_ns for path in src.rglob("*")}
    port(src, out)
    assert {path: path.stat().st_mtime_ns for path in src.rglob("*")} == before


def test_converting_the_port_changes_nothing(src: Path, out: Path, tmp_path: Path) -> None:
    put(src, k__a_cu=b"__global__ void k(int* x) { *x = __shfl_sync(~0u, *x, 0); }\n" + CUDA)
    port(src, out)
    assert any(path.startswith("porter_compat/") for path in contents(out))
    again = tmp_path / "again"
    summary = port(out, again)
    assert contents(again) == contents(out)
    assert not summary.edits


def test_a_second_run_writes_nothing(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, README=b"x")
    assert port(src, out).written == 2
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    assert port(src, out).written == 0
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_in_place_twice(src: Path) -> None:
    put(src, a_cu=CUDA)
    assert in_place(src).written == 1
    assert contents(src) == {"a.cu": HIP}
    assert in_place(src).written == 0


@pytest.mark.parametrize("place", [".", "..", "k/.."])
def test_a_port_over_its_source_is_refused(src: Path, place: str) -> None:
    put(src, src__a_cu=CUDA, k__b_cu=CUDA)
    with pytest.raises(PorterError, match="overwrite its source"):
        port(src, src / place)
    assert contents(src) == {"src/a.cu": CUDA, "k/b.cu": CUDA}


def test_a_port_inside_its_source_is_no_source(src: Path) -> None:
    put(src, a_cu=CUDA, README=b"x")
    for _ in range(2):
        port(src, src / "ported")
        assert contents(src) == {
            "README": b"x", "a.cu": CUDA, "ported/README": b"x", "ported/a.cu": HIP
        }  # fmt: skip


def test_a_link_in_the_port_does_not_lead_porter_into_the_source(src: Path, out: Path) -> None:
    put(src, k__a_cu=CUDA)
    out.mkdir()
    (out / "k").symlink_to(src / "k")
    summary = port(src, out)
    assert contents(src) == {"k/a.cu": CUDA}
    assert [tuple(problem) for problem in summary.problems] == [
        ("k/a.cu", "cannot be written: k is a symbolic link, and nothing is written through it")
    ]

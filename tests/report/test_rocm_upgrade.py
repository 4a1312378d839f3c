"""What changed between two ROCm versions, as the tables have it."""

from __future__ import annotations

from pathlib import Path

from porter.report.rocm_upgrade import BEGIN, END, main, tables

PAGE = Path(__file__).parents[2] / "docs/rocm-7.md"


def test_the_page_has_what_the_tables_say(tmp_path: Path) -> None:
    copy = tmp_path / "page.md"
    copy.write_text(PAGE.read_text())
    main("7.2", copy)
    assert copy.read_text() == PAGE.read_text(), "python -m porter.report.rocm_upgrade 7.2 docs/…"
    assert PAGE.read_text().count(BEGIN) == PAGE.read_text().count(END) == 1


def test_a_change_is_told_before_and_since() -> None:
    lines = tables("7.2").splitlines()
    assert (
        "| nvrtc | 1 | `hiprtcCompileProgram` | argument 3 is `char const**`, CUDA's "
        "`char const*const*` | as CUDA's |"
    ) in lines
    assert any(line.startswith("| thrust | 9 | `thrust::conjunction`") for line in lines)
    warp = next(line for line in lines if "`__all_sync`" in line)
    assert warp.endswith("masks have 64 bits | masks have 64 bits |")


def test_a_version_that_changed_nothing_has_no_rows() -> None:
    assert "`" not in tables("6.99")

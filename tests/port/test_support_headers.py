"""Support headers are there when sources include them, whoever put the inclusion there."""

from __future__ import annotations

import shutil
from pathlib import Path

from porter.compat.headers import text
from tests.port.trees import contents, in_place, port, put

SHUFFLE = b"__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 0); }\n"


def test_a_header_that_is_lost_is_written_again(src: Path) -> None:
    put(src, a_cu=SHUFFLE, k__b_cu=SHUFFLE)
    in_place(src)
    whole = contents(src)
    assert b'"../porter_compat/warp.hpp"' in whole["k/b.cu"]
    assert "porter_compat/warp.hpp" in whole
    shutil.rmtree(src / "porter_compat")
    summary = in_place(src)
    assert contents(src) == whole
    assert summary.written == sum(path.startswith("porter_compat/") for path in whole)


def test_a_header_that_only_another_one_includes_is_written_again(src: Path) -> None:
    put(src, a_cu=SHUFFLE)
    in_place(src)
    whole = contents(src)
    for header in sorted(src.glob("porter_compat/*")):
        header.unlink()
        in_place(src)
        assert contents(src) == whole


def test_a_header_that_was_changed_by_hand_stays(src: Path) -> None:
    put(src, a_cu=SHUFFLE)
    in_place(src)
    put(src, **{"porter_compat__warp.hpp": text("warp.hpp") + b"// mine\n"})
    assert in_place(src).written == 0
    assert contents(src)["porter_compat/warp.hpp"].endswith(b"// mine\n")


def test_a_port_of_converted_sources_has_the_headers_too(src: Path, out: Path) -> None:
    put(src, a_cu=b'#include "porter_compat/warp.hpp"\nint main() {}\n')
    port(src, out)
    assert contents(out)["porter_compat/warp.hpp"] == text("warp.hpp")


def test_headers_of_that_name_that_are_not_porter_s_are_not_supplied(src: Path) -> None:
    put(
        src,
        a_cu=b'#include "porter_compat/mine.hpp"\n#include "porter_compat/../x.hpp"\n',
        k__b_cu=b'#include "porter_compat/warp.hpp"\n',
    )
    before = contents(src)
    in_place(src)
    assert contents(src) == before

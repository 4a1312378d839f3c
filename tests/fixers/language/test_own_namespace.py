"""LNG40: names of a namespace `cuda` that is the project's own are not taken for libcu++'s."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trial.test_findings import findings

USED = """#include <cuda/functional>
#include "parts.h"
cuda::part_t first(cuda::%s one);
"""
OWN = "namespace graph { namespace cuda { using part_t = unsigned char; } }\n"


@pytest.mark.parametrize(
    ("header", "other", "named"),
    [
        (OWN, "part_t", []),
        (OWN, "binary_semaphore", ["cuda::binary_semaphore"]),
        ("using part_t = unsigned char;\n", "part_t", ["cuda::part_t"]),
    ],
)
def test_it_is_declared_in_a_header(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: str, other: str, named: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    src = tmp_path / "src"
    src.mkdir()
    (src / "parts.h").write_text(header)
    (src / "a.cu").write_text(USED % other)
    told = [one[4].partition(" ")[0] for one in findings(src) if one[1] == "LNG40"]
    assert told == named

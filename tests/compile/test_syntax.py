"""Type-checking with precompiled headers says what it says without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile import precompiled
from porter.compile.driver import build
from porter.compile.report import BuildReport

from .tree import write_tree

pytestmark = pytest.mark.toolchain

#: Loads a header with templates, and calls functions of which host and device have their own.
KERNEL = """\
#include <c10/util/BFloat16.h>
#include "own.h"
__global__ void k(c10::BFloat16* x) {{ x[0] = c10::BFloat16(min(own(x[1]), {value}) + max(2, 3)); }}
inline int host() {{ int* p = new int(min(4, 5)); int value = *p; delete p; return value; }}
"""
PORT = {
    "own.h": "#pragma once\n__device__ inline float own(float x) { return x + 1; }\n",
    "a.cu": KERNEL.format(value="1.0f"),
    "b.cu": KERNEL.format(value="2.0f"),
    "bad.cu": KERNEL.format(value="missing"),
    "host.cpp": "#include <c10/util/BFloat16.h>\n#include <hip/hip_runtime_api.h>\nhipError_t e;\n",
}


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small headers of PyTorch count, which compile in a second or two."""
    pytest.importorskip("torch")
    monkeypatch.setattr(precompiled, "LEAST_WEIGHT", 1)


def verdicts(report: BuildReport) -> dict[str, tuple[dict[str, bool], str]]:
    return {
        unit.source: ({side.target: side.ok for side in unit.targets}, str(unit.error))
        for unit in report.units
    }


@pytest.mark.slow
@pytest.mark.usefixtures("light")
def test_precompiled_headers_change_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, folder = write_tree(tmp_path / "port", PORT), tmp_path / "with"
    seen: list[tuple[int, int]] = []
    with_headers = build(
        port, ["gfx942"], syntax_only=True, jobs=2, folder=folder,
        progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    made = list((folder / "precompiled").glob("*.pch"))
    assert len(made) == 2  # of the host and of gfx942; host.cpp shares with nobody
    assert seen[-1] == (9, 9)
    monkeypatch.setattr(precompiled, "LEAST_WEIGHT", 10**12)
    without = build(port, ["gfx942"], syntax_only=True, jobs=2, folder=tmp_path / "without")
    assert not list((tmp_path / "without" / "precompiled").glob("*.pch"))
    assert verdicts(with_headers) == verdicts(without)
    assert not with_headers.ok
    assert "undeclared identifier 'missing'" in verdicts(with_headers)["bad.cu"][1]


@pytest.mark.slow
@pytest.mark.usefixtures("light")
def test_a_changed_header_of_the_port_is_noticed(tmp_path: Path) -> None:
    port = write_tree(tmp_path / "port", {name: PORT[name] for name in ("own.h", "a.cu", "b.cu")})
    folder = tmp_path / "objects"
    assert build(port, ["gfx942"], syntax_only=True, jobs=2, folder=folder).ok
    (port / "own.h").write_text("#pragma once\n")
    again = build(port, ["gfx942"], syntax_only=True, jobs=2, folder=folder)
    assert len(again.failed) == 2


@pytest.mark.slow
@pytest.mark.usefixtures("light")
def test_a_beginning_that_does_not_compile_is_reported_at_the_units(tmp_path: Path) -> None:
    files = {**PORT, "own.h": "#pragma once\n#error own\n"}
    port = write_tree(tmp_path / "port", files)
    report = build(port, ["gfx942"], syntax_only=True, jobs=2, folder=tmp_path / "objects")
    errors = {unit.source: str(unit.error) for unit in report.failed}
    assert errors == dict.fromkeys(("a.cu", "b.cu", "bad.cu"), "own.h:2: own")


@pytest.mark.slow
def test_a_header_of_the_c_library_s_is_not_the_project_s(tmp_path: Path) -> None:
    files = {"dev/unistd.h": "#error for another system\n", "a.cu": "#include <unistd.h>\n"}
    report = build(write_tree(tmp_path, files), ["gfx942"], True)
    assert all(verdicts(report)["a.cu"][0].values()), verdicts(report)

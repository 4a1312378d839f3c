"""LNG66: macros of a HIP side that a script of the project has the compiler define."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trial.test_findings import findings

GIVEN = "args = []\nargs.append('-DROCM_WAVEFRONT_SIZE=%s' % size())\n"
USED = "constexpr int width = ROCM_WAVEFRONT_SIZE;\nint twice = 2 * ROCM_WAVEFRONT_SIZE;\n"


def told(folder: Path, source: str) -> list[tuple[int, str]]:
    src = folder / "src"
    src.mkdir()
    (src / "build.py").write_text(GIVEN)
    (src / "a.cu").write_text(source)
    return [(one[3], one[4]) for one in findings(src) if one[1] == "LNG66"]


def test_the_script_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    what = "ROCM_WAVEFRONT_SIZE is a macro that build.py:2 has the compiler define"
    assert told(tmp_path, USED) == [(1, what)]


def test_a_source_that_defines_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert told(tmp_path, "#define ROCM_WAVEFRONT_SIZE 64\n" + USED) == []


def test_a_use_in_the_branch_for_hip_beside_rocms_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    head = "#ifdef __HIP_PLATFORM_AMD__\n#include <rocm-core/rocm_version.h>\n"
    what = "ROCM_WAVEFRONT_SIZE is a macro that build.py:2 has the compiler define"
    assert told(tmp_path, head + USED + "#endif\n") == [(3, what)]

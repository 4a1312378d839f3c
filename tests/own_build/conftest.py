"""A ROCm of scripts, which builds find in place of an installed one."""

from __future__ import annotations

from pathlib import Path

import pytest

#: A compiler that refuses what hipcc refuses, and writes its command line for a program.
HIPCC = """\
#!/bin/sh
for word do
  case "$word" in -arch*) echo "clang: error: unknown argument: '$word'" >&2; exit 1 ;; esac
  [ "$last" = -o ] && out=$word
  last=$word
done
echo "$0 $*" > "$out"
"""


@pytest.fixture
def rocm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ROCm whose hipcc writes down how it was called."""
    root = tmp_path / "rocm"
    (root / "bin").mkdir(parents=True)
    (root / "bin/hipcc").write_text(HIPCC)
    (root / "bin/hipcc").chmod(0o755)
    monkeypatch.setenv("ROCM_PATH", str(root))
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    return root

"""Commands as processes of their own."""

from __future__ import annotations

import subprocess
import sys


def porter(*words: str, **rest) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "porter", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **rest)

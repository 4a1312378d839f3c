"""The masks of CPUs that Linux writes, as NVML's words."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from porter.compat import headers
from porter.execute import cpu

pytestmark = [pytest.mark.toolchain, pytest.mark.slow]

COMPATIBLE = files("porter.compat")
HEADER = "management_affinity.hpp"
PROGRAM = """
#include "management_affinity.hpp"
int main() {
  const char *texts[] = {"ff", "00000001,80000003", "0000ffff,00000000,00000000\\n", "0", ""};
  for (const char *text : texts) {
    unsigned long set[2];
    const bool any = porter::nvml_read_cpus(text, 2, set);
    std::printf("%d %lx %lx\\n", any, set[0], set[1]);
  }
}
"""


def test_masks_begin_with_the_last_cpus(tmp_path: Path) -> None:
    for name in headers.with_dependencies([HEADER]):
        (tmp_path / name).write_bytes((COMPATIBLE / name).read_bytes())
    source = tmp_path / "masks.hip"
    source.write_text(PROGRAM)
    said = cpu.build(source, arch="gfx942").run(timeout=60).stdout
    assert said.splitlines() == [
        "1 ff 0",
        "1 180000003 0",
        "1 0 ffff",
        "0 0 0",
        "0 0 0",
    ]

"""`rounding.hpp` against the rounding modes of the processor that the tests run on."""

from importlib.resources import files
from pathlib import Path

import pytest

from porter.execute import cpu

PROGRAM = Path(__file__).parent / "rounding_check.hip"


@pytest.mark.toolchain
def test_every_mode_rounds_as_the_processor_does() -> None:
    include = files("porter.compat")
    built = cpu.build(PROGRAM, flags=[f"-I{include}", "-frounding-math", "-ffp-model=strict"])
    run = built.run(["100000"], capture=True)
    assert run.returncode == 0, run.stdout

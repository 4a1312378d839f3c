"""Programs that a machine lacks: the host's by upstream's choice, CUDA's by the conversion's."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.output import cause_of
from porter.compile.feedback.record import ConversionRecord


@pytest.mark.parametrize(
    ("program", "kind"),
    [("/usr/bin/g++-5", Kind.ABSENT), ("/usr/local/cuda/bin/nvcc", Kind.UNREPORTED)],
)
def test_a_program_by_its_folder(tmp_path: Path, program: str, kind: Kind) -> None:
    output = f"make: {program}: No such file or directory\n"
    known = Causes(ConversionRecord(tmp_path, {}), tmp_path)
    assert cause_of(output, tmp_path, tmp_path, known).kind is kind

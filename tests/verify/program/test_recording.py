"""Recordings: kept with their provenance, refused when the source has changed since."""

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings.program_cases import ProgramCase
from porter.verify.program.recording import Recording, load, store
from porter.verify.recording.provenance import Provenance
from porter.verify.recording.sources import source_hash

CASE = ProgramCase("sum.cu", args=("7",))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "sum.cu").write_text('#include "check.cuh"\nint main() {}\n')
    (tmp_path / "check.cuh").write_text('#include "sum.cu"\n')
    return tmp_path


def recorded(project: Path) -> Recording:
    source = source_hash(project, CASE.source)
    provenance = Provenance("a GPU", "580.1", "13.0", "2026-01-31", source)
    return Recording(CASE.name, 0, "sum 28\n", provenance)


def test_what_is_stored_is_loaded(project: Path) -> None:
    recording = recorded(project)
    store(project / "recordings", CASE, recording)
    assert load(project / "recordings", CASE, recording.provenance.source) == recording


def test_a_change_of_the_source_or_a_header_makes_it_stale(project: Path) -> None:
    store(project / "recordings", CASE, recorded(project))
    (project / "check.cuh").write_text("// changed\n")
    source = source_hash(project, CASE.source)
    with pytest.raises(PorterError, match="have changed since"):
        load(project / "recordings", CASE, source)
    assert load(project / "recordings", CASE, source, stale_ok=True).stdout == "sum 28\n"


def test_other_arguments_are_another_recording(project: Path) -> None:
    store(project / "recordings", CASE, recorded(project))
    with pytest.raises(PorterError, match=r"no recording of sum\.cu 8"):
        load(project / "recordings", ProgramCase("sum.cu", args=("8",)), "")


def test_a_damaged_recording_is_named(project: Path) -> None:
    path = store(project / "recordings", CASE, recorded(project))
    path.write_text("{")
    with pytest.raises(PorterError, match="is not a recording"):
        load(project / "recordings", CASE, "")

"""What judges said of mutants outlives the run."""

from pathlib import Path

from benchmarks.judged_mutants import Judged, Kept
from benchmarks.mutants import Mutant


def mutant(line: int, after: str) -> Mutant:
    return Mutant("barrier dropped", line, "__syncthreads();", after, "the whole source")


def test_another_run_knows_what_was_kept_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    first = Kept(path)
    assert first.differing is None and first.of("a.cu", mutant(3, ";")) is None
    first.keep_differing({"case_f": "case_f rows=3: [0]"})
    first.keep(Judged("a.cu", mutant(3, ";"), "FAILED test_a", ""))
    second = Kept(path)
    assert second.differing == {"case_f": "case_f rows=3: [0]"}
    known = second.of("a.cu", mutant(3, ";"))
    assert known and (known.tests, known.found_by) == ("FAILED test_a", "tests")
    assert second.of("a.cu", mutant(4, ";")) is None
    assert second.of("b.cu", mutant(3, ";")) is None


def test_without_a_file_nothing_is_kept(tmp_path: Path) -> None:
    kept = Kept(None)
    kept.keep(Judged("a.cu", mutant(3, ";"), "", "[0]"))
    assert not [*tmp_path.iterdir()]
    known = kept.of("a.cu", mutant(3, ";"))
    assert known and known.found_by == "cases"

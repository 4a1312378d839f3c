"""Baselines: the errors that a port had when somebody began to look are no complaint."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from porter.cli.check import command
from tests.sync.trees import CUDA, Repository

OLD = CUDA + b"void old() { cudaDeviceGetNvSciSyncAttributes(a, b, c); }\n"


@pytest.fixture
def check(repository: Repository, monkeypatch: pytest.MonkeyPatch):
    repository.upstream(a_cu=OLD)
    repository.sync()
    monkeypatch.chdir(repository.root)

    def run(*words: str) -> Result:
        return CliRunner().invoke(command, words)

    return run


def test_errors_of_the_baseline_are_no_complaint(check, repository: Repository) -> None:
    assert check().exit_code == 1
    written = check("--write-baseline", "known.json")
    assert (written.exit_code, written.output) == (0, "known.json: 1 error of 1 port\n")
    told = check("--baseline", "known.json")
    assert told.exit_code == 0, told.output
    assert "up: 1 error of the baseline" in told.output


def test_a_new_error_is_a_complaint_wherever_the_old_one_moved(
    check, repository: Repository
) -> None:
    check("--write-baseline", "known.json")
    new = b"void newer() { cudaDeviceGetNvSciSyncAttributes(d, e, f); }\n"
    repository.upstream(a_cu=b"// one line more\n" + OLD, b_cu=CUDA + new)
    repository.sync()
    told = check("--baseline", "known.json")
    assert told.exit_code == 1
    (complaint,) = [line for line in told.output.splitlines() if "unconverted" in line]
    assert complaint.startswith("up: b.cu: unconverted: line 15, not in the baseline: ")


def test_entries_that_meet_nothing_are_told(check, repository: Repository) -> None:
    check("--write-baseline", "known.json")
    repository.upstream(a_cu=CUDA)
    repository.sync()
    told = check("--baseline", "known.json")
    assert told.exit_code == 0, told.output
    assert "known.json: 1 error of it there no more" in told.output


def test_one_more_of_the_same_is_new(check, repository: Repository) -> None:
    check("--write-baseline", "known.json")
    line = OLD.splitlines()[-1]
    repository.upstream(c_cu=line + b"\n", a_cu=OLD)
    repository.sync()
    assert check("--baseline", "known.json").exit_code == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no baseline"),
        ("[]", "a table was expected, not a list"),
        ('{"format": 1, "porter": "0"}', "the key 'errors' is missing"),
        (
            '{"format": 1, "porter": "0", "errors": [{"project": "port"}]}',
            "entry 1: the key 'count' is missing",
        ),
        ('{"format": 2, "errors": []}', "has format 2, not 1"),
        ("[" * 100_000, "is no baseline"),
    ],
)
def test_what_is_no_baseline_is_refused(check, repository: Repository, text: str, why: str) -> None:
    (repository.root / "known.json").write_text(text)
    told = check("--baseline", "known.json")
    assert told.exception is not None
    assert why in f"{told.exception}{told.output}"


def test_a_baseline_that_is_not_there_is_refused(check) -> None:
    told = check("--baseline", "none.json")
    assert "there is no such baseline" in f"{told.exception}{told.output}"


def test_a_baseline_is_a_line_an_error(check, repository: Repository) -> None:
    check("--write-baseline", "known.json")
    text = (repository.root / "known.json").read_text()
    (entry,) = json.loads(text)["errors"]
    assert entry["rule"] == "API09"
    assert json.loads(text.splitlines()[1]) == entry


def test_an_accepted_error_is_neither_old_nor_new(check, repository: Repository) -> None:
    accepted = OLD.rstrip(b"\n") + b"  // porter: accept API09 never called on AMD\n"
    repository.upstream(a_cu=accepted)
    repository.sync()
    assert check().exit_code == 0
    assert check("--write-baseline", "known.json").output == "known.json: 0 errors of 1 port\n"

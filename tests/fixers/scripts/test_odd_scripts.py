"""Scripts that are half of one, or of odd bytes: no rule fails, and nothing is said twice."""

from __future__ import annotations

import pytest

from porter.options import Options
from porter.source.text.languages import language_of
from porter.testing import apply, convert, single_text


def findings(path: str, data: bytes) -> list[str]:
    file, context = single_text(path, data, language_of(path), Options())
    return [one.message for one in convert(file, context).findings]


@pytest.mark.parametrize("name", [b"caf\xe9", b"\xff", b"$X", b"'a b'", b"-"])
def test_a_variable_with_an_odd_name_is_none(name: bytes) -> None:
    for path, setter in (("Dockerfile", b"ENV "), ("a.sh", b"setenv ")):
        found = findings(path, setter + name + b" nvcc /usr/local/cuda\n")
        assert not [one for one in found if "failed" in one]


def test_what_a_substitution_in_a_text_runs_is_read_once() -> None:
    (finding,) = apply('eval "$(nvcc --version)"\n', "SCR01", path="a.sh").findings
    assert "hipcc answers in other words" in finding.message


def test_commands_of_a_text_are_read_beside_its_substitutions() -> None:
    found = apply('bash -c "nvcc $(nvcc --dryrun) a.cu"\n', "SCR01", path="a.sh")
    assert found.data.startswith(b'bash -c "hipcc ')
    assert len(found.findings) == 1


@pytest.mark.parametrize("blanks", [1, 70, 5000])
def test_a_line_of_a_dockerfile_goes_on_behind_any_number_of_blanks(blanks: int) -> None:
    found = apply("RUN nvcc a.cu \\" + " " * blanks + "\n  -lcublas\n", path="Dockerfile")
    assert found.data.endswith(b"  -lhipblas\n")

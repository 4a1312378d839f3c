"""Findings that a person has accepted, by a comment beside them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from porter.convert.cache_form import Content, decode, encode
from porter.convert.result import NO_INPUTS, EncodedFacts, FileResult
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.report.blocks import blocks
from porter.report.document import document
from porter.report.sarif import write_sarif
from porter.testing import apply

CALL = "cudaDeviceGetNvSciSyncAttributes(a, b, c);"


def rules_of(text: str, path: str = "example.cu", **options: object) -> list[str]:
    return [one.rule for one in apply(text, path=path, **options).findings]


def test_a_comment_behind_the_place_accepts_its_finding() -> None:
    assert rules_of(f"{CALL}\n") == ["API09"]
    done = apply(f"{CALL}  // porter: accept API09 only NVIDIA's driver is asked\n")
    assert done.findings == []
    ((finding, reason),) = done.accepted
    assert (finding.rule, reason) == ("API09", "only NVIDIA's driver is asked")


@pytest.mark.parametrize(
    "text",
    [
        f"// porter: accept API09 it is dead code\n{CALL}\n",
        f"/* porter: accept API09 it is dead code */\n\n// and more\n{CALL}\n",
        f"int x; /* porter: accept API09 it is dead code */ {CALL}\n",
        f"// porter: accept API09: it is dead code\r\n{CALL}\r\n",
        f"// porter: accept N01 it is dead code\n{CALL}\n".replace("N01", "API09"),
    ],
)
def test_a_comment_that_stands_alone_is_about_the_next_line_of_code(text: str) -> None:
    done = apply(text)
    assert done.findings == []
    assert [one.reason for one in done.accepted] == ["it is dead code"]


def test_a_rule_is_known_by_a_former_id() -> None:
    done = apply("cudaMallocMipmappedArray(&a, &b, c, 4);  // porter: accept M03 not used\n")
    assert [one.finding.rule for one in done.accepted if one.finding.rule == "MEM03"]


def test_another_line_and_another_rule_stay_reported() -> None:
    below = f"int x;  // porter: accept API09 not this\n{CALL}\n"
    assert rules_of(below) == ["FND01", "API09"]
    other = f"{CALL}  // porter: accept WRP14 not that\n"
    assert rules_of(other) == ["API09", "FND01"]


def test_a_comment_that_accepts_nothing_any_more_is_reported() -> None:
    (finding,) = apply("x();  // porter: accept API09 was there once\n").findings
    assert (finding.rule, finding.severity) == ("FND01", "warning")
    assert finding.message == "accepts nothing: API09 reports nothing there"


def test_what_did_not_run_is_not_judged() -> None:
    text = "x();  // porter: accept API09 was there once\n"
    assert rules_of(text, skip=frozenset({"API09"})) == []
    assert rules_of(text, severities=(("API09", "off"),)) == []
    assert rules_of(text, skip=frozenset({"FND01"})) == []


def test_without_a_reason_nothing_is_accepted() -> None:
    assert rules_of(f"{CALL}  // porter: accept API09\n") == ["API09", "FND01"]


def test_a_text_in_a_string_accepts_nothing() -> None:
    assert rules_of(f'f("// porter: accept API09 no"); {CALL}\n') == ["API09"]


def test_a_complaint_about_a_comment_cannot_be_accepted() -> None:
    text = "// porter: accept FND01 please\nx();  // porter: accept API09 once\n"
    assert rules_of(text) == ["FND01", "FND01"]


@pytest.mark.parametrize(
    ("path", "text", "rule"),
    [
        ("a.py", "import pynvml", "PYT08"),
        ("Makefile", "all:\n\tncu ./a", "BLD13"),
        ("run.sh", "#!/bin/sh\nncu ./a", "SCR06"),
    ],
)
def test_other_languages_have_their_own_comments(path: str, text: str, rule: str) -> None:
    assert rules_of(f"{text}\n", path) == [rule]
    done = apply(f"{text}  # porter: accept {rule} a person reads it\n", path=path)
    assert done.findings == []
    assert [one.finding.rule for one in done.accepted] == [rule]


@pytest.fixture
def converted(tmp_path: Path) -> Callable[[str], object]:
    def convert(text: str) -> object:
        (tmp_path / "src").mkdir(exist_ok=True)
        (tmp_path / "src" / "a.cu").write_text(text)
        return write_port(
            [tmp_path / "src"], Options(), Destination(OutputMode.OUT, tmp_path / "o")
        )

    return convert


def test_reports_count_and_list_what_is_accepted(converted, tmp_path: Path) -> None:
    result = converted(f"void f() {{ {CALL} }}  // porter: accept API09 it is dead code\n")
    assert result.errors == 0
    (block,) = [one for one in blocks(result) if one.title.startswith("Accepted")]
    assert block.title == "Accepted: 1"
    assert block.rows[0].under == ("a.cu:1:12", "it is dead code")

    told = document(result)
    assert told["totals"]["accepted"] == 1
    assert told["files"][0]["accepted"][0]["reason"] == "it is dead code"

    write_sarif(tmp_path / "a.sarif", result)
    (run,) = json.loads((tmp_path / "a.sarif").read_text())["runs"]
    (one,) = run["results"]
    assert one["suppressions"] == [
        {"kind": "inSource", "status": "accepted", "justification": "it is dead code"}
    ]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["API09"]


def test_the_cache_keeps_what_is_accepted() -> None:
    done = apply(f"{CALL}  // porter: accept API09 it is dead code\n")
    inputs = NO_INPUTS._replace(facts=EncodedFacts("[[], [], [], []]", "", False))
    result = FileResult.of(done, "digest", inputs)
    assert len(result.accepted) == 1
    content = Content("", [], "", {}, {}, {"example.cu": result})
    read = decode(encode(content))
    assert read is not None
    assert read.files["example.cu"].accepted == result.accepted

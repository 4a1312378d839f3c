"""What was found of a program, as text, as JSON and as SARIF."""

from __future__ import annotations

import json
from pathlib import Path

from porter.execute.cpu.checking.findings import Finding, Memory, WorkItem
from porter.execute.cpu.checking.symbols import Frame
from porter.report.device.document import document, sarif
from porter.report.device.text import text

ROOT = Path("/src")
STORE = Frame("/src/k.hip", 7, 10, "store")
CALL = Frame("/src/k.hip", 12, 3, "fill")
ALLOCATED = Frame("/src/main.hip", 34, 9, "main")

OUTSIDE = Finding(
    check="memory",
    kind="out of range",
    item=WorkItem("fill(int*)", (1, 0, 0), (5, 0, 0), (STORE, CALL), "write", 1),
    bytes=4,
    space="global",
    memory=Memory("device memory", 1024, 1028, (ALLOCATED,)),
)
RACE = Finding(
    check="races",
    kind="read after write",
    item=WorkItem("sum(int*)", (0, 0, 0), (64, 0, 0), (STORE,), "read", 1),
    bytes=4,
    space="LDS",
    offset=8,
    memory=Memory("sum(int*)::words", 256, 8),
    other=WorkItem("sum(int*)", (0, 0, 0), (0, 0, 0), (CALL,), "write", 1),
)
LEAK = Finding("leaks", "never freed", memory=Memory("device memory", 16, 0, (ALLOCATED,)))


def test_text_says_what_who_where_and_of_what() -> None:
    assert text([OUTSIDE], ROOT) == (
        "porter: memory: write of 4 bytes outside memory\n"
        "    at k.hip:7:10 in store\n"
        "    called from k.hip:12:3 in fill\n"
        "    kernel fill(int*), block (1, 0, 0), thread (5, 0, 0)\n"
        "    4 bytes behind device memory of 1024 bytes\n"
        "      allocated at main.hip:34:9 in main\n"
        "porter: 1 finding found while the program ran\n"
    )


def test_text_names_both_sides_of_a_race() -> None:
    assert text([RACE], ROOT).splitlines()[3:7] == [
        "    write: kernel sum(int*), block (0, 0, 0), thread (0, 0, 0)",
        "      at k.hip:12:3 in fill",
        "    byte 8 of sum(int*)::words of 256 bytes in LDS",
        "porter: 1 finding found while the program ran",
    ]


def test_text_says_that_nothing_was_found() -> None:
    assert text([], ROOT) == "porter: nothing found while the program ran\n"


def test_json_has_all_that_is_known() -> None:
    made = json.loads(json.dumps(document([OUTSIDE, RACE, LEAK])))
    first, second, third = made["findings"]
    assert first["message"] == "write of 4 bytes outside memory"
    assert first["item"]["place"][0] == {
        "file": "/src/k.hip", "line": 7, "column": 10, "function": "store"
    }  # fmt: skip
    assert second["other"]["thread"] == [0, 0, 0]
    assert third["memory"]["allocated"][0]["line"] == 34
    assert third["item"] is None


def test_sarif_points_to_the_line_and_to_what_belongs_to_it() -> None:
    (run,) = sarif([OUTSIDE, LEAK], ROOT)["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [
        "leaks/never-freed",
        "memory/out-of-range",
    ]
    outside, leak = run["results"]
    place = outside["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "k.hip", "uriBaseId": "ROOT"},
        "region": {"startLine": 7, "startColumn": 10},
    }
    assert outside["relatedLocations"][0]["message"] == {"text": "allocated"}
    assert len(outside["stacks"][0]["frames"]) == 2
    assert leak["locations"][0]["physicalLocation"]["region"]["startLine"] == 34

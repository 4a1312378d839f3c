"""The page of a report: complete in itself, and nothing of a project is taken for markup."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from porter.report.html.embedded import Chunks, packed
from porter.report.html.page import Page, render, write_page
from porter.report.html.parity import parity_view
from porter.verify.coverage import Kernels
from porter.verify.verdict import Verdict
from tests.report.html.pages import HOSTILE, small


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return render(small(tmp_path_factory.mktemp("page"))).decode()


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text)))


def embedded(page: str, name: str) -> Any:
    match = re.search(rf'id="{name}">([^<]*)</script>', page)
    assert match
    return unpacked(match[1])


class Reader(HTMLParser):
    """Collects the elements of a page, and what they refer to."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.references: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.references += [value or "" for name, value in attrs if name in ("src", "href")]


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def test_nothing_of_a_project_becomes_an_element(page: str) -> None:
    assert HOSTILE.replace("<", "&lt;").replace(">", "&gt;") in page
    found = read(page)
    assert "img" not in found.tags
    assert not [name for name in found.attributes if name.startswith("on")]


def test_nothing_is_asked_of_a_network(page: str) -> None:
    assert all(one.startswith(("#", "data:")) for one in read(page).references)
    assert "default-src 'none'" in page


def test_only_the_page_s_own_script_may_run(page: str) -> None:
    assert "unsafe-inline" not in page
    assert len(re.findall(r"<script>", page)) == 1


def test_every_file_is_listed_with_its_counts(page: str) -> None:
    listing = embedded(page, "index")
    files = {file[0]: file for file in listing["files"]}
    assert f"src/{HOSTILE}.cu" in files
    assert files["src/kernel.cu"][2] > 0
    assert files["src/plain.cpp"][2:6] == [0, 0, 0, 0]


def test_differences_name_the_rule_of_each_edit(page: str) -> None:
    listing = embedded(page, "index")
    (file,) = [one for one in listing["files"] if one[0] == "src/kernel.cu"]
    hunks = embedded(page, f"chunk-{file[6]}")[file[7]]
    marks = [
        (piece[0], listing["texts"][piece[1]].split("\n")[0])
        for hunk in hunks
        for row in hunk[2]
        if not isinstance(row, str)
        for piece in row[1] or []
        if not isinstance(piece, str)
    ]
    assert ("hipDeviceSynchronize", "API01") in marks
    assert ("porter::shfl_down_sync", "WRP20") in marks
    assert set(dict(marks).values()) <= listing["rules"].keys()


def test_the_matrix_and_the_charts_are_there(page: str) -> None:
    assert "First error, or notes" in page
    for chart in ("Vector registers of a lane", "Largest absolute difference", "first array"):
        assert re.search(f'<svg role="img" aria-label="[^"]*{chart}', page), chart


def test_a_page_shows_only_what_there_is() -> None:
    text = render(Page("empty")).decode()
    assert "Work list" not in text
    assert "Parity" not in text


def test_a_folder_gets_an_index(tmp_path: Path) -> None:
    assert write_page(tmp_path / "site", Page("a")) == tmp_path / "site" / "index.html"
    assert write_page(tmp_path / "a.html", Page("a")) == tmp_path / "a.html"


def test_chunks_give_back_what_was_put_in() -> None:
    chunks = Chunks()
    records = [[str(number) * 60_000] for number in range(20)]
    places = [chunks.add(record) for record in records]
    texts = chunks.texts()
    assert len(texts) > 1
    assert [unpacked(texts[chunk])[at] for chunk, at in places] == records
    assert set(packed(HOSTILE)) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
    )


def test_kernels_that_never_ran_are_named() -> None:
    def verdict(arch: str, *ran: str) -> Verdict:
        there = frozenset({"scale(float*)", "void sum<2>(float*)", "void sum<4>(float*)"})
        kernels = Kernels(there, frozenset(ran))
        return Verdict("kit", "program", "main", arch, True, kernels=kernels)

    half = verdict("gfx942", "scale(float*)")
    whole = verdict("gfx1100", "scale(float*)", "void sum<4>(float*)")
    view = parity_view([half, whole])
    assert "1 of 2" in view.kernels and "2 of 2" in view.kernels
    assert view.never == (("kit as gfx942", ("sum",)),)

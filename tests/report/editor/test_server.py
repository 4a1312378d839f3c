"""`porter lsp` over its standard streams, as an editor uses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.report.editor.client import Client

pytest.importorskip("pygls")
CUDA = """#include <cuda_runtime.h>
// größer 😀
void f(void *p) { /* 😀 */ cudaFree(p); cudaDeviceGetNvSciSyncAttributes(a, b, c); }
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with Client(tmp_path_factory.mktemp("editor")) as found:
        yield found


def applied(text: str, action: dict[str, Any]) -> str:
    """Return a text after an action, as an editor changes it."""
    lines = text.split("\n")

    def offset(place: dict[str, int]) -> int:
        before = sum(len(line.encode("utf-16-le")) // 2 + 1 for line in lines[: place["line"]])
        return before + place["character"]

    units = text.encode("utf-16-le")
    (edits,) = action["edit"]["changes"].values()
    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        start, end = (2 * offset(edit["range"][side]) for side in ("start", "end"))
        units = units[:start] + edit["newText"].encode("utf-16-le") + units[end:]
    return units.decode("utf-16-le")


def test_findings_are_diagnostics_with_their_rule_and_place(client: Client) -> None:
    (found,) = client.open("a.cu", CUDA)
    assert (found["code"], found["source"], found["severity"]) == ("API09", "porter", 1)
    assert found["message"].startswith("HIP has no cudaDeviceGetNvSciSyncAttributes")
    start, end = found["range"]["start"], found["range"]["end"]
    line = CUDA.split("\n")[start["line"]].encode("utf-16-le")
    name = line[2 * start["character"] : 2 * end["character"]].decode("utf-16-le")
    assert name == "cudaDeviceGetNvSciSyncAttributes"


def test_findings_follow_what_is_typed(client: Client) -> None:
    assert client.open("typed.cu", "int a;\n") == []
    (found,) = client.change("typed.cu", "#include <cupti.h>\n")
    assert "cupti.h" in found["message"]
    assert client.change("typed.cu", "int a;\n") == []


def test_a_safe_fix_is_preferred_and_does_what_the_rule_does(client: Client) -> None:
    client.open("fix.cu", CUDA)
    column = CUDA.split("\n")[2].index("cudaFree") + 2  # one emoji in front, of two units
    fixes = [one for one in client.actions("fix.cu", 2, column) if one["kind"] == "quickfix"]
    (fix,) = fixes
    assert fix["title"] == "API01 api-names: write `hipFree`"
    assert fix["isPreferred"]
    assert applied(CUDA, fix) == CUDA.replace("cudaFree", "hipFree")


def test_an_unsafe_fix_is_told_apart(client: Client) -> None:
    text = "void f() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); g(p.warpSize); }\n"
    client.open("unsafe.cu", text)
    fixes = client.actions("unsafe.cu", 0, text.index("warpSize") + 1)
    unsafe = [one for one in fixes if "unsafe" in one["title"]]
    assert [one["title"].split()[0] for one in unsafe] == ["WRP08"]
    assert not unsafe[0].get("isPreferred")
    (every,) = [one for one in fixes if one["kind"] == "source.fixAll.porter"]
    assert "p.warpSize" in applied(text, every)
    assert "porter::warp_size" in applied(text, unsafe[0])


def test_the_whole_file_is_converted_by_one_action(client: Client) -> None:
    client.open("whole.cu", CUDA)
    (every,) = [
        one for one in client.actions("whole.cu", 0, 0) if one["kind"] == "source.fixAll.porter"
    ]
    converted = applied(CUDA, every)
    assert "#include <hip/hip_runtime.h>" in converted
    assert "hipFree(p)" in converted
    assert "größer 😀" in converted


def test_a_fix_brings_the_header_that_it_needs(client: Client) -> None:
    text = "__global__ void k(int *x) {\n  x[0] = __shfl_down_sync(0xffffffff, x[1], 16);\n}\n"
    client.open("header.cu", text)
    fixes = client.actions("header.cu", 1, text.split("\n")[1].index("__shfl"))
    (fix,) = [one for one in fixes if one["title"].startswith("WRP20")]
    assert "porter_compat/warp.hpp" in applied(text, fix)
    assert "porter::shfl_down_sync" in applied(text, fix)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cudaFree", ["hipFree", "API01", "since"]),
        ("cudaDeviceGetNvSciSyncAttributes", ["not in HIP", "API09"]),
    ],
)
def test_hover_says_what_becomes_of_a_name_and_why(
    client: Client, name: str, told: list[str]
) -> None:
    client.open("hover.cu", CUDA)
    column = len(CUDA.split("\n")[2].partition(name)[0].encode("utf-16-le")) // 2 + 3
    found = client.hover("hover.cu", 2, column)["contents"]["value"]
    assert [word for word in told if word not in found] == []


def test_nothing_is_said_of_other_words(client: Client) -> None:
    client.open("plain.cu", "int plain;\n")
    assert client.hover("plain.cu", 0, 6) is None


def test_a_text_that_no_rule_reads_is_left_alone(client: Client) -> None:
    assert client.open("notes.rst", "cudaFree nvml.h\n") == []
    assert client.actions("notes.rst", 0, 2) == []


def test_severities_of_porter_toml_hold(client: Client, tmp_path: Path) -> None:
    (Path(client._folder) / "porter.toml").write_text('[findings]\nAPI09 = "note"\n')
    try:
        (found,) = client.open("lenient.cu", CUDA)
    finally:
        (Path(client._folder) / "porter.toml").unlink()
    assert found["severity"] == 3


@pytest.mark.slow
def test_what_other_files_of_the_project_define_is_seen_after_a_while(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("#define cudaTrace(what) puts(what)\n")
    with Client(tmp_path) as found:
        (alone,) = found.open("a.cu", '#include "own.h"\nvoid f() { cudaTrace("f"); }\n')
        assert "cudaTrace stands in no table" in alone["message"]
        assert found.diagnostics("a.cu") == []
        (tmp_path / "own.h").write_text("\n")
        found.save("own.h")
        (gone,) = found.diagnostics("a.cu")
        assert "cudaTrace" in gone["message"]
        (new,) = found.open("not/saved.cu", '#include "own.h"\nvoid f() { cudaTrace("f"); }\n')
        assert "cudaTrace" in new["message"]

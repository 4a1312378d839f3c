"""What headers declare comes back from its file as it was, or not at all."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest

from porter.derive import header_cache
from porter.derive.clang_headers import ClangHeaders
from porter.derive.declarations import Declaration, Parameter, Signature, Universe
from porter.derive.header_cache import digest_of_set, read_all
from porter.derive.headersets import HeaderSet
from porter.derive.universe_form import decode, encode
from tests.files.hostile_json import TEXTS, without_and_with_other_values
from tests.files.no_files import KINDS, put
from tests.time_limit import time_limit

THING = Parameter("libThing_t", "libThing_st *", True, "thing")
UNIVERSE = Universe(
    "13.0",
    {
        "lib::call": Declaration(
            "call",
            "lib",
            "function",
            "detail/impl.h",
            "lib.h",
            signatures=[Signature(THING, (THING, Parameter("int", "int")), ("T",))],
        ),
        "BIG": Declaration(
            "BIG", "", "enumerator", "lib.h", "lib.h", enum="e", value=(1 << 64) - 1
        ),
        "MACRO": Declaration(
            "MACRO", "", "macro", "l\udcff.h", "lib.h", value="1 + 2", alias="call"
        ),
        "T": Declaration("T", "", "type", "l.h", "l.h", members=("a", "b"), underlying="record"),
        "V": Declaration("V", "", "template", "l.h", "l.h", template=("T", "N")),
    },
    frozenset(("lib.h", "detail/impl.h")),
    frozenset(("sinf",)),
    ["an error that is told"],
)


def test_all_that_is_declared_comes_back() -> None:
    assert decode(encode(UNIVERSE)) == UNIVERSE
    assert decode(encode(Universe("", {}, frozenset(), frozenset(), []))) is not None


@pytest.mark.parametrize("data", TEXTS)
def test_other_bytes_are_nothing(data: bytes) -> None:
    assert decode(data) is None


def test_a_value_of_another_type_at_any_place_is_nothing_or_of_the_right_types() -> None:
    for what, data in without_and_with_other_values(json.loads(encode(UNIVERSE))):
        found = decode(data)
        # A text may be another text, and a list shorter: then there is another universe, in order.
        assert found is None or decode(encode(found)) == found, what


@pytest.mark.parametrize("change", ["format", "place", "a row that is too long", "a name twice"])
def test_another_form_is_nothing(change: str) -> None:
    document = json.loads(encode(UNIVERSE))
    if change == "format":
        document["format"] = 0
    elif change == "place":
        document["headers"].append(len(document["texts"]))
    elif change == "a name twice":
        document["declarations"].append(document["declarations"][0])
    else:
        document["declarations"][0].append(0)
    assert decode(json.dumps(document).encode()) is None


class _Runs:
    """Leaves a file where it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.mark),)


@pytest.mark.parametrize("broken", ["code", "pickle", "empty", "cut", *KINDS])
def test_an_entry_that_is_broken_is_read_anew_and_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setitem(header_cache._READERS, "cuda", lambda one, resources: UNIVERSE)
    headers = tmp_path / "include"
    headers.mkdir()
    one = HeaderSet("13.0", headers)
    resources = ClangHeaders(headers)
    cache = tmp_path / "cache"
    assert read_all([("cuda", one)], resources, cache) == [UNIVERSE]
    (entry,) = (
        path for path in cache.iterdir() if digest_of_set("cuda", one, resources) in path.name
    )
    whole = entry.read_bytes()
    entry.unlink()
    if broken == "code":
        entry.write_bytes(pickle.dumps(_Runs(tmp_path / "ran")))
        entry.with_suffix(".pickle").write_bytes(entry.read_bytes())
    elif broken == "pickle":
        entry.write_bytes(pickle.dumps(UNIVERSE))
    elif broken in KINDS:
        put(broken, entry)
    else:
        entry.write_bytes(whole[: len(whole) // 2] if broken == "cut" else b"")
    with time_limit(20):
        assert read_all([("cuda", one)], resources, cache) == [UNIVERSE]
    assert not (tmp_path / "ran").exists()


def test_what_is_kept_is_not_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = tmp_path / "include"
    headers.mkdir()
    job = ("cuda", HeaderSet("13.0", headers))
    monkeypatch.setitem(header_cache._READERS, "cuda", lambda one, resources: UNIVERSE)
    read_all([job], ClangHeaders(headers), tmp_path / "cache")
    monkeypatch.setitem(header_cache._READERS, "cuda", None)
    assert read_all([job], ClangHeaders(headers), tmp_path / "cache") == [UNIVERSE]

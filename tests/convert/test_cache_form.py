"""A cache file of any other form is an empty cache: nothing in it is believed, nothing raises."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.convert import cache as module
from porter.convert.cache import Cache
from porter.convert.cache_form import FORMAT, decode
from porter.convert.hip import HIP
from porter.convert.project import convert_project
from porter.options import Options
from porter.project.discover import discover

SOURCE = b"""#include <cuda_runtime.h>
int cudaFree(int);  // the project's own
cudaError_t e = cudaMalloc(p, n);
CUtensorMap map;
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A cache file with an edit, a finding, a definition and a copied file."""
    folder = tmp_path_factory.mktemp("src")
    (folder / "a.cu").write_bytes(SOURCE)
    path = folder / "x.cache"
    cache = Cache(path)
    list(convert_project(discover(folder, ("*.cache",)), Options(), HIP.rules, cache=cache))
    cache.copies["b.txt"] = ((1, 2, 3, 4), (5, 6, 7, 8))
    cache.save()
    return path.read_bytes()


#: What may be unknown of a file: its signature, and that of what it became.
SIGNATURES = ((4, 0, 1), (4, 0, 9))


def parts(data: bytes) -> tuple[list[Any], str]:
    line, _, body = data.partition(b"\n")
    size = int(line.split()[-1])
    return json.loads(body[:size]), body[size:].decode()


def joined(index: Any, texts: str) -> bytes:
    """Return a cache file whose checksum is right."""
    text = json.dumps(index)
    body = (text + texts).encode()
    return b"porter cache %d %08x %d\n" % (FORMAT, zlib.crc32(body), len(text)) + body


def places(value: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the way to each value in nested lists, but for those in empty ones."""
    found = [path]
    if isinstance(value, list):
        for number, item in enumerate(value):
            found += places(item, (*path, number))
    return found


def with_value(index: Any, path: tuple[int, ...], value: Any) -> Any:
    if not path:
        return value
    copy = list(index)
    copy[path[0]] = with_value(copy[path[0]], path[1:], value)
    return copy


def test_the_cache_that_is_tried_here_holds_something_of_everything(written: bytes) -> None:
    content = decode(written)
    assert content is not None
    assert joined(*parts(written)) == written
    (known,) = content.files.values()
    assert known.inputs.defines
    assert known.counts and known.findings
    assert json.loads(known.edits_text)
    assert content.rule_metadata


@pytest.mark.parametrize("value", [None, True, -1, 1.5, "x", [], {}, [[]], {"a": 1}])
def test_a_value_of_another_type_anywhere_is_refused(written: bytes, value: Any) -> None:
    index, texts = parts(written)
    rule_metadata = index[1]
    index[1] = rule_metadata[:1]  # one of a hundred alike
    for path in places(index):
        old = index
        for step in path:
            old = old[step]
        if type(old) is type(value) or (value is None and path in SIGNATURES):
            continue
        changed = decode(joined(with_value(index, path, value), texts))
        # The lists of a head are looked at when rules are told apart by them.
        assert changed is None or path[:1] == (1,), path


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"hipMalloc"', '"\\u4e00"'),
        ('"hipMalloc"', "12"),
        ('"file"', '"nowhere"'),
        (", true]", ", 1]"),
        ("[[", "[{"),
    ],
)
def test_texts_behind_the_index_of_another_form_are_refused(
    written: bytes, old: str, new: str
) -> None:
    index, texts = parts(written)
    changed = texts.replace(old, new)
    grown = len(changed) - len(texts)
    assert changed != texts or old == '"file"'
    for column in (4, 8):
        one = json.loads(json.dumps(index))
        one[4][0][column] += grown
        if changed != texts:
            assert decode(joined(one, changed)) is None


def test_lengths_that_lead_elsewhere_are_refused(written: bytes) -> None:
    index, texts = parts(written)
    for column in (4, 8):
        for value in (0, -5, 10**12, index[4][0][column] + 1):
            changed = with_value(index, (4, 0, column), value)
            assert decode(joined(changed, texts)) is None


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_changed_bytes_are_refused(written: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(written) - 1))
    byte = data.draw(st.binary(max_size=3).filter(lambda new: new != written[place : place + 1]))
    assert decode(written[:place] + byte + written[place + 1 :]) is None


def deep(_: bytes) -> bytes:
    body = b"[" * 100_000
    return b"porter cache %d %08x %d\n" % (FORMAT, zlib.crc32(body), len(body)) + body


@pytest.mark.parametrize("make", [deep, lambda data: b"", lambda data: data.partition(b"\n")[0]])
def test_what_is_no_cache_at_all_is_refused(written: bytes, make: Callable[[bytes], bytes]) -> None:
    assert decode(make(written)) is None


def test_rules_of_another_module_are_not_loaded_from_a_cache(written: bytes) -> None:
    from porter.fixers import registry

    index, _ = parts(written)
    for module_name in ("os", "porter.fixers.api.nothing", "porter.cli.convert"):
        assert registry.restored([[*index[1][0][:-1], module_name]]) is None
    assert registry.restored(index[1]) is not None
    id, name, _, *others = index[1][0]
    assert registry.restored([[id, name, 17, *others]]) is None


def test_a_cache_larger_than_any_of_porters_is_not_read(
    tmp_path: Path, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.cache"
    path.write_bytes(written)
    assert Cache(path).files
    monkeypatch.setattr(module, "LARGEST", len(written) - 1)
    assert not Cache(path).files


def test_a_pipe_or_folder_in_place_of_a_cache_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.cache")
    assert not Cache(tmp_path / "x.cache").files
    (tmp_path / "y.cache").mkdir()
    assert not Cache(tmp_path / "y.cache").files

"""What a rename noted in a port, written by a stranger: followed where it fits, else refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.convert.cache import digest_of
from porter.convert.package_target import PackageTarget
from porter.convert.target import Run
from porter.errors import PorterError
from porter.options import Options
from porter.packs.pack import Pack
from porter.packs.pack import read as pack_of
from porter.packs.record import ReverseRecord, read
from porter.project.discover import discover
from tests.files.hostile_json import TEXTS, VALUES, without_and_with_other_values
from tests.files.no_files import KINDS, put
from tests.time_limit import time_limit

DATA = b"new_name = 1  # was new_name\n"


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    (tmp_path / "pack.toml").write_text(
        '[pack]\nname = "p"\ntarget = "q"\n[[rename]]\nfrom = "old_name"\nto = "new_name"\n'
    )
    return pack_of(tmp_path / "pack.toml").reversed()


@pytest.fixture
def port(tmp_path: Path) -> Path:
    (tmp_path / "port/.porter").mkdir(parents=True)
    (tmp_path / "port/a.py").write_bytes(DATA)
    return tmp_path / "port"


def document(places: list[object], name: str = "p") -> dict[str, object]:
    files = {"a.py": {"digest": digest_of(DATA), "places": places}}
    return {"format": 1, "pack": name, "paths": {"a.py": "b.py"}, "files": files}


def test_the_record_itself_is_followed(port: Path, pack: Pack) -> None:
    (port / ".porter/reverse.json").write_text(
        json.dumps(document([[0, 8, None], [20, 28, "NAME"]], pack.name))
    )
    made = PackageTarget(pack).convert_tree(discover(port), Options(target="q"), Run())
    assert made.renamed == {"a.py": "b.py"}
    (file,) = made.converted
    assert file.apply(DATA) == b"new_name = 1  # was NAME\n"


@pytest.mark.parametrize("data", [*TEXTS, *(json.dumps(value).encode() for value in VALUES)])
def test_a_record_of_another_shape_is_damaged(port: Path, pack: Pack, data: bytes) -> None:
    (port / ".porter/reverse.json").write_bytes(data)
    with pytest.raises(PorterError, match="record of the rename is damaged"):
        read(port, pack)


@pytest.mark.parametrize(
    "places",
    [
        [[8, 0, None]],
        [[0, 8, None], [4, 12, None]],
        [[20, 28, None], [0, 8, None]],
        [[-4, 8, None]],
        [[0, 8, "\u20ac"]],
        [[0, 8, 3]],
        [[0, "8", None]],
        [[0, 8]],
        [[0, 8, None, None]],
        [[True, 8, None]],
        [[0, 1 << 80, None]],
        [0, 8, None],
    ],
)
def test_places_that_no_rename_notes_are_damaged(
    port: Path, pack: Pack, places: list[object]
) -> None:
    (port / ".porter/reverse.json").write_text(json.dumps(document(places, pack.name)))
    with pytest.raises(PorterError, match="record of the rename is damaged"):
        read(port, pack)


@pytest.mark.parametrize("path", ["../b.py", "/b.py", "", "a/../b.py", ".git/hooks/post-checkout"])
@pytest.mark.parametrize("side", ["old", "new"])
def test_a_path_that_leads_elsewhere_is_damaged(
    port: Path, pack: Pack, path: str, side: str
) -> None:
    one = document([], pack.name)
    one["paths"] = {path: "b.py"} if side == "new" else {"a.py": path}
    (port / ".porter/reverse.json").write_text(json.dumps(one))
    with pytest.raises(PorterError, match="record of the rename is damaged"):
        read(port, pack)


def test_places_behind_the_end_of_the_file_change_nothing_there(port: Path, pack: Pack) -> None:
    places = [[len(DATA) - 1, len(DATA) + 5, "x"], [1 << 40, 1 << 41, "x"]]
    (port / ".porter/reverse.json").write_text(json.dumps(document(places, pack.name)))
    made = PackageTarget(pack).convert_tree(discover(port), Options(target="q"), Run())
    (file,) = made.converted
    assert file.apply(DATA) == DATA.replace(b"new_name", b"old_name")


def test_a_path_of_odd_characters_is_a_path(port: Path, pack: Pack) -> None:
    one = document([], pack.name)
    one["paths"] = {"a\nb.py": "\udcff.py"}
    (port / ".porter/reverse.json").write_text(json.dumps(one))
    assert read(port, pack).paths == {"a\nb.py": "\udcff.py"}


def test_a_value_of_another_type_is_damaged_or_of_its_type(port: Path, pack: Pack) -> None:
    whole = document([[0, 8, None], [20, 28, "NAME"]], pack.name)
    for what, data in without_and_with_other_values(whole):
        (port / ".porter/reverse.json").write_bytes(data)
        try:
            found = read(port, pack)
        except PorterError as error:
            assert "damaged" in str(error), what
            continue
        assert isinstance(found, ReverseRecord)
        for one in found.files.values():
            assert type(one.digest) is str, what
            assert all([type(part) for part in place[:2]] == [int, int] for place in one.places), (
                what
            )
        assert all(type(old) is type(new) is str for new, old in found.paths.items()), what


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_in_its_place_is_damaged(port: Path, pack: Pack, kind: str) -> None:
    put(kind, port / ".porter/reverse.json")
    with time_limit(20), pytest.raises(PorterError, match="damaged"):
        read(port, pack)

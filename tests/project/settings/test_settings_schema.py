"""porter.toml of any content: read, or refused with the file named; never anything else."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.errors import PorterError
from porter.project.settings import choices, kernel_cases, program_cases
from porter.project.settings import settings as module
from porter.project.settings.configuration import configuration_for
from porter.project.settings.settings import read
from porter.tables.kinds import Kind
from tests.thorough import amount

#: Table -> what its values must be, and a table that is right.
TABLES: dict[str, tuple[Mapping[str, Kind], dict[str, Any]]] = {
    "project": ({**module._PROJECT, **choices.KEYS}, {"upstream": "a", "port": "b"}),
    "verify": (module._VERIFY, {}),
    "program": (program_cases._KINDS, {"source": "x.cu"}),
    "file": (program_cases._FILE, {"path": "y.npy"}),
    "kernel": (kernel_cases._KINDS, {"source": "x.cu", "kernel": "k"}),
    "argument": (kernel_cases._ARGUMENT, {"name": "n", "dtype": "int32", "value": 1}),
}
#: A value of each type that TOML has.
VALUES = [True, 3, 1.5, math.nan, 10**40, "x", "", "\0", date(1979, 5, 27)]
VALUES += [[], [1], ["x"], [True], [["x"]], [{}], ["x", 1], {}, {"x": 1}, {"x": [1]}, {"x": {}}]


def toml(value: Any) -> str:
    """Return a value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {toml(one)}' for key, one in value.items())}}}"
    return str(value)


def document(tables: Mapping[str, dict[str, Any]]) -> str:
    """Return a porter.toml with one table of each kind."""
    told = {name: {**TABLES[name][1], **tables.get(name, {})} for name in TABLES}
    told["kernel"].setdefault("arguments", [told["argument"]])
    told["program"].setdefault("files", [told["file"]])
    told["verify"].setdefault("programs", [told["program"]])
    told["verify"].setdefault("kernels", [told["kernel"]])
    told["project"].setdefault("verify", told["verify"])
    return "project = " + toml(told["project"]) + "\n"


def refused(folder: Path, text: str) -> str:
    """Return what is said of a porter.toml, empty when it is read."""
    path = folder / "porter.toml"
    path.write_text(text, "utf-8")
    for reader in (read, configuration_for):
        try:
            reader(folder)
        except PorterError as error:
            assert error.path == path
            return error.message
    return ""


def test_the_document_that_is_changed_here_is_right(tmp_path: Path) -> None:
    assert refused(tmp_path, document({})) == ""
    (project,) = read(tmp_path).projects
    assert project.programs[0].files[0].path == "y.npy"
    assert project.kernels[0].arguments[0].name == "n"


@pytest.mark.parametrize(
    ("table", "key"), [(table, key) for table, (kinds, _) in TABLES.items() for key in kinds]
)
def test_a_value_of_another_type_is_refused_with_its_key(
    tmp_path: Path, table: str, key: str
) -> None:
    kind = TABLES[table][0][key]
    wrong = [value for value in VALUES if not kind.fits(value)]
    assert wrong
    for value in wrong:
        assert key in refused(tmp_path, document({table: {key: value}})), value


@pytest.mark.parametrize("table", TABLES)
def test_an_unknown_key_is_refused(tmp_path: Path, table: str) -> None:
    assert "no key 'nothing'" in refused(tmp_path, document({table: {"nothing": 1}}))


@pytest.mark.parametrize(
    "text",
    [
        *(f"{name} = {toml(value)}\n" for name in ("project", "findings") for value in VALUES),
        "[projects]\n",
        "project = [[1]]\n",
        "x = " + "[" * 5_000,
        "\ufeff[project]\nupstream = 3\n",
        'findings = { WRP05 = ["error"] }\n',
        "x = 1e400\nx = 1\n",
        "x = 0001-01-01T00:00:00+99:99\n",
    ],
)
def test_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    if text not in ("findings = {}\n",):
        assert refused(tmp_path, text)


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\0", b"[project]\nupstream = '\xff'\n"])
def test_what_is_not_utf_8_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "porter.toml").write_bytes(data)
    for reader in (read, configuration_for):
        with pytest.raises(PorterError, match="is not valid TOML"):
            reader(tmp_path)


def of_kinds(kinds: Mapping[str, Kind]) -> st.SearchStrategy[dict[str, Any]]:
    anything = st.sampled_from(VALUES)
    values = {
        key: st.sampled_from([value for value in VALUES if kind.fits(value)] or VALUES) | anything
        for key, kind in kinds.items()
    }
    return st.fixed_dictionaries({}, optional=values)


@settings(
    max_examples=amount(100, 300),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(tables=st.fixed_dictionaries({name: of_kinds(kinds) for name, (kinds, _) in TABLES.items()}))
def test_several_keys_of_any_type_are_read_or_refused(
    tmp_path: Path, tables: dict[str, dict[str, Any]]
) -> None:
    refused(tmp_path, document(tables))

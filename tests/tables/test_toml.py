"""Every TOML table of porter's is read strictly: what is not as its schema says is refused."""

from __future__ import annotations

import copy
import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import porter
from porter.derive import irregular, torch_tables
from porter.errors import PorterError
from porter.execute.cpu.libraries import blas_table, catalogue, solver_table
from porter.packs.pack import FILE as PACK
from porter.tables import (
    absent,
    binary_arguments,
    build_failures,
    clang_options,
    cmake,
    compilers,
    containers,
    defaults,
    enumerations,
    environment,
    gcc_options,
    libcudacxx,
    libraries,
    members,
    nvcc_flags,
    processors,
    ptx,
    python,
    supplies,
    transitive,
)
from porter.tables.kinds import TEXT, Kind
from porter.tables.names import rules_folder
from porter.tables.toml import Named, Rows, Shape, read, record
from porter.toolchain import components

RULES = rules_folder()
#: Every table and its schema.
TABLES: dict[Path, Shape | Named] = {
    solver_table._PATH: Named(solver_table._ROW),
    RULES / "amd" / "processors.toml": processors._TABLE,
    RULES / "cuda-hip" / "absent.toml": absent._TABLE,
    RULES / "cuda-hip" / "build-failures.toml": build_failures._TABLE,
    RULES / "cuda-hip" / "clang_options.toml": clang_options._TABLE,
    RULES / "cuda-hip" / "cmake.toml": cmake._TABLE,
    RULES / "cuda-hip" / "compat.toml": supplies._TABLE,
    RULES / "cuda-hip" / "containers.toml": containers._TABLE,
    RULES / "cuda-hip" / "defaults.toml": defaults._TABLE,
    RULES / "cuda-hip" / "members.toml": members._TABLE,
    RULES / "cuda-hip" / "binary_arguments.toml": binary_arguments._TABLE,
    RULES / "cuda-hip" / "enumerations.toml": enumerations._TABLE,
    RULES / "cuda-hip" / "environment.toml": environment._TABLE,
    RULES / "cuda-hip" / "flags.toml": nvcc_flags._TABLE,
    RULES / "cuda-hip" / "irregular.toml": irregular._TABLE,
    RULES / "cuda-hip" / "gcc_options.toml": gcc_options._TABLE,
    RULES / "cuda-hip" / "libcudacxx.toml": libcudacxx._TABLE,
    RULES / "cuda-hip" / "libraries.toml": Named(libraries._LIBRARY),
    RULES / "cuda-hip" / "ptx.toml": ptx._TABLE,
    RULES / "cuda-hip" / "python.toml": python._TABLE,
    RULES / "cuda-hip" / "source_strings.toml": compilers._TABLE,
    RULES / "cuda-hip" / "transitive.toml": transitive._TABLE,
    RULES / "cuda-roc" / "irregular.toml": irregular._TABLE,
    RULES / "torch-hip" / "irregular.toml": torch_tables._TABLE,
    blas_table._PATH: Named(blas_table._ROW),
    catalogue._PATH: Named(catalogue._ROW),
    components._PATH: components._TABLE,
}
Place = tuple[str | int, ...]


def places(schema: Shape | Named | Rows | Kind, value: Any, at: Place = ()) -> Iterator[Place]:
    """Yield the place of the first of each kind of table that a document holds."""
    if isinstance(schema, Kind):
        return
    if isinstance(schema, Rows):
        yield from places(schema.row, value[0], (*at, 0))
        return
    yield at
    if isinstance(schema, Named):
        name = next(iter(value))
        yield from places(schema.value, value[name], (*at, name))
        return
    for key, inner in {**schema.needs, **schema.takes}.items():
        if key in value:
            yield from places(inner, value[key], (*at, key))


def at(schema: Any, place: Place) -> Any:
    """Return the schema of the table at a place."""
    for step in place:
        if isinstance(schema, Rows):
            schema = schema.row
        elif isinstance(schema, Named):
            schema = schema.value
        else:
            schema = {**schema.needs, **schema.takes}[step]
    return schema


def inside(document: Any, place: Place) -> Any:
    for step in place:
        document = document[step]
    return document


def refusal(path: Path, document: Any, schema: Shape | Named, monkeypatch: Any) -> PorterError:
    """Return the error that a document in place of the file's is refused with."""
    with monkeypatch.context() as patched, pytest.raises(PorterError) as caught:
        patched.setattr("porter.tables.toml.load", lambda path: document)
        read(path, schema)
    assert caught.value.path == path
    return caught.value


CASES = [
    (path, place)
    for path, schema in TABLES.items()
    for place in places(schema, tomllib.loads(path.read_text("utf-8")))
]


def test_no_table_is_without_a_schema() -> None:
    own = Path(porter.__file__).parent.rglob("*.toml")
    found = {path for path in (*RULES.rglob("*.toml"), *own) if path.name != PACK}
    assert found == set(TABLES)
    assert len(CASES) > len(TABLES)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_tables_are_as_their_schemas_say(path: Path) -> None:
    assert read(path, TABLES[path]) == tomllib.loads(path.read_text("utf-8"))


@pytest.mark.parametrize(("path", "place"), CASES)
def test_a_key_unknown_missing_or_of_another_type_is_refused_by_its_name(
    path: Path, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = TABLES[path]
    table = at(schema, place)
    right = tomllib.loads(path.read_text("utf-8"))
    keys = {} if isinstance(table, Named) else {**table.needs, **table.takes}
    wrongs: list[tuple[str, Any]] = [(key, object()) for key in keys]
    wrongs.append(("nothing_of_the_kind", object()))
    for key, value in wrongs:
        document = copy.deepcopy(right)
        inside(document, place)[key] = value
        assert key in refusal(path, document, schema, monkeypatch).message
    for key in () if isinstance(table, Named) else table.needs:
        document = copy.deepcopy(right)
        del inside(document, place)[key]
        assert f"needs {key}" in refusal(path, document, schema, monkeypatch).message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[row]]\nname = 'a'\n[[row]]\nname = 1\n", r"\[\[row\]\] 2 name is a text"),
        ("[[row]]\nname = 'a'\nother = 1\n", r"\[\[row\]\] 1 has no key 'other'"),
        ("[[row]]\n", r"\[\[row\]\] 1 needs name"),
        ("row = 3\n", r"\[\[row\]\] is a list of tables"),
        ("row = ['x']\n", r"\[\[row\]\] 1 is a table"),
        ("[rows]\n", r"has no table \[rows\]\n  hint: known: \[\[row\]\], \[of\]"),
        ("[of.x]\nname = 1\n", r"\[of\] x name is a text"),
        ("of = 3\n", r"\[of\] is a table"),
        ("a = 1\na = 2\n", "is not valid TOML: Cannot overwrite"),
        ("x = " + "[" * 5_000, "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    row = Shape({"name": TEXT})
    with pytest.raises(PorterError, match=message) as caught:
        read(path, Shape(takes={"row": Rows(row), "of": Named(row)}))
    assert str(caught.value).startswith(f"{path}: ")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="cannot be read: No such file"):
        read(tmp_path / "table.toml", Shape())


@pytest.mark.parametrize(
    ("table", "reader", "row", "twice"),
    [
        (
            "compat",
            supplies.supplies,
            "[[support]]\nheader = 'x.hpp'\nreason = 'r'\nobserved = '6.4'\n"
            "[support.names]\n__shfl_sync = 'x'\n",
            "__shfl_sync",
        ),
        (
            "environment",
            environment.variables,
            "[[variable]]\nnames = ['NCCL_DEBUG']\nbecomes = 'stays'\nreason = 'r'\n",
            "NCCL_DEBUG",
        ),
        ("python", python.counterparts, "[[tool]]\nnames = ['nvcc']\nreason = 'r'\n", "nvcc"),
        (
            "libraries",
            libraries.libraries,
            "[other]\nheaders = []\ncmake = []\ncuda = ['cublas']\n",
            "cublas",
        ),
        ("flags", nvcc_flags._by_name, "[finding.--other]\nshort = '-E'\n", "-E"),
    ],
)
def test_a_name_of_two_rows_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, reader: Any, row: str, twice: str
) -> None:
    path = tmp_path / "cuda-hip" / f"{table}.toml"
    path.parent.mkdir()
    path.write_text((RULES / "cuda-hip" / path.name).read_text("utf-8") + row, "utf-8")
    module = inspect.getmodule(reader)
    monkeypatch.setattr(module, "rules_folder", lambda: tmp_path)
    cached = [one for one in vars(module).values() if hasattr(one, "cache_clear")]
    for one in cached:
        one.cache_clear()
    try:
        with pytest.raises(PorterError, match=f"{twice} is given twice"):
            reader(*["tool"] * (table == "python"))
    finally:
        for one in cached:
            one.cache_clear()


def test_a_record_takes_the_keys_that_it_has() -> None:
    row = {"becomes": "stays", "reason": "r", "names": ["A"], "source": "s"}
    assert record(environment.Variable, row) == environment.Variable("stays", "r")
    assert record(components.Suites, {"rocm": ["a"], "sections": []}).rocm == ("a",)

"""Whole trees renamed: what is written, what is found, what is taken back."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.cli import group
from porter.convert.package_target import PackageTarget
from porter.errors import PorterError
from porter.options import Options
from porter.packs.pack import Pack, find
from porter.packs.syntax import data_problem, reads_yaml
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult

PACK = find("ck_tile")
#: A small package that spells its name in every kind of file.
TREE = {
    "aiter/__init__.py": "from .core import run\nfrom aiter.jit import aiter_core\n",
    "aiter/core.py": (
        "import logging\nimport os\n\nlog = logging.getLogger('aiter')\n"
        "CONF = 'aiter/configs/aiter_conf.json'\nREBUILD = os.environ.get('AITER_REBUILD')\n\n\n"
        "def run():\n    return aiter([]) if REBUILD else 'waiter'\n"
    ),
    "aiter/jit/aiter_core.py": "from ..core import CONF\n",
    "aiter/configs/aiter_conf.json": '{"module_aiter_enum": {"srcs": ["csrc/aiter_enum.cu"]}}\n',
    "csrc/aiter_enum.cu": '#include "aiter_enum.h"\nnamespace aiter { int module_aiter_enum; }\n',
    "csrc/aiter_enum.h": "#ifndef AITER_ENUM_H\n#define AITER_ENUM_H\nclass AiterEnum;\n#endif\n",
    "pyproject.toml": '[project]\nname = "amd-aiter"\n',
    "conf.yaml": "module: aiter.core\n",
    "tuned.csv": "kernel,aiter_us\n_ZN5aiter3fooE,1\n",
    "build.sh": "python -m aiter.core --aiter-dir x\r\n",
    "CMakeLists.txt": "project(aiter)\n",
    "api.h.jinja": "namespace {{ aiter_ns }} {}\n",
    "README.md": "# AITER\nhttps://github.com/ROCm/aiter\n",
}


def put(root: Path, tree: dict[str, str | bytes]) -> Path:
    for path, content in tree.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else content.encode()
        (root / path).write_bytes(data)
    return root


def got(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".porter" not in path.parts
    }


def rename(source: Path, out: Path | None, pack: Pack = PACK, **more: object) -> TreeResult:
    way = Destination(OutputMode.IN_PLACE) if out is None else Destination(OutputMode.OUT, out)
    return write_port(
        [source], Options(target=pack.target), way, target=PackageTarget(pack), **more
    )  # type: ignore[arg-type]


def messages(summary: TreeResult, rule: str) -> list[str]:
    return [one.finding.message for _, one in summary.findings if one.finding.rule == rule]


def test_every_kind_of_text_follows(tmp_path: Path) -> None:
    source = put(tmp_path / "a", TREE)
    before = got(source)
    summary = rename(source, tmp_path / "b")
    assert got(source) == before
    new = got(tmp_path / "b")
    assert sorted(path for path in new if "ck_tile" in path) == [
        "ck_tile/__init__.py",
        "ck_tile/configs/ck_tile_conf.json",
        "ck_tile/core.py",
        "ck_tile/jit/ck_tile_core.py",
        "csrc/ck_tile_enum.cu",
        "csrc/ck_tile_enum.h",
    ]
    assert b"getLogger('ck_tile')" in new["ck_tile/core.py"]
    assert b"return aiter([]) if REBUILD else 'waiter'" in new["ck_tile/core.py"]
    assert json.loads(new["ck_tile/configs/ck_tile_conf.json"]) == {
        "module_ck_tile_enum": {"srcs": ["csrc/ck_tile_enum.cu"]}
    }
    assert new["pyproject.toml"] == b'[project]\nname = "amd-ck-tile"\n'
    assert new["build.sh"] == b"python -m ck_tile.core --ck-tile-dir x\r\n"
    assert new["tuned.csv"] == b"kernel,ck_tile_us\n_ZN5aiter3fooE,1\n"
    assert new["README.md"] == b"# CK_TILE\nhttps://github.com/ROCm/aiter\n"
    assert new["api.h.jinja"] == b"namespace {{ ck_tile_ns }} {}\n"
    assert summary.errors == 0
    checked = {check.name: (check.count, check.failures) for check in summary.conversion.checks}
    assert checked["Python files parse as before"] == (3, [])
    kinds = ("JSON, TOML and YAML", 3) if reads_yaml() else ("JSON and TOML", 2)
    assert checked[f"{kinds[0]} files load as before"] == (kinds[1], [])
    assert checked["imports inside the tree resolve"] == (4, [])
    assert checked["paths that files name exist"][0] >= 3
    assert checked["files come back byte for byte in reverse"] == (len(TREE), [])
    assert {one.edit.rule for file in summary.conversion.converted for one in file.edits} == {
        "PKG01"
    }


def test_the_renamed_package_runs(tmp_path: Path) -> None:
    rename(put(tmp_path / "a", TREE), tmp_path / "b")
    code = "import ck_tile, ck_tile.jit.ck_tile_core as c; print(c.CONF)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path / "b", capture_output=True, text=True, check=True
    )
    assert done.stdout == "ck_tile/configs/ck_tile_conf.json\n"


@pytest.mark.parametrize("in_place", [False, True])
def test_the_reverse_gives_the_tree_back(tmp_path: Path, in_place: bool) -> None:
    source = put(tmp_path / "a", TREE)
    before = got(source)
    if in_place:
        rename(source, None)
        assert "ck_tile/core.py" in got(source) and not (source / "aiter").exists()
        rename(source, None, PACK.reversed())
        assert got(source) == before
    else:
        rename(source, tmp_path / "b")
        back = rename(tmp_path / "b", tmp_path / "c", PACK.reversed())
        assert got(tmp_path / "c") == before
        assert not any("in reverse" in check.name for check in back.conversion.checks)


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    rename(put(tmp_path / "a", TREE), tmp_path / "b")
    again = rename(tmp_path / "b", tmp_path / "c")
    assert got(tmp_path / "c") == got(tmp_path / "b")
    assert not again.edits and not again.conversion.renamed and again.errors == 0
    same = rename(tmp_path / "a", tmp_path / "b")
    assert same.written == 0


def test_names_that_are_taken_are_found_and_can_be_told_apart_again(tmp_path: Path) -> None:
    tree = TREE | {
        "csrc/ck.h": "namespace ck_tile { struct CkTileTile; }\n",
        "csrc/use.cu": "using namespace ck_tile;\nusing namespace aiter;  // ck_tile, too\n",
        "ck_tile/kernels.txt": "ck_tile and aiter\n",
    }
    source = put(tmp_path / "a", tree)
    summary = rename(source, tmp_path / "b")
    assert "aiter becomes ck_tile, a name that csrc/ck.h has already" in messages(summary, "PKG03")
    assert any("become one folder, ck_tile/" in problem.reason for problem in summary.problems)
    assert (tmp_path / "b/.porter/reverse.json").is_file()
    rename(tmp_path / "b", tmp_path / "c", PACK.reversed())
    assert got(tmp_path / "c") == got(source)


def test_two_files_of_one_name_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    source = put(tmp_path / "a", TREE | {"csrc/ck_tile_enum.h": "// another\n"})
    with pytest.raises(PorterError, match=r"would be called csrc/ck_tile_enum\.h, and so is"):
        rename(source, tmp_path / "b")
    assert not got(tmp_path / "b")


def test_a_name_with_two_sides_is_renamed_on_both_or_reported(tmp_path: Path) -> None:
    tree = {
        "csrc/ops.cu": "void aiter_add();\n",
        "ops.json": '{"symbol": "aiter_add"}\n',
        "call.py": "lib.aiter_add()\nlib.aiter_vendor()\n",
        "third_party/x/x.h": "void aiter_vendor();\n",
    }
    summary = rename(put(tmp_path / "a", tree), tmp_path / "b")
    new = got(tmp_path / "b")
    for path in ("csrc/ops.cu", "ops.json", "call.py"):
        assert b"ck_tile_add" in new[path]
    assert new["third_party/x/x.h"] == b"void aiter_vendor();\n"
    (told,) = messages(summary, "PKG04")
    assert "stays aiter_vendor in third_party/x/x.h" in told


def elf(machine: int, names: bytes) -> bytes:
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 3, machine)
    return head + bytes(64) + names + b"\0"


def test_binary_files_are_not_touched_and_their_names_survive(tmp_path: Path) -> None:
    tree = {
        "hsa/aiter_fmha.co": elf(0xE0, b"\0aiter_fmha_kernel\0"),
        "hsa/fmha.csv": "kernel\naiter_fmha_kernel\naiter_other\n",
        "lib/aiter.so": elf(62, b"\0PyInit_module_aiter_add\0"),
        "add.py": "import module_aiter_add\nx = PyInit_module_aiter_add\n",
    }
    summary = rename(put(tmp_path / "a", tree), tmp_path / "b")
    new = got(tmp_path / "b")
    assert new["hsa/ck_tile_fmha.co"] == tree["hsa/aiter_fmha.co"]
    assert new["hsa/fmha.csv"] == b"kernel\naiter_fmha_kernel\nck_tile_other\n"
    assert any(note.startswith("lib/aiter.so holds 1 of the old names") for note in summary.notes)
    assert "a binary that has to be built again" in messages(summary, "PKG04")[0]


def test_files_that_do_not_parse_are_left_alone(tmp_path: Path) -> None:
    tree = {
        "old.py": "import aiter\nprint 'aiter'\n",
        "CMakeLists.txt": "project(aiter\n",
        "wide.h": "namespace aiter {}\n".encode("utf-16"),
        "good.py": "import aiter\n",
    }
    summary = rename(put(tmp_path / "a", tree), tmp_path / "b")
    new = got(tmp_path / "b")
    assert {path: new[path] for path in ("old.py", "CMakeLists.txt", "wide.h")} == {
        path: got(tmp_path / "a")[path] for path in ("old.py", "CMakeLists.txt", "wide.h")
    }
    assert new["good.py"] == b"import ck_tile\n"
    assert len(messages(summary, "PKG05")) == 2
    assert [problem.path for problem in summary.problems] == ["wide.h"]
    assert len(messages(summary, "PKG04")) == 1


def test_vendored_paths_keep_their_names_and_so_does_what_names_them(tmp_path: Path) -> None:
    tree = {
        "aiter/third_party/aiter_json/json.h": "// aiter_json\n",
        "aiter/a.cu": '#include "third_party/aiter_json/json.h"\n#include "aiter/b.h"\n',
        "aiter/b.h": "\n",
    }
    rename(put(tmp_path / "a", tree), tmp_path / "b")
    assert got(tmp_path / "b") == {
        "ck_tile/third_party/aiter_json/json.h": b"// aiter_json\n",
        "ck_tile/a.cu": b'#include "third_party/aiter_json/json.h"\n#include "ck_tile/b.h"\n',
        "ck_tile/b.h": b"\n",
    }
    rename(tmp_path / "b", tmp_path / "c", PACK.reversed())
    assert got(tmp_path / "c") == got(tmp_path / "a")


def test_links_lead_to_where_their_files_are(tmp_path: Path) -> None:
    source = put(tmp_path / "a", {"aiter/x.py": "\n"})
    (source / "aiter_link").symlink_to("aiter/x.py")
    rename(source, tmp_path / "b")
    assert (tmp_path / "b/ck_tile_link").readlink() == Path("ck_tile/x.py")
    rename(source, None)
    assert (source / "ck_tile_link").readlink() == Path("ck_tile/x.py")
    assert not (source / "aiter_link").is_symlink()


def test_an_unfinished_rename_in_place_goes_on(tmp_path: Path, monkeypatch) -> None:
    from porter.port.moves import MovedTree

    source = put(tmp_path / "a", TREE)
    rename(source, tmp_path / "b")
    with monkeypatch.context() as patched:
        removed: list[str] = []

        def stop(self: MovedTree, path: str) -> bool:
            if len(removed) == 2:
                raise KeyboardInterrupt
            removed.append(path)
            (source / path).unlink()
            return True

        patched.setattr(MovedTree, "_remove", stop)
        with pytest.raises(KeyboardInterrupt):
            rename(source, None)
    assert (source / "ck_tile/core.py").is_file() and (source / "csrc/aiter_enum.h").is_file()
    rename(source, None)
    assert got(source) == got(tmp_path / "b")


LINES = st.sampled_from(
    [*TREE.values(), "ck_tile aiter\n", "CK-TILE AITER ckTileX\n", "x = 'ck-tile'\n", "aiter(1)\n"]
)
PATHS = st.sampled_from([*TREE, "ck_tile/x.txt", "a/ck-tile-b.h", "a/aiter-b.h", "LICENSE", "z.cu"])


@settings(max_examples=25, deadline=None)
@given(tree=st.dictionaries(PATHS, st.lists(LINES, max_size=4).map("".join), max_size=6))
def test_any_tree_comes_back(tmp_path_factory: pytest.TempPathFactory, tree) -> None:
    root = tmp_path_factory.mktemp("tree")
    source = put(root / "a", tree)
    source.mkdir(exist_ok=True)
    try:
        rename(source, root / "b")
    except PorterError as error:
        assert "would be called" in str(error)
        return
    rename(root / "b", root / "c", PACK.reversed())
    assert got(root / "c") == got(source)


def cli(*words: str, text: str | None = None):
    return CliRunner().invoke(group, ["convert", *words], input=text)


def test_the_command_line(tmp_path: Path) -> None:
    source = str(put(tmp_path / "a", TREE))
    own = tmp_path / "own.toml"
    own.write_text(
        '[pack]\nname = "own"\ntarget = "rocker"\n[[rename]]\nfrom = "aiter"\nto = "rocker"\n'
    )
    diff = cli(source, "--to", "ck_tile", "--diff")
    assert "+++ b/ck_tile/core.py" in diff.output and not (tmp_path / "b").exists()
    report = tmp_path / "r.json"
    out = str(tmp_path / "b")
    assert cli(source, "--rules", str(own), "--out", out, "--report", str(report)).exit_code == 0
    assert "rocker/core.py" in got(tmp_path / "b")
    document = json.loads(report.read_text())
    assert document["options"]["to"] == "rocker"
    assert document["renamed"]["aiter/core.py"] == {"to": "rocker/core.py", "rule": "PKG01"}
    assert {check["name"] for check in document["checks"]} >= {"Python files parse as before"}
    assert cli("-", "--to", "ck_tile", text="aiter Aiter\n").stdout == "ck_tile CkTile\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--to", "nothing"], "there is no such target"),
        (["--reverse"], "--reverse takes a rule pack back"),
        (["--to", "ck_tile", "--project", "torch"], "are for --to hip"),
        (["--rules", "/nowhere.toml"], "cannot be read"),
    ],
)
def test_what_the_command_line_refuses(tmp_path: Path, words: list[str], message: str) -> None:
    source = str(put(tmp_path / "a", TREE))
    done = cli(source, "--out", str(tmp_path / "b"), *words)
    assert done.exit_code != 0
    assert message in done.output + str(done.exception)
    assert not (tmp_path / "b").exists()


def test_yaml_is_read_with_its_documents_tags_and_templates_left_alone() -> None:
    pytest.importorskip("yaml", reason="pip install '.[yaml]'")
    assert data_problem("a.yaml", b"a: 1\n---\nb: !Own {c: &x [1], d: *x}\n") is None
    found = data_problem("a.yml", b"a: 1\n b: 2\n")
    assert found is not None and found[0] == 2 and "not allowed" in found[1]
    assert data_problem("a.yaml", b"{{ values }}: [\n") is not None


def test_a_yaml_file_that_does_not_load_any_more(tmp_path: Path) -> None:
    pytest.importorskip("yaml", reason="pip install '.[yaml]'")
    key = "aiter_" * 170  # a key may have 1,024 characters
    tree = {"a.yaml": f"{key}: 1\n", "template.yaml": "{{ aiter }}: [\n"}
    summary = rename(put(tmp_path / "a", tree), tmp_path / "b")
    (data,) = [one for one in summary.conversion.checks if "YAML" in one.name]
    assert (data.count, [place for place, _ in data.failures]) == (1, ["a.yaml:1"])
    assert summary.errors == 1


def test_without_pyyaml_the_run_says_what_was_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("syntax", "checks"):
        monkeypatch.setattr(f"porter.packs.{place}.reads_yaml", lambda: False)
    tree = {"a.yaml": "aiter: 1\n", "b.yaml": "other: 1\n", "c.json": "{}"}
    summary = rename(put(tmp_path / "a", tree), tmp_path / "b")
    assert any(note.startswith("1 YAML file changed and not read again") for note in summary.notes)
    assert "JSON and TOML files load as before" in {one.name for one in summary.conversion.checks}

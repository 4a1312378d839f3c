"""Whole trees renamed: what is written, what is found, what is taken back."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porter.errors import PorterError
from porter.packs.pack import read as read_pack
from porter.packs.syntax import reads_yaml
from porter.report.blocks import blocks

from .renamed import PACK, TREE, got, messages, put, rename


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
    assert {rule for rule, _ in summary.edits} == {"PKG01"}


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


def test_a_namespace_gets_a_name_apart_and_comes_back(tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text(
        '[pack]\nname = "own"\ntarget = "own"\n\n'
        '[[rename]]\nfrom = "aiter"\nto = "ck_tile"\nnamespace = "ck_tile_ops"\n'
    )
    tree = {
        "aiter/__init__.py": "import aiter\n",
        "a.cu": (
            '#include "ck_tile/core.hpp"\n#include "aiter_enum.h"\n'
            "namespace aiter { using T = ck_tile::half_t; int aiter_x; }\n"
            "namespace aiter::inner {}\nusing namespace aiter;\nnamespace short_one = aiter;\n"
            "int f() { return ::aiter :: aiter_x; }\n"
        ),
        "aiter_enum.h": "",
    }
    source = put(tmp_path / "a", tree)
    own = read_pack(pack)
    summary = rename(source, tmp_path / "b", own)
    assert not messages(summary, "PKG03")
    text = got(tmp_path / "b")["a.cu"].decode()
    assert text == (
        '#include "ck_tile/core.hpp"\n#include "ck_tile_enum.h"\n'
        "namespace ck_tile_ops { using T = ck_tile::half_t; int ck_tile_x; }\n"
        "namespace ck_tile_ops::inner {}\nusing namespace ck_tile_ops;\n"
        "namespace short_one = ck_tile_ops;\n"
        "int f() { return ::ck_tile_ops :: ck_tile_x; }\n"
    )
    again = rename(tmp_path / "b", tmp_path / "c", own)
    assert not again.edits
    rename(tmp_path / "b", tmp_path / "d", own.reversed())
    assert got(tmp_path / "d") == got(source)


def test_a_pack_that_matches_nothing_says_so(tmp_path: Path) -> None:
    summary = rename(put(tmp_path / "a", {"main.cpp": "int main() {}\n"}), tmp_path / "b")
    (warning,) = summary.conversion.warnings
    assert "is it the right tree" in warning
    last = list(blocks(summary))[-1]
    assert "1 warning to look at" in str(last.rows[0])
    summary = rename(put(tmp_path / "c", TREE), tmp_path / "d")
    assert not summary.conversion.warnings


def test_a_module_of_python_and_a_namespace_of_cpp_may_have_one_name(tmp_path: Path) -> None:
    tree = {
        "aiter/__init__.py": "",
        "use.py": "import aiter\n",
        "csrc/ck.h": "namespace ck_tile {}\n",
    }
    assert rename(put(tmp_path / "a", tree), tmp_path / "b").errors == 0
    tree["csrc/use.cu"] = "using namespace aiter;\nusing namespace aiter;\n"
    summary = rename(put(tmp_path / "c", tree), tmp_path / "d")
    assert summary.errors == 1
    assert "aiter becomes ck_tile, a name that csrc/ck.h has already" in messages(summary, "PKG03")


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


def test_words_that_were_looked_at_in_part_are_told(tmp_path: Path) -> None:
    long = "x" * 100
    text = f"waiter {long}waiter _Z{'9' * 600}_aiter\n"
    summary = rename(put(tmp_path / "a", {"a.txt": text}), tmp_path / "b")
    notes = " ".join(summary.notes)
    assert "waiter (1)" in notes
    assert "words of more than 80 letters (1)" in notes
    assert "1 name renamed in words of which only 512 letters" in notes


def test_nothing_is_told_where_every_word_was_looked_at(tmp_path: Path) -> None:
    summary = rename(put(tmp_path / "a", {"a.txt": "aiter_run(1)\n"}), tmp_path / "b")
    assert summary.notes == []

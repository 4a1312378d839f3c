"""What a rename leaves alone: binaries, what does not parse, other people's paths, YAML."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from porter.packs.syntax import data_problem

from .renamed import PACK, got, messages, put, rename


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

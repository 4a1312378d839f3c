"""What `porter sync` makes of changes on both sides."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from porter import __version__
from porter.convert import cache
from porter.errors import PorterError
from porter.sync.lock import lockfile
from porter.sync.lock.states import state_of
from porter.sync.upstream import current
from porter.sync.write import transaction
from tests.sync.trees import CUDA, Repository

HIP = CUDA.replace(b"cuda_runtime.h", b"hip/hip_runtime.h").replace(b"cuda", b"hip")


def whats(done) -> dict[str, str]:
    return {change.path: change.what for change in done.changes}


def test_the_first_sync_writes_port_bases_and_lock(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, k__data_bin=b"\0\1", README=b"read\n")
    done = repository.sync()
    assert whats(done) == {"README": "added", "a.cu": "added", "k/data.bin": "added"}
    assert repository.ported() == {"a.cu": HIP, "k/data.bin": b"\0\1", "README": b"read\n"}
    assert (repository.port / ".porter/base/a.cu").read_bytes() == HIP
    assert "a.cu" in (repository.root / "porter.lock").read_text()


def test_a_second_sync_writes_nothing(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    before = {path: path.stat().st_mtime_ns for path in repository.root.rglob("*")}
    assert repository.sync().is_current
    assert {path: path.stat().st_mtime_ns for path in repository.root.rglob("*")} == before


def test_porter_s_own_code_may_change_under_one_version(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    monkeypatch.setattr(cache, "code_digest", lambda: "another")
    assert repository.sync().is_current  # it gives the same
    monkeypatch.setattr(cache, "code_digest", lambda: "a third")
    monkeypatch.setattr(current, "convert", _with_a_comment(current.convert))
    monkeypatch.setattr(transaction, "convert", current.convert)
    done = repository.sync()
    assert whats(done) == {"a.cu": "changed"} and not done.is_current
    assert done.causes == {"a.cu": f"porter {__version__}"}
    assert repository.ported()["a.cu"] == HIP + b"// new\n"
    assert repository.sync().is_current


def _with_a_comment(convert):
    def converted(project, severities, upstream, into, *rest):
        pure = convert(project, severities, upstream, into, *rest)
        (into / "a.cu").write_bytes((into / "a.cu").read_bytes() + b"// new\n")
        state = state_of(into / "a.cu")
        assert state is not None
        pure.files["a.cu"] = replace(pure.files["a.cu"], state=state)
        return pure

    return converted


def test_upstream_s_change_and_the_hand_edit_are_both_in_the_port(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    repository.upstream(a_cu=CUDA.replace(b"  cudaFree(x);", b"  cudaFree(x);\n  cudaFree(0);"))
    done = repository.sync()
    assert whats(done) == {"a.cu": "merged with hand edits"}
    assert done.causes == {"a.cu": "upstream"}
    merged = HIP.replace(b"2.f", b"4.f").replace(b"  hipFree(x);", b"  hipFree(x);\n  hipFree(0);")
    assert repository.ported()["a.cu"] == merged
    assert repository.sync().is_current


def test_a_conflict_is_marked_and_stays_open_until_it_is_resolved(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    repository.upstream(a_cu=CUDA.replace(b"2.f", b"3.f"), b_cu=CUDA + b"\n")
    done = repository.sync()
    assert [change.path for change in done.conflicts] == ["a.cu"]
    text = repository.ported()["a.cu"]
    assert b"<<<<<<< port\n  scale<<<1, 32>>>(x, 4.f);\n=======\n" in text
    assert b"(x, 3.f);\n>>>>>>> new conversion\n" in text
    assert repository.ported()["b.cu"] == HIP + b"\n"
    with pytest.raises(PorterError, match=r"conflicts of the last sync are open: a\.cu"):
        repository.sync()
    with pytest.raises(PorterError, match=r"markers of a conflict are left in a\.cu"):
        repository.resume()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"5.f"))
    assert repository.resume().conflicts == []
    assert repository.sync().is_current
    assert not (repository.port / ".porter" / "sync").exists()


def test_abort_gives_everything_back(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=CUDA)
    repository.sync()
    repository.by_hand(a_cu=HIP.replace(b"2.f", b"4.f"))
    before = repository.everything()
    repository.upstream(a_cu=CUDA.replace(b"2.f", b"3.f"), b_cu=None, c_cu=CUDA)
    repository.sync()
    assert repository.abort()
    after = repository.everything()
    assert {path for path in before if before[path] != after.get(path)} == {"up/a.cu", "up/b.cu"}
    assert after.keys() - before.keys() == {"up/c.cu"}
    assert not repository.abort()


def test_added_removed_and_moved_upstream(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=CUDA + b"// b\n", c_cu=b"// c\n" * 9)
    repository.sync()
    repository.by_hand(b_cu=HIP.replace(b"2.f", b"4.f") + b"// b\n")
    repository.upstream(b_cu=None, k__moved_cu=CUDA + b"// moved\n", c_cu=None, d_cu=b"// d\n")
    done = repository.sync()
    assert whats(done) == {
        "c.cu": "removed",
        "d.cu": "added",
        "k/moved.cu": "moved, merged with hand edits",
    }
    assert repository.ported() == {
        "a.cu": HIP,
        "d.cu": b"// d\n",
        "k/moved.cu": HIP.replace(b"2.f", b"4.f") + b"// moved\n",
    }


def test_edited_by_hand_and_gone_upstream(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=b"// b\n")
    repository.sync()
    repository.by_hand(b_cu=b"// mine\n")
    repository.upstream(b_cu=None)
    (change,) = repository.sync().conflicts
    assert (change.path, change.conflict) == (
        "b.cu",
        "gone upstream, and changed by hand in the port",
    )
    assert repository.ported()["b.cu"] == b"// mine\n"
    repository.resume()
    assert repository.ported()["b.cu"] == b"// mine\n"
    assert repository.sync().is_current


def test_removed_by_hand_stays_removed(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=CUDA)
    repository.sync()
    repository.by_hand(b_cu=None)
    assert repository.sync().recorded == ["b.cu"]
    repository.upstream(b_cu=CUDA + b"//\n")
    done = repository.sync()
    assert whats(done) == {"b.cu": "stays removed by hand"}
    assert "b.cu" not in repository.ported()
    assert repository.sync().is_current


def test_both_added_the_same_path(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    repository.by_hand(b_cu=b"// port\n", c_cu=HIP)
    repository.upstream(b_cu=b"// upstream\n", c_cu=CUDA)
    done = repository.sync()
    assert [change.path for change in done.conflicts] == ["b.cu"]
    assert whats(done)["c.cu"] == "the port has it already"
    text = repository.ported()["b.cu"]
    assert b"// port\n" in text and b"// upstream\n" in text


def test_a_binary_file_that_both_sides_changed(repository: Repository) -> None:
    repository.upstream(x_bin=b"\0 1", y_bin=b"\0 1")
    repository.sync()
    repository.by_hand(x_bin=b"\0 2")
    repository.upstream(x_bin=b"\0 3", y_bin=b"\0 3")
    (change,) = repository.sync().conflicts
    assert (change.path, change.conflict) == ("x.bin", "both sides changed a binary file")
    assert repository.ported() == {"x.bin": b"\0 2", "y.bin": b"\0 3"}
    repository.resume()
    assert repository.sync().is_current


def test_mode_bits_come_along_and_hand_edits_stay(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, run=b"#!/bin/sh\necho 1\n")
    repository.sync()
    repository.by_hand(run=b"#!/bin/sh\necho 2\n")
    (repository.up / "run").chmod(0o755)
    assert repository.sync().conflicts == []
    assert os.access(repository.port / "run", os.X_OK)
    assert repository.ported()["run"] == b"#!/bin/sh\necho 2\n"
    (repository.up / "run").chmod(0o644)
    repository.sync()
    assert not os.access(repository.port / "run", os.X_OK)


def test_line_ends_that_change_throughout_are_no_conflict(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA)
    repository.sync()
    mine = HIP.replace(b"2.f", b"4.f")
    repository.by_hand(a_cu=mine)
    repository.upstream(a_cu=CUDA.replace(b"\n", b"\r\n"))
    assert repository.sync().conflicts == []
    assert repository.ported()["a.cu"] == mine.replace(b"\n", b"\r\n")


def test_links_are_brought_along_as_links(repository: Repository) -> None:
    repository.upstream(a_cu=CUDA, b_cu=CUDA)
    (repository.up / "link").symlink_to("a.cu")
    repository.sync()
    (repository.up / "link").unlink()
    (repository.up / "link").symlink_to("b.cu")
    repository.sync()
    assert os.readlink(repository.port / "link") == "b.cu"
    assert repository.sync().is_current


def test_links_to_a_folder_and_to_nothing(repository: Repository) -> None:
    repository.upstream(k__a_cu=CUDA)
    for name, target in (("latest", "k"), ("nothing", "nowhere")):
        (repository.up / name).symlink_to(target)
    repository.sync()
    assert os.readlink(repository.port / "latest") == "k"
    assert os.readlink(repository.port / "nothing") == "nowhere"
    (repository.port / "latest").unlink()
    (repository.port / "latest").symlink_to("elsewhere")
    assert repository.sync().recorded == ["latest"]
    assert repository.sync().is_current


def test_a_file_becomes_a_folder_and_a_folder_a_file(repository: Repository) -> None:
    repository.upstream(a=b"a\n", b__c=b"c\n")
    repository.sync()
    repository.upstream(a=None, b__c=None)
    (repository.up / "b").rmdir()
    repository.upstream(a__d=b"d\n", b=b"b\n")
    repository.sync()
    assert repository.ported() == {"a/d": b"d\n", "b": b"b\n"}


def test_what_a_person_put_in_the_way_is_told_and_nothing_is_written(
    repository: Repository,
) -> None:
    repository.upstream(a__b=b"1\n")
    repository.sync()
    repository.by_hand(a__mine=b"mine\n")
    repository.upstream(a__b=None)
    (repository.up / "a").rmdir()
    repository.upstream(a=b"now a file\n")
    before = repository.everything()
    with pytest.raises(PorterError, match="a folder is in the way of a file"):
        repository.sync()
    assert repository.everything() == before


def test_the_choices_of_porter_toml_reach_the_port(tmp_path: Path) -> None:
    repository = Repository(tmp_path, 'rename = true\nexclude = ["x/**"]\nkind = "plain"\n')
    repository.upstream(a_cu=CUDA, x__b_cu=CUDA)
    repository.sync()
    assert {"a.hip", "Makefile", "compile.sh"} <= repository.ported().keys()
    assert "x/b.cu" not in repository.ported()
    section = lockfile.read(repository.root)["port"]
    assert section.files["a.hip"].source == "a.cu"
    assert repository.sync().is_current


def test_a_port_inside_its_upstream_is_no_part_of_it(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "r")
    (repository.root / "porter.toml").write_text('[project]\nupstream = "."\nport = "port"\n')
    repository.upstream(a_cu=CUDA)
    repository.sync()
    assert repository.sync().is_current
    assert "up/a.cu" in repository.ported()
    assert not any(path.startswith("port") for path in repository.ported())

"""What is found in a tree, and that nothing is left out in silence."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.discover import Project, discover
from porter.source.text.languages import Language, language_of


def make(root: Path, *paths: str, **contents: str) -> Path:
    for path in paths:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch() if not path.endswith("/") else target.mkdir(exist_ok=True)
    for path, text in contents.items():
        (root / path.replace("__", "/")).write_text(text)
    return root


def paths(project: Project) -> list[str]:
    return [entry.path for entry in project.entries]


def test_a_tree(tmp_path: Path) -> None:
    make(tmp_path, "b.cu", "a/c.py", "LICENSE", "a/CMakeLists.txt")
    project = discover(tmp_path)
    assert [(entry.path, entry.language) for entry in project.entries] == [
        ("LICENSE", Language.OTHER),
        ("a/CMakeLists.txt", Language.CMAKE),
        ("a/c.py", Language.PYTHON),
        ("b.cu", Language.CUDA),
    ]
    assert (project.excluded, project.vendored, project.unreadable) == ({}, {}, {})


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("a.cu", Language.CUDA),
        ("A.CUH", Language.CUDA),
        ("x/a.h++", Language.CUDA),
        ("a.b.cu", Language.CUDA),
        ("a.cu.in", Language.CUDA),
        ("host/performdocking.h.Cuda", Language.CUDA),
        ("config.hpp.cmake", Language.CUDA),
        ("FindA.cmake", Language.CMAKE),
        ("a.cu.j2", Language.CUDA),
        ("Makefile", Language.MAKE),
        ("x/rules.mk", Language.MAKE),
        ("Find.cmake.in", Language.CMAKE),
        ("MANIFEST.in", Language.BUILD),
        (".h", Language.OTHER),
        ("cu", Language.OTHER),
        ("a.txt", Language.OTHER),
    ],
)
def test_languages(name: str, language: Language) -> None:
    assert language_of(name) is language


def test_gitignore_files_nest_and_negate(tmp_path: Path) -> None:
    make(
        tmp_path,
        "build/a.cu",
        "a.log",
        "sub/a.log",
        "sub/keep.log",
        "sub/only/here.cu",
        "only/here.cu",
        **{".gitignore": "build/\n*.log\n", "sub__.gitignore": "!keep.log\n/only\n"},
    )
    project = discover(tmp_path)
    assert paths(project) == [".gitignore", "only/here.cu", "sub/.gitignore", "sub/keep.log"]
    assert project.excluded == {
        "build": ".gitignore",
        "a.log": ".gitignore",
        "sub/a.log": ".gitignore",
        "sub/only": "sub/.gitignore",
    }


def test_an_ignored_folder_beside_a_makefile_is_kept_empty(tmp_path: Path) -> None:
    make(
        tmp_path, "Makefile", "bin/run", "a.cu", "sub/out/x",
        **{".gitignore": "bin/\nout\n"},
    )  # fmt: skip
    project = discover(tmp_path)
    assert project.empty_folders == ["bin"]
    assert project.excluded == {"bin": ".gitignore", "sub/out": ".gitignore"}


def test_gitignore_files_above_the_source_count(tmp_path: Path) -> None:
    make(
        tmp_path,
        ".git/",
        "src/a.cu",
        "src/gen/b.cu",
        "src/c.o",
        **{".gitignore": "*.o\n/src/gen\n"},
    )
    project = discover(tmp_path / "src")
    assert paths(project) == ["a.cu"]
    assert project.excluded == {"gen": "../.gitignore", "c.o": "../.gitignore"}


def test_a_source_that_is_itself_ignored_is_taken_all_the_same(tmp_path: Path) -> None:
    make(tmp_path, ".git/", "build/a.cu", **{".gitignore": "build/\n"})
    assert paths(discover(tmp_path / "build")) == ["a.cu"]


def test_exclude_takes_patterns_as_in_gitignore(tmp_path: Path) -> None:
    make(tmp_path, "a.cu", "tests/b.cu", "x/tests/c.cu", "x/d.cu")
    project = discover(tmp_path, ["/tests", "d.*"])
    assert paths(project) == ["a.cu", "x/tests/c.cu"]
    assert project.excluded == {"tests": "--exclude", "x/d.cu": "--exclude"}


def test_vendored_trees_are_recognised_and_told(tmp_path: Path) -> None:
    make(
        tmp_path,
        "third_party/lib/a.cu",
        "own/b.cu",
        "mod/c.cu",
        "nested/.git",
        "nested/d.cu",
        "libs/cutlass/include/cutlass/cutlass.h",
        "cutlass/mine.cu",
        "porter_compat/warp.hpp",
        **{".gitmodules": '[submodule "m"]\n\tpath = mod\n\turl = x\n'},
    )
    project = discover(tmp_path)
    assert project.vendored == {
        "third_party": "called third_party",
        "mod": "a git submodule",
        "nested": "a git submodule",
        "libs/cutlass": "a copy of cutlass",
        "porter_compat": "porter's support headers",
    }
    assert "third_party/lib/a.cu" in paths(project)
    assert project.is_vendored("third_party/lib/a.cu")
    assert not project.is_vendored("own/b.cu")
    assert not project.is_vendored("third_party_not/b.cu")
    assert discover(tmp_path, include_vendored=True).vendored == {}


def test_symbolic_links_are_noted_and_never_followed(tmp_path: Path) -> None:
    make(tmp_path, "a/b.cu")
    (tmp_path / "a" / "loop").symlink_to("..")
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "file.cu").symlink_to("a/b.cu")
    project = discover(tmp_path)
    assert [(entry.path, entry.is_link) for entry in project.entries] == [
        ("a/b.cu", False),
        ("a/loop", True),
        ("file.cu", True),
        ("self", True),
    ]


def test_a_link_that_is_named_stands_for_its_file(tmp_path: Path) -> None:
    make(tmp_path, "a/b.cu")
    (tmp_path / "c.cu").symlink_to("a/b.cu")
    project = discover(tmp_path / "c.cu")
    assert (project.root, paths(project)) == (tmp_path / "a", ["b.cu"])


def test_what_is_neither_file_nor_folder_is_told(tmp_path: Path) -> None:
    make(tmp_path, "a.cu")
    os.mkfifo(tmp_path / "pipe")
    project = discover(tmp_path)
    assert paths(project) == ["a.cu"]
    assert project.unreadable == {"pipe": "is not a regular file"}
    with pytest.raises(PorterError, match="neither a file nor a folder"):
        discover(tmp_path / "pipe")


def test_a_missing_source(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="no such file"):
        discover(tmp_path / "nowhere")


def test_a_folder_that_cannot_be_listed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "a.cu", "locked/b.cu")
    scandir = os.scandir

    def refuse(folder: Path):
        if Path(folder).name == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    project = discover(tmp_path)
    assert paths(project) == ["a.cu"]
    assert project.unreadable == {"locked": "Permission denied"}


def test_empty_folders_and_old_ports_and_temporary_files(tmp_path: Path) -> None:
    make(
        tmp_path,
        "empty/",
        "ported/a.cu",
        "ported/.porter/written.json",
        "a.cu",
        ".a.cu.porter-tmp",
        "__pycache__/x.pyc",
    )
    project = discover(tmp_path)
    assert paths(project) == ["a.cu"]
    assert project.empty_folders == ["empty"]
    assert project.leftovers == [".a.cu.porter-tmp"]
    assert project.excluded == {"ported": "a port that porter wrote", "__pycache__": "no source"}


def test_what_cmake_wrote_is_left_out(tmp_path: Path) -> None:
    make(tmp_path, "CMakeLists.txt", "CMakeCache.txt", "CMakeFiles/3.20/a.cudafe1.cpp", "main.cu")
    make(
        tmp_path, "build/CMakeCache.txt", "build/Makefile", "build/lib/x.lib", "lib/CMakeFiles.txt"
    )
    project = discover(tmp_path)
    assert paths(project) == ["CMakeLists.txt", "lib/CMakeFiles.txt", "main.cu"]
    assert project.excluded == {
        "CMakeCache.txt": "CMake wrote it",
        "CMakeFiles": "CMake wrote it",
        "build": "CMake builds in it",
    }


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.cu")).touch()
    assert paths(discover(tmp_path)) == [os.fsdecode(b"caf\xe9.cu")]


def test_git_and_porter_agree_on_what_is_ignored(tmp_path: Path) -> None:
    make(
        tmp_path, "a.cu", "b.tmp", "out/c.cu", "d/out/e.cu", "d/f.tmp", "d/g.cu",
        **{".gitignore": "*.tmp\n/out/\n", "d__.gitignore": "!f.tmp\nout\n"},
    )  # fmt: skip
    try:
        subprocess.run(["git", "init", "-q", tmp_path], check=True, capture_output=True)
        listed = subprocess.run(
            ["git", "ls-files", "--others", "--exclude-standard"],
            cwd=tmp_path, check=True, capture_output=True, text=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("git is not there")
    assert paths(discover(tmp_path)) == sorted(listed.stdout.split())


def test_folders_that_nobody_made_by_hand_are_not_walked(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(900):
        folder = folder / "d"
    folder.mkdir(parents=True)
    (tmp_path / "a.cu").touch()
    project = discover(tmp_path)
    assert paths(project) == ["a.cu"]
    ((path, reason),) = project.unreadable.items()
    assert path.startswith("d/d/d") and "folders deep" in reason


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_gitignore_that_is_no_file_is_not_read(tmp_path: Path, kind: str) -> None:
    (tmp_path / "a.cu").touch()
    if kind == "pipe":
        os.mkfifo(tmp_path / ".gitignore")
    else:
        (tmp_path / ".gitignore").symlink_to("/dev/zero")
    project = discover(tmp_path)
    assert "a.cu" in paths(project)
    assert ".gitignore" in project.unreadable

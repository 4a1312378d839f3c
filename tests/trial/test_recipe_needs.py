"""Programs and libraries that recipes ask for and a machine lacks are told of at their place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.trial.test_makefile import told

GCC = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc to ask")


@pytest.mark.parametrize("call", ["nobodys-yacc a.y", "@nobodys-yacc a.y", "cd . && nobodys-yacc"])
def test_a_program_that_is_not_installed(tmp_path: Path, call: str) -> None:
    found = told(tmp_path, f"app: a.cu\n\t{call}\n\thipcc a.cu -o app\n")
    assert found == [(2, "warning: nobodys-yacc is called, and it is not installed here")]


@pytest.mark.parametrize(
    "call",
    [
        "-nobodys a.y",  # make minds no failure
        "nobodys a.y || true",
        "if which nobodys; then nobodys a; fi",
        "for f in a b; do echo $$f; done",
        "./nobodys a",
        "$(NOBODYS) a",
        "X=1 ls",
        "hipconfig --version",
        "echo 'nobodys; nobodys'",
    ],
)
def test_what_may_be_well(tmp_path: Path, call: str) -> None:
    found = told(tmp_path, f"app: a.cu\n\t{call}\n\thipcc a.cu -o app\n")
    assert [one for one in found if "installed" in one[1]] == []


@GCC
@pytest.mark.parametrize("compiler", ["hipcc", "g++"])
def test_a_library_that_is_not_installed(tmp_path: Path, compiler: str) -> None:
    found = told(tmp_path, f"app: a.o\n\t{compiler} a.o -L../lib -lnobodys -lm -o app\n")
    assert found == [(2, "warning: the library nobodys is linked, and none is here")]


@GCC
@pytest.mark.parametrize("word", ["-lm -lpthread -lstdc++", "-lhipblas", "-lcudart", "-L. -lown"])
def test_libraries_that_are_there_or_anothers_matter(tmp_path: Path, word: str) -> None:
    (tmp_path / "libown.a").write_bytes(b"!<arch>\n")
    assert told(tmp_path, f"app: a.o\n\thipcc a.o {word} -o app\n") == []


@GCC
def test_a_library_that_the_makefile_makes(tmp_path: Path) -> None:
    text = "app: libown.a a.o\n\thipcc a.o -L. -lown -o app\nlibown.a: a.o\n\tar rc $@ a.o\n"
    assert told(tmp_path, text) == []


@pytest.mark.parametrize(
    "call", ["rm -r ./bin", "@rm -R -v bin; echo", "cd bin && ls", "rm -r bin\n\tmkdir bin"]
)
def test_a_folder_that_is_not_there(tmp_path: Path, call: str) -> None:
    text = f"app: a.cu\n\t{call}\n\thipcc a.cu -o app\n"
    (found,) = told(tmp_path, text)
    assert found[0] == 2 and "bin is not there when this line is run" in found[1]
    (tmp_path / "bin").mkdir()
    assert told(tmp_path, text) == []


@pytest.mark.parametrize(
    "call",
    ["rm -rf bin", "-rm -r bin", "rm -r bin || true", "rm -r *.o", "mkdir bin; cd bin", "rm bin"],
)
def test_folders_that_may_be_well(tmp_path: Path, call: str) -> None:
    assert told(tmp_path, f"app: a.cu\n\t{call}\n\thipcc a.cu -o app\n") == []

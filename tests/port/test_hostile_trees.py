"""Trees made to confuse are converted to the end: no rule fails and no file is lost."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.files.names import REVERSE_RECORD
from porter.options import Options
from porter.packs import pack
from porter.packs.record import read
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.packs.test_pack import HEAD, KIT

KERNEL = "__global__ void k(int* p) { *p = 1; }\nint main() { k<<<1, 1>>>(0); }\n"
_CMAKE = "cmake_minimum_required(VERSION 3.20)\nproject(x LANGUAGES CXX CUDA)\n"
_ENDLESS = {
    "CMakeLists.txt": f"{_CMAKE}include(CMakeLists.txt)\ninclude(a.cmake)\nadd_subdirectory(.)\n"
    "add_subdirectory(sub)\nadd_executable(x a.cu)\n",
    "a.cmake": "include(a.cmake)\ninclude(b.cmake)\n",
    "b.cmake": "include(a.cmake)\ninclude(a.cmake)\n",
    "sub/CMakeLists.txt": "add_subdirectory(..)\nadd_subdirectory(.. again)\n",
}
_RECURSIVE = {
    "CMakeLists.txt": f"{_CMAKE}function(f)\nf()\nf()\nendfunction()\nmacro(m)\nm()\nm()\n"
    "endmacro()\nm()\nf()\nforeach(i RANGE 1000000000)\nlist(APPEND x a.cu)\nendforeach()\n"
    "while(1)\nendwhile()\nadd_executable(x ${x})\n",
    "Makefile": "f = $(call f,$(1)$(1))$(call g,$(1))\n"
    "g = $(call f,x)$(foreach a,$(1) $(1),$(call f,$(a)))\ninclude Makefile\n-include *.mk\n"
    "all: a.cu\n\tnvcc $(call f,x) $(eval $(call f,y)) -o a a.cu\n",
}
_DEEP = {
    "CMakeLists.txt": _CMAKE + "if(A)\n" * 5_000 + "endif()\n" * 5_000 + "$<" * 20_000,
    "Makefile": "all:\n\tnvcc " + "$(if " * 5_000 + ")" * 5_000 + "\nifdef A\n" * 5_000,
    "setup.py": "x = " + "(" * 20_000 + ")" * 20_000 + "\ny = " + "-" * 20_000 + "1\n",
    ".gitignore": "*" * 20_000 + "x\n" + "[[:" * 20_000 + "\n" + "**/" * 20_000 + "\n",
    ".gitmodules": '[submodule "x"]\npath = ../../..\npath = /etc\npath = .\npath = -rf\n',
    ".gitattributes": "* filter=evil diff=evil text=auto\n[attr]" + "a " * 20_000,
}
_NAMES = [
    "A.cu", "a.CU", "Dir/x.cu", "dir/x.cu", "dir/X.cu", "a.cu ", "a.cu.", "CON.cu", "-rf.cu",
    "$(x).cu", "a\nb.cu", "\u202ea.cu", "~a.cu", ".cu", "....cu", "\u212b.cu", "\u00c5.cu",
    unicodedata.normalize("NFC", "é.cu"), unicodedata.normalize("NFD", "é.cu"), "\udcff.cu",
]  # fmt: skip


@pytest.mark.parametrize(
    "files",
    [_ENDLESS, _RECURSIVE, _DEEP, dict.fromkeys(_NAMES, KERNEL)],
    ids=["endless", "recursive", "deep", "names"],
)
@pytest.mark.parametrize("rename", [False, True])
def test_a_tree_is_converted_to_its_end(
    tmp_path: Path, files: dict[str, str], rename: bool
) -> None:
    source, out = tmp_path / "source", tmp_path / "out"
    for name, text in {"a.cu": KERNEL, **files}.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    summary = write_port([source], Options(rename=rename), Destination(OutputMode.OUT, out))
    assert not [one for _, one in summary.findings if "failed and was not" in one.finding.message]
    written = {path for path in out.rglob("*") if path.is_file() and ".porter" not in path.parts}
    assert len(written) >= len({"a.cu", *files})


@pytest.mark.parametrize("content", ["pipe", "deep"])
def test_a_record_of_a_rename_that_a_tree_brought_is_looked_at(
    tmp_path: Path, content: str
) -> None:
    place = tmp_path / REVERSE_RECORD
    place.parent.mkdir()
    if content == "pipe":
        os.mkfifo(place)
    else:
        place.write_text("[" * 100_000)
    (tmp_path / "pack.toml").write_text(HEAD + KIT.format("foo", "bar"))
    chosen = pack.read(tmp_path / "pack.toml")
    with pytest.raises(PorterError, match="the record of the rename is damaged"):
        read(tmp_path, chosen)

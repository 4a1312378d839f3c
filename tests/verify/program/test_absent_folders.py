"""Folders that Git does not keep are made where a build misses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.program.absent_folders import make_absent_folders
from tests.verify.program.unprepared import verdict


@pytest.mark.parametrize(
    "said",
    [
        "Fatal error: can't create obj/main.o: No such file or directory",
        "/usr/bin/ld: cannot open output file obj/app: No such file or directory",
        "error: unable to open output file 'obj/a.o': 'No such file or directory'",
        "cp: cannot create regular file 'obj/app': No such file or directory",
        "fatal error: opening dependency file obj/a.d: No such file or directory",
    ],
)
def test_messages(tmp_path: Path, said: str) -> None:
    assert make_absent_folders(said, tmp_path, tmp_path) == ["obj"]
    assert (tmp_path / "obj").is_dir()
    assert make_absent_folders(said, tmp_path, tmp_path) == []


def test_where_make_went(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    said = f"make[1]: Entering directory '{tmp_path}/src'\ncan't create ../bin/a.o: No such file"
    assert make_absent_folders(said, tmp_path / "src", tmp_path) == ["bin"]
    assert make_absent_folders("can't create /elsewhere/a.o: No", tmp_path, tmp_path) == []
    assert make_absent_folders("can't create ../out/a.o: No", tmp_path, tmp_path) == []


PROGRAM = """
#include <cstdio>
__global__ void twice(int *x) { *x *= 2; }
int main() {
  int *x;
  cudaMallocManaged(&x, 4);
  *x = 21;
  twice<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  printf("%d\\n", *x);
}
"""


@pytest.mark.toolchain
def test_a_build_of_objects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = "bin/app: obj/app.o\n\tnvcc -o $@ $<\nobj/app.o: app.cu\n\tnvcc -c -o $@ $<\n"
    found = verdict(tmp_path, monkeypatch, {"Makefile": recipe, "app.cu": PROGRAM})
    assert found["passed"] and found["numbers"] == 1

"""A port of one target of upstream's, kept by `porter sync`."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from tests.sync.trees import Repository

SCRIPT = b"""\
project(p LANGUAGES CXX CUDA)
add_executable(foo foo.cu)
add_executable(bar bar.cu)
"""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path, 'target = "foo"\n')
    made.upstream(foo_cu=b"int main() { cudaDeviceReset(); }\n", bar_cu=b"int main() {}\n")
    (made.up / "CMakeLists.txt").write_bytes(SCRIPT)
    return made


def test_only_its_sources_are_the_port_s(repository: Repository) -> None:
    repository.sync()
    files = repository.ported()
    assert files.keys() == {"CMakeLists.txt", "foo.cu"}
    assert b"hipDeviceReset" in files["foo.cu"]
    assert b"bar" not in files["CMakeLists.txt"]


def test_a_change_elsewhere_changes_nothing(repository: Repository) -> None:
    repository.sync()
    repository.upstream(bar_cu=b"int main() { return 1; }\n")
    assert not repository.sync().changes


def test_a_header_that_it_comes_to_need_is_added(repository: Repository) -> None:
    repository.sync()
    repository.upstream(foo_cu=b'#include "new.cuh"\nint main() {}\n', new_cuh=b"#pragma once\n")
    repository.sync()
    assert "new.cuh" in repository.ported()


def test_a_target_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "other", 'target = "none"\n')
    repository.upstream(foo_cu=b"int main() {}\n")
    with pytest.raises(PorterError, match="none"):
        repository.sync()

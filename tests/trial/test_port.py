"""Where upstream's own build files stop, no port is to blame."""

from __future__ import annotations

from pathlib import Path

from porter.trial.port import stops_upstream


def test_a_target_that_comes_later_stops_upstream(tmp_path: Path) -> None:
    text = (
        "cmake_minimum_required(VERSION 3.18)\nproject(p LANGUAGES CXX CUDA)\n"
        "target_link_options(app PRIVATE -g)\nadd_executable(app main.cu)\n"
        "target_link_libraries(app CUDA::cublas)\n"
    )
    (tmp_path / "CMakeLists.txt").write_text(text)
    (tmp_path / "main.cu").write_text("int main() {}\n")
    assert stops_upstream(tmp_path, "CMakeLists.txt:3")
    assert not stops_upstream(tmp_path, "CMakeLists.txt:5")


def test_a_first_target_that_cleans_stops_upstream(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("clean:\n\trm out/*\napp: a.cu\n\tnvcc a.cu\n")
    assert stops_upstream(tmp_path, "Makefile:2")
    assert not stops_upstream(tmp_path, "Makefile:4")


def test_a_folder_without_build_files_stops_nowhere(tmp_path: Path) -> None:
    assert not stops_upstream(tmp_path, "Makefile:2")

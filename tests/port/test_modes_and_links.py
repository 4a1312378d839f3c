"""Modes, links and folders of a port are those of its source."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.port.trees import CUDA, HIP, in_place, port, put


def test_modes_and_empty_folders(src: Path, out: Path) -> None:
    put(src, a_cu=CUDA, run=b"#!/bin/sh\n", locked=b"x")
    (src / "run").chmod(0o755)
    (src / "locked").chmod(0o444)
    (src / "a.cu").chmod(0o640)
    (src / "empty").mkdir()
    for _ in range(2):
        port(src, out)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in out.iterdir()}
        assert (modes["run"], modes["locked"], modes["a.cu"]) == (0o755, 0o444, 0o640)
        assert list((out / "empty").iterdir()) == []
    (src / "run").chmod(0o700)
    port(src, out)
    assert stat.S_IMODE((out / "run").stat().st_mode) == 0o700


def test_in_place_keeps_the_mode(src: Path) -> None:
    put(src, a_cu=CUDA)
    (src / "a.cu").chmod(0o755)
    in_place(src)
    assert stat.S_IMODE((src / "a.cu").stat().st_mode) == 0o755


def test_links_stay_links(src: Path, out: Path) -> None:
    put(src, k__a_cu=CUDA, Makefile=b"all:\n")
    (src / "b.cu").symlink_to("k/a.cu")
    (src / "k" / "loop").symlink_to("..")
    (src / "self").symlink_to("self")
    (src / "away").symlink_to("/nowhere/at/all")
    summary = port(src, out)
    assert os.readlink(out / "b.cu") == "k/a.cu"
    assert (out / "b.cu").read_bytes() == HIP
    assert os.readlink(out / "k" / "loop") == ".."
    assert os.readlink(out / "self") == "self"
    assert summary.notes == ["away: a link that leads out of the tree: /nowhere/at/all"]
    assert port(src, out).written == 0


def test_in_place_through_a_link_that_is_named(src: Path, tmp_path: Path) -> None:
    put(src, a_cu=CUDA)
    link = tmp_path / "link.cu"
    link.symlink_to(src / "a.cu")
    write_port([link], Options(), Destination(OutputMode.IN_PLACE))
    assert link.is_symlink()
    assert (src / "a.cu").read_bytes() == HIP

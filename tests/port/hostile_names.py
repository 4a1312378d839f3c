"""A tree of scripts, Dockerfiles, presets and sources whose names and kinds are meant to hurt."""

from __future__ import annotations

import os
from pathlib import Path

CUDA = "#include <cuda_runtime.h>\nvoid f() { cudaDeviceSynchronize(); }\n"
SCRIPT = "#!/bin/sh\nnvcc a.cu -o a\n"
#: Names that a shell, an option parser or a terminal may take for something else.
NAMES = ("$(touch PWNED).cu", "-rf.cu", "`id`.cu", "a b;c.cu", f"{'x' * 240}.cu")


def put_hostile_tree(folder: Path) -> Path:
    """Write the tree into `folder/up`, and beside it what it has links to; return it."""
    up = folder / "up"
    (up / "sub/Dockerfile").mkdir(parents=True)
    (folder / "victim.cu").write_text(CUDA)
    (folder / "victim.sh").write_text(SCRIPT)
    for name in NAMES:
        (up / name).write_text(CUDA)
    (up / "plain.cu").write_text(CUDA)
    (up / "run.sh").write_text(SCRIPT)
    (up / "run.sh").chmod(0o4755)
    (up / "bytes.sh").write_bytes(b"nvcc \xff a.cu\n")
    (up / "Dockerfile").write_text("FROM ubuntu\nENV X=$(touch PWNED)\nRUN nvcc a.cu\n")
    (up / "CMakePresets.json").write_text("[" * 100_000)
    (up / "link.cu").symlink_to("../victim.cu")
    (up / "link.sh").symlink_to("../victim.sh")
    (up / "folder").symlink_to("..")
    (up / "hard.cu").hardlink_to(folder / "victim.cu")
    os.mkfifo(up / "pipe.cu")
    os.mkfifo(up / "Dockerfile.pipe")
    return up


def outside(folder: Path) -> dict[str, str]:
    """Return what the tree could have reached: files beside it, and any file a command made."""
    found = {name: (folder / name).read_text() for name in ("victim.cu", "victim.sh")}
    return found | {path.name: "" for path in folder.rglob("PWNED")}


UNTOUCHED = {"victim.cu": CUDA, "victim.sh": SCRIPT}

"""`ported/` is what porter writes from `csrc_cuda/`, and the hand edits that are named here."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from porter.cache import digest_of
from porter.emit.port import Destination, Way, write_port
from porter.emit.project.kinds import Kind
from porter.emit.record import Record
from porter.options import Options
from porter.project.discover import PORT_MARK

ROOT = Path(__file__).parents[1]
PORTS = {
    "causal_conv1d": Kind.TORCH,
    "efficient_kernels": Kind.TORCH,
    "warp_kit": Kind.CMAKE,
}
#: Files of a port that a person wrote or changed, and why.
BY_HAND = {
    "efficient_kernels": {
        "csrc/kernels/gemm_tensor_cores.cuh": "HIP has no nvcuda::wmma",
        "csrc/kernels/matrix_core.cuh": "the matrix cores of CDNA and RDNA 3",
    },
    "warp_kit": {"textures.cu": "gfx94x and gfx950 have no texture units"},
}
REWRITE = "run `python -m tests.test_ported`"


def write(name: str, folder: Path) -> dict[str, str]:
    """Write the port `name` to `folder`; return the digest of each file that porter wrote."""
    summary = write_port(
        [ROOT / "csrc_cuda" / name],
        Options(),
        Destination(Way.OUT, folder),
        kind=PORTS[name],
    )
    assert summary.problems == []
    assert summary.stale == []
    assert set(summary.kept) <= set(BY_HAND.get(name, {}))
    return Record(folder).files


@cache
def _committed(name: str) -> dict[str, bytes]:
    root = ROOT / "ported" / name
    found = (path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


@pytest.mark.parametrize("name", PORTS)
def test_the_port_is_what_porter_writes(name: str, tmp_path: Path) -> None:
    pure = write(name, tmp_path / "port")
    assert Record(ROOT / "ported" / name).files == pure, REWRITE
    by_hand = BY_HAND.get(name, {})
    committed = {path: data for path, data in _committed(name).items() if path != PORT_MARK}
    assert committed.keys() == pure.keys() | by_hand.keys()
    differing = {path for path, data in committed.items() if digest_of(data) != pure.get(path)}
    assert differing == by_hand.keys()


@pytest.mark.parametrize("name", PORTS)
def test_the_ports_readme_tells_how_to_build(name: str) -> None:
    readme = _committed(name)["README.porter.md"].decode()
    assert "## Build" in readme and "./compile.sh" in readme
    assert "## Run without a GPU" in readme


def test_every_project_has_a_port() -> None:
    projects = {path.name for path in (ROOT / "csrc_cuda").iterdir() if any(path.rglob("*.cu"))}
    assert projects == PORTS.keys()


if __name__ == "__main__":
    for port in PORTS:
        write(port, ROOT / "ported" / port)

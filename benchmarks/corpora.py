"""Real CUDA code to measure with: source archives from PyPI, downloaded once and kept.

    python -m benchmarks.corpora            # download all, print a table
    python -m benchmarks.corpora gsplat     # one of them, print its folder

The archives lie under porter's home directory (`PORTER_HOME`), each checked against the checksum
given here. pip asks an archive for its metadata before it hands it out, and some archives ask for a
CUDA toolkit then; for these a stand-in for `nvcc` that only tells its version is put on the way.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.home import porter_home

_SUFFIXES = (".cu", ".cuh")
_NVCC = """\
#!/bin/sh
echo "nvcc: NVIDIA (R) Cuda compiler driver"
echo "Cuda compilation tools, release 12.4, V12.4.131"
"""
_CUDA_HOME_OF_TORCH = """\
import os
import torch.utils.cpp_extension as extension
extension.CUDA_HOME = os.environ["CUDA_HOME"]
"""


@dataclass(frozen=True, slots=True)
class Archive:
    """A source archive on PyPI.

    Attributes:
        name: of the package.
        version: of the package.
        sha256: of the archive, in hex.
        isolated: let pip install what the archive needs to tell its metadata; without it, it
            finds PyTorch.
        environment: variables that keep it from building.
        needs_cuda_home: its metadata is refused without a CUDA toolkit.
        exclude: patterns of what is left out, with the reason in `note`.
        defines: macros that its own build defines or undefines (`-U…`) and that matter.
        note: what to know about it.
    """

    name: str
    version: str
    sha256: str
    isolated: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    needs_cuda_home: bool = False
    exclude: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    note: str = ""

    @property
    def label(self) -> str:
        """Name and version."""
        return f"{self.name} {self.version}"


ARCHIVES = (
    Archive(
        "causal-conv1d",
        "1.5.2",
        "9b7d8ec8d07e3590a1dfa010e4e87d1442635c3f96d665a3c1ce3025d8cc4b84",
        environment={"CAUSAL_CONV1D_SKIP_CUDA_BUILD": "TRUE"},
        note="the archives before 1.5.1 hold no CUDA source; partly ported by hand",
    ),
    Archive(
        "mamba-ssm",
        "2.3.2.post1",
        "104cc47e9101e5401a675fa2b784f2952b9b037f3b1dd83b5ac544394e95d028",
        environment={"MAMBA_SKIP_CUDA_BUILD": "TRUE"},
        note="the archives before 2.3 hold no CUDA source; partly ported by hand",
    ),
    Archive(
        "torch-scatter",
        "2.1.2",
        "69b3aa435f2424ac6a1bfb6ff702da6eb73b33ca0db38fb26989c74159258e47",
    ),
    Archive(
        "torch-sparse",
        "0.6.18",
        "2f14c510a6e93f404c6ea357210615b3c15a71731f9dbd86f25434e34fb5a741",
    ),
    Archive(
        "torch-cluster",
        "1.6.3",
        "78d5a930a5bbd0d8788df8c6d66addd68d6dd292fe3edb401e3dacba26308152",
    ),
    Archive(
        "nerfacc",
        "0.5.3",
        "01850cbbd71b6aeab059cbfb695755f8b6604f3fdfe48c44925b4b97c0c324db",
        environment={"BUILD_NO_CUDA": "1"},
    ),
    Archive(
        "exllamav2",
        "0.0.4",
        "c9eeba99d817c79a6271c3efb0e54f1c5f046a4cab874210fd3745d46b465f56",
        needs_cuda_home=True,
    ),
    Archive(
        "lightgbm",
        "4.7.0",
        "f8e20f682c9aabd000bcf4a7ed8aa6f473c1adfecccae34ec24e823d156f4af0",
        isolated=True,
        defines=("-ULGB_R_BUILD", "-UUSE_MPI", "-UUSE_GPU", "-UTIMETAG", "-UDEBUG"),
        note="no PyTorch; built by CMake; partly ported by hand",
    ),
    Archive(
        "gsplat",
        "1.5.3",
        "343f080c470e891ba3c697c03bdf0952cb982d1d535fdc24adb23c2cb4fba906",
        environment={"BUILD_NO_CUDA": "1"},
    ),
    Archive(
        "fairseq",
        "0.12.2",
        "34f1b18426bf3844714534162f065ab733e049597476daa35fffb4d06a92b524",
        isolated=True,
        exclude=("fairseq/clib/libnat/",),
        note="libnat, C++ only, was written for a PyTorch before 1.5",
    ),
    Archive(
        "deepspeed",
        "0.19.8",
        "9e491abd0827ea5c389dd702e15e11e13d83d904bac4a20d6c2a4cb37207a9af",
        environment={"DS_BUILD_OPS": "0"},
        exclude=("deepspeed/ops/csrc/", "csrc/xpu/", "deepspeed/ops/op_builder/"),
        note="deepspeed/ops/csrc is a copy of csrc; csrc/xpu is for Intel's processors",
    ),
)


def archive(name: str) -> Archive:
    """Return the archive called `name`.

    Raises:
        PorterError: there is none.
    """
    for each in ARCHIVES:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in ARCHIVES)
    raise PorterError(f"no archive is called {name!r}", hint=f"known: {known}")


def fetch(wanted: Archive) -> Path:
    """Return the folder of an archive's sources, downloaded when it is not there yet.

    Raises:
        PorterError: pip failed, or the archive is not the one that was meant.
    """
    folder = porter_home() / "corpora"
    place = folder / f"{wanted.name}-{wanted.version}"
    if place.is_dir():
        return place
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        packed = _download(wanted, Path(scratch))
        digest = hashlib.sha256(packed.read_bytes()).hexdigest()
        if digest != wanted.sha256:
            raise PorterError(
                f"{wanted.label}: the archive's SHA-256 is {digest}", hint=f"not {wanted.sha256}"
            )
        with tarfile.open(packed) as tar:
            tar.extractall(Path(scratch) / "unpacked", filter="data")
        (root,) = (Path(scratch) / "unpacked").iterdir()
        shutil.move(root, place)
    return place


def _download(wanted: Archive, scratch: Path) -> Path:
    command = [sys.executable, "-P", "-m", "pip", "download", "--no-deps"]
    command += ["--no-binary", wanted.name]
    command += ["--disable-pip-version-check", "--quiet", "--dest", str(scratch / "packed")]
    command += [] if wanted.isolated else ["--no-build-isolation"]
    result = subprocess.run(
        [*command, f"{wanted.name}=={wanted.version}"],
        env=_environment(wanted, scratch),
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode != 0:
        raise PorterError(
            f"pip could not download {wanted.label}",
            hint="\n".join(result.stderr.strip().splitlines()[-5:]),
        )
    (packed,) = (scratch / "packed").iterdir()
    return packed


def _environment(wanted: Archive, scratch: Path) -> dict[str, str]:
    environment = {**os.environ, **wanted.environment}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    if wanted.needs_cuda_home:
        toolkit, site = scratch / "cuda", scratch / "site"
        (toolkit / "bin").mkdir(parents=True)
        site.mkdir()
        (toolkit / "bin" / "nvcc").write_text(_NVCC)
        (toolkit / "bin" / "nvcc").chmod(0o755)
        (site / "sitecustomize.py").write_text(_CUDA_HOME_OF_TORCH)
        environment |= {"CUDA_HOME": str(toolkit), "PYTHONPATH": str(site)}
    return environment


def cuda_lines(folder: Path) -> int:
    """Return the number of lines in a folder's `.cu` and `.cuh` files."""
    return sum(
        path.read_bytes().count(b"\n")
        for path in folder.rglob("*")
        if path.suffix in _SUFFIXES and path.is_file()
    )


def main() -> None:
    """Download the archives named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="packages; by default all")
    arguments = parser.parse_args()
    chosen = [archive(name) for name in arguments.names] or list(ARCHIVES)
    for each in chosen:
        folder = fetch(each)
        print(f"{each.label:28} {cuda_lines(folder):7} lines of CUDA  {folder}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"error: {error}")

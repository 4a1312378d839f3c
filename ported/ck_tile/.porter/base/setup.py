"""Install the package with its C++ sources, which it compiles when they are first called.

PREBUILD_KERNELS=1 compiles attention now, 2 products of matrices, 3 all, for GPU_ARCHS.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class BuildWithSources(build_py):
    """Carries csrc along as ck_tile_meta/csrc."""

    def run(self) -> None:
        kind = self._kind()
        super().run()
        shutil.copytree(
            HERE / "csrc", Path(self.build_lib) / "ck_tile_meta" / "csrc", dirs_exist_ok=True
        )
        if kind:
            from ck_tile.jit.prebuilt import prebuild

            for name in prebuild(kind, Path(self.build_lib) / "ck_tile" / "jit" / "prebuilt"):
                print(f"built {name}")

    def _kind(self) -> int:
        """What PREBUILD_KERNELS asks for, before anything is built."""
        said = os.environ.get("PREBUILD_KERNELS", "").strip() or "0"
        if said == "0":
            return 0
        sys.path.insert(0, str(HERE))
        from ck_tile.jit.prebuilt import kind_of

        try:
            return kind_of(said)
        except ValueError as error:
            raise SystemExit(f"error: {error}") from None


setup(
    name="ck_tile",
    version="0.1.0",
    packages=["ck_tile", "ck_tile.jit", "ck_tile.ops"],
    package_data={"ck_tile": ["configs/*"]},
    cmdclass={"build_py": BuildWithSources},
    python_requires=">=3.10",
    install_requires=(HERE / "requirements.txt").read_text("utf-8").split(),
)

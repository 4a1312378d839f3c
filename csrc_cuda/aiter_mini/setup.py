"""Install the package with its C++ sources, which it compiles when they are first called."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class BuildWithSources(build_py):
    """Carries csrc along as aiter_meta/csrc."""

    def run(self) -> None:
        super().run()
        shutil.copytree(
            HERE / "csrc", Path(self.build_lib) / "aiter_meta" / "csrc", dirs_exist_ok=True
        )


setup(
    name="aiter",
    version="0.1.0",
    packages=["aiter", "aiter.jit", "aiter.ops"],
    package_data={"aiter": ["configs/*.json"]},
    cmdclass={"build_py": BuildWithSources},
    python_requires=">=3.10",
    install_requires=["torch"],
)

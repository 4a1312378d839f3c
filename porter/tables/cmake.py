"""CMake's names for CUDA and their HIP counterparts: `rules/cuda-hip/cmake.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from porter.tables.kinds import FILLED_TEXT, TEXT_BY_NAME, TEXTS
from porter.tables.names import rules_folder
from porter.tables.toml import Shape, read, record

_TABLE = Shape(
    {
        **dict.fromkeys(("minimum", "package", "hints"), FILLED_TEXT),
        "architectures": TEXTS,
        **dict.fromkeys(
            ("language", "references", "properties", "package_variables", "library_variables"),
            TEXT_BY_NAME,
        ),
        **dict.fromkeys(("header_packages", "header_targets", "target_needs"), TEXT_BY_NAME),
        **dict.fromkeys(("commands", "without"), TEXT_BY_NAME),
    }
)


@dataclass(frozen=True, slots=True)
class CMakeTable:
    """The table.

    Attributes:
        minimum: the oldest CMake that has HIP as a language.
        package: HIP's package.
        hints: where packages of ROCm's are looked for, as `find_package` takes it.
        architectures: AMD architectures that stand where NVIDIA's were named.
        language: variables of the language.
        references: variables about CUDA's toolkit -> what stands for their value.
        properties: properties of targets.
        package_variables: variables of CUDA's packages.
        library_variables: variables that hold libraries -> CUDA's name of the library.
        header_packages: packages of headers alone -> ROCm's packages.
        header_targets: targets of those -> ROCm's targets.
        target_needs: CUDA's libraries -> those that their targets bring along, ROCm's not.
        commands: commands of FindCUDA -> CMake's own.
        without: words that HIP has nothing for -> why.
    """

    minimum: str
    package: str
    hints: str
    architectures: tuple[str, ...]
    language: dict[str, str]
    references: dict[str, str]
    properties: dict[str, str]
    package_variables: dict[str, str]
    library_variables: dict[str, str]
    header_packages: dict[str, str]
    header_targets: dict[str, str]
    target_needs: dict[str, str]
    commands: dict[str, str]
    without: dict[str, str]

    def find(self, package: str, required: bool = True, quiet: bool = False) -> str:
        """Return the command that finds a package of ROCm's."""
        words = [package, *["REQUIRED"] * required, *["QUIET"] * quiet, "CONFIG", self.hints]
        return f"find_package({' '.join(words)})"


@lru_cache(maxsize=1)
def cmake_table() -> CMakeTable:
    """Return the table.

    Raises:
        PorterError: it is damaged.
    """
    return record(CMakeTable, read(rules_folder() / "cuda-hip" / "cmake.toml", _TABLE))

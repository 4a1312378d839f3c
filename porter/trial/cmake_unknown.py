"""Commands that CMake stops at, since nothing defines them that it reads here.

Packages, downloads and scripts that are not there may bring any command: behind one of these
nothing is said. Source: CMake's manual, cmake-language(7), "Command Invocations".
"""

from __future__ import annotations

from porter.source.build_files.cmake_commands import OF_CMAKE
from porter.trial.cmake_packages import Here, is_of_rocm, module_commands
from porter.trial.cmake_place import Place
from porter.trial.cmake_survey import Survey
from porter.trial.cmake_words import BRINGS_TARGETS

#: Commands of FindCUDA's, which are told of by themselves.
_OF_FINDCUDA = ("cuda_", "nvcc_")


class UnknownCommands:
    """What is known of the commands of a port's scripts.

    Args:
        survey: what its CMake files hold.

    Attributes:
        are_any: whether commands may be there that no script of the port's shows.
    """

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self.are_any = False

    def package(self, name: str, is_there: Here) -> None:
        """Take note of a package that is asked for: what is here may bring commands.

        Args:
            name: of the package.
            is_there: whether it is here.
        """
        self.are_any |= is_there is Here.YES and not is_of_rocm(f"{name}::")

    def of(self, place: Place) -> str:
        """Return what to say of a command in a sentence, which is mostly nothing.

        Args:
            place: where it stands.
        """
        name = place.command.name
        if name not in (b"find_package", b"include") and BRINGS_TARGETS.fullmatch(name):
            self.are_any = True
        text = name.decode()
        is_known = name in OF_CMAKE or name in self._survey.defined or self.are_any
        is_known |= not place.is_sure or text.startswith(_OF_FINDCUDA) or not module_commands()
        if is_known or text in module_commands():
            return ""
        return f"{text} is a command that nothing here defines, and CMake stops at it"

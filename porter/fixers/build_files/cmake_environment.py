"""Ask the environment for ROCm's folder where CMake asked for CUDA's.

## What it does
`$ENV{CUDA_HOME}`, `ENV{CUDA_PATH}` in a condition and their kin become `ROCM_PATH`, `lib64` below
the folder `lib`, and `bin/nvcc` `bin/hipcc`. What has no place in ROCm's folder is reported.
`ENV{CUDACXX}` and `CUDAFLAGS`, which CMake reads, become its variables for HIP.

## Why
On a machine with ROCm nobody sets them: the project stops with its own message, or looks in a
folder without a name.

## What it leaves alone
A variable that the script sets itself. How CMake finds ROCm, which needs none.

## References
HIPCC environment variables; CMake's manual: `ENV`, `HIPCXX`, `HIPFLAGS`; CUDA's installation guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.build_files._cmake import changeable, messages
from porter.fixers.build_files._toolkit_folder import LIBRARIES, NAMES, NVIDIAS_ALONE
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD49", "cmake-environment", languages=(Language.CMAKE,), precedence=Precedence.RENAME)

_VARIABLE = re.compile(rb"\bENV\{(?P<name>%b)\}(?:(?P<nvcc>/bin/nvcc)\b|%b)" % (NAMES, LIBRARIES))
#: The variables of the environment that CMake takes a language's compiler and flags from.
_OF_LANGUAGE = re.compile(rb"\bENV\{(?P<name>CUDA(?=CXX\}|FLAGS\}))")
_SET = re.compile(rb"ENV\{(?P<name>\w+)\}")

EXAMPLES = (
    Example(
        """
        if(NOT DEFINED ENV{CUDA_HOME})
          message(FATAL_ERROR "CUDA_HOME is not set")
        endif()
        if(NOT EXISTS "$ENV{CUDA_HOME}/bin/nvcc")
          message(FATAL_ERROR "no compiler in $ENV{CUDA_HOME}")
        endif()
        link_directories($ENV{CUDA_PATH}/lib64)
        """,
        """
        if(NOT DEFINED ENV{ROCM_PATH})
          message(FATAL_ERROR "CUDA_HOME is not set")
        endif()
        if(NOT EXISTS "$ENV{ROCM_PATH}/bin/hipcc")
          message(FATAL_ERROR "no compiler in $ENV{ROCM_PATH}")
        endif()
        link_directories($ENV{ROCM_PATH}/lib)
        """,
        path="CMakeLists.txt",
        title="its folder, its compiler, its libraries",
    ),
    Example(
        """
        if("$ENV{CUDACXX}" STREQUAL "" AND NOT DEFINED ENV{CUDAFLAGS})
          set(ENV{CUDAFLAGS} -O3)
        endif()
        """,
        """
        if("$ENV{HIPCXX}" STREQUAL "" AND NOT DEFINED ENV{HIPFLAGS})
          set(ENV{HIPFLAGS} -O3)
        endif()
        """,
        path="CMakeLists.txt",
        title="what CMake reads for the language",
    ),
    Example(
        "include_directories($ENV{CUDA_PATH}/samples/common/inc)\n",
        findings=("warning",),
        path="CMakeLists.txt",
        title="what lies in CUDA's folder alone",
    ),
    Example(
        """
        set(ENV{CUDA_HOME} /opt/mine)
        include_directories($ENV{CUDA_HOME}/include)
        """,
        path="CMakeLists.txt",
        title="a variable that the script sets",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield ROCm's variable, and findings about what its folder lacks."""
    found = changeable(file)
    given = {
        match["name"]
        for command in found
        if command.name == b"set" and command.words
        if (match := _SET.fullmatch(command.words[0]))
    }
    for command in (*found, *messages(file)):
        for argument in command.arguments:
            for match in _VARIABLE.finditer(argument.text):
                if match["name"] in given:
                    continue
                at = argument.text_start + match.start()
                if NVIDIAS_ALONE.match(argument.text, match.end()):
                    yield rule.warning(
                        (at, at + len(match.group())),
                        f"{match['name'].decode()} has a folder here that ROCm's has not",
                        hint="see what of NVIDIA's it is for",
                    )
                    continue
                below = b"/lib" if match["lib"] else b"/bin/hipcc" if match["nvcc"] else b""
                yield rule.replace((at, at + len(match.group())), b"ENV{ROCM_PATH}%b" % below)
            for match in _OF_LANGUAGE.finditer(argument.text):
                start = argument.text_start + match.start("name")
                yield rule.replace((start, start + len(match["name"])), b"HIP")

"""Variables in front of a command: those that the program itself asks for.

Others choose what it runs on and with which libraries, which is for porter to say: a document's
`CUDA_VISIBLE_DEVICES=1` is meant for the machine of whoever wrote it.
"""

from __future__ import annotations

import re

from porter.verify.program.found import Command

_OPENMP = "OMP_"  # asked for by the runtime library
_OF_OTHERS = re.compile(
    r"(?:LD|DYLD|CUDA|HIP|ROCR?|HSA|GPU|NVIDIA|NVCC|PORTER|PYTHON|MALLOC|GLIBC)_"
    r"|(?:PATH|HOME|SHELL|IFS|TMPDIR|BASH_ENV|ENV)$"
)


def asked_for(command: Command, content: bytes) -> Command:
    """Return a command with those of its variables that the program asks for.

    Args:
        command: as somebody wrote it.
        content: the executable, or its source.
    """
    own = [one for one in command.environment if _is_asked_for(one[0], content)]
    return command._replace(environment=tuple(own))


def _is_asked_for(name: str, content: bytes) -> bool:
    if _OF_OTHERS.match(name):
        return False
    text = name.encode()
    return name.startswith(_OPENMP) or b'"%s"' % text in content or b"\0%s\0" % text in content

"""Whether what a program prints says anything of its kernels: it is the same where none runs.

A program may print its sizes, a title and a time, and keep its results to itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.source.text.languages import Language
from porter.verify.program.compare import compared
from porter.verify.program.found import FoundProgram
from porter.verify.program.recording import Recording
from porter.verify.program.result import ProgramResult
from porter.verify.upstream import once, tree_of

#: The executor launches nothing.
WITHOUT_KERNELS = (("PORTER_CPU_LAUNCHES", "none"),)
#: Libraries whose functions the executor runs without kernels: what they give stays.
_LIBRARIES = re.compile(
    rb"\b(?:cublas|cufft|cusparse|cusolver|cudnn|npp[is]|cutensor)\w*+|\bcurandCreateGenerator"
)
SAID = "it prints the same where no kernel runs"


def says_nothing_of_kernels(
    project: ProjectSettings,
    case: FoundProgram,
    expected: Recording,
    run: Callable[[], Recording],
) -> bool:
    """Tell whether CUDA's side gives the same where no kernel runs.

    Args:
        project: whose program it is.
        case: the program.
        expected: what CUDA's side gave.
        run: runs it without kernels; what fails or takes too long then depends on them.
    """
    if _uses_libraries(project):
        return False
    try:
        idle = run()
    except PorterError:
        return False
    if idle.returncode != expected.returncode:
        return False
    given = ProgramResult(idle.returncode, idle.stdout, "", idle.files, 0.0)
    found = [one for _, one in compared(case, expected, given, ())]
    return not any(one.differences or one.problem for one in found)


@once
def _uses_libraries(project: ProjectSettings) -> bool:
    tree = tree_of(project)
    texts = (tree.read(one.path) for one in tree.entries
             if one.language is Language.CUDA and not one.is_link)  # fmt: skip
    return any(_LIBRARIES.search(text) for text in texts)

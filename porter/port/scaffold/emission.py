"""What a kind of project adds to a converted tree."""

from __future__ import annotations

import re

from porter.convert.summary import Summary
from porter.files.regular import read_regular
from porter.port.scaffold import native, torch
from porter.port.scaffold.dual import stand_beside
from porter.port.scaffold.kinds import MAKEFILES, Emission, EmittedFile, Kind
from porter.port.scaffold.readme import readme
from porter.source.text.languages import Language

#: Files at the root of a tree that say how it is built.
_BUILD_FILES = ("setup.py", "CMakeLists.txt", *MAKEFILES, "compile.sh")
_IS_FOR_CUDA = re.compile(
    rb"\bnvcc\b|nvidia-smi|TORCH_CUDA_ARCH_LIST|CUDAExtension|\bCUDA\w*|\bcuda_add_\w+"
)


def emit(kind: Kind, summary: Summary) -> Emission:
    """Return the files that make a project of a converted tree.

    Args:
        kind: how it is to be built.
        summary: what was converted.

    Raises:
        PorterError: there is nothing to build, or not in this way.
    """
    texts = converted_texts(summary)
    emission = Emission(kind)
    if kind is Kind.TORCH:
        facts = torch.add_files(emission, summary, texts)
    else:
        facts = native.add_files(emission, summary, texts)
    if summary.options.dual:
        stand_beside(emission, summary)
    else:
        _leave_out_builds(emission, summary)
    name = "README.md"
    if any(entry.path == name for entry in summary.project.entries):
        name = "README.porter.md"
    emission.files[name] = EmittedFile(readme(emission, summary, facts))
    return emission


def converted_texts(summary: Summary) -> dict[str, bytes]:
    """Return the converted bytes of each file of a C language, by upstream's path."""
    languages = {entry.path: entry.language for entry in summary.project.entries}
    found = {}
    for path, result in summary.results:
        if languages.get(path) is Language.CUDA:
            found[path] = result.apply(read_regular(summary.project.root / path))
    return found


def _leave_out_builds(emission: Emission, summary: Summary) -> None:
    """Leave out what builds the CUDA side; other build files of upstream's stay."""
    present = {entry.path for entry in summary.project.entries}
    for name in _BUILD_FILES:
        if name not in present:
            continue
        if name in emission.files or (name in MAKEFILES and "Makefile" in emission.files):
            emission.left_out.setdefault(name, "the port has its own")
        elif _IS_FOR_CUDA.search(read_regular(summary.project.root / name)):
            emission.left_out[name] = "it builds for CUDA"

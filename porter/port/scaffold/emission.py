"""The files that a kind of project adds to a converted tree."""

from __future__ import annotations

import re

from porter.convert.emission import Emission, EmittedFile, Kind
from porter.convert.tree_conversion import TreeConversion
from porter.errors import PorterError
from porter.port.scaffold import native, torch
from porter.port.scaffold.documents import mark_documents
from porter.port.scaffold.dual import stand_beside
from porter.port.scaffold.readme import readme
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.text.languages import Language

#: Files at the root of a tree that say how it is built.
_BUILD_FILES = ("setup.py", "CMakeLists.txt", *MAKEFILE_NAMES, "compile.sh")
_IS_FOR_CUDA = re.compile(
    rb"\bnvcc\b|nvidia-smi|TORCH_CUDA_ARCH_LIST|CUDAExtension|\bCUDA\w*|\bcuda_add_\w+"
)


def emit(kind: Kind, conversion: TreeConversion) -> Emission:
    """Return the files that make a project of a converted tree.

    Args:
        kind: how it is to be built.
        conversion: what was converted.

    Raises:
        PorterError: there is nothing to build, or not in this way.
    """
    texts = converted_texts(conversion)
    emission = Emission()
    if kind is Kind.TORCH:
        facts = torch.add_files(emission, conversion, texts)
    elif kind in (Kind.MULTIARCH, Kind.MULTIARCH_SHARED):
        from porter.port.scaffold.multiarch import emit as multiarch

        if conversion.options.dual or conversion.options.rename:
            raise PorterError(
                f"--project {kind.value} moves files: leave --dual and --rename out",
                path=conversion.project.root,
            )
        is_shared = kind is Kind.MULTIARCH_SHARED
        facts = multiarch.add_files(emission, conversion, texts, is_shared=is_shared)
    else:
        facts = native.add_files(emission, kind, conversion, texts)
    if conversion.options.dual:
        stand_beside(emission, conversion)
    else:
        _leave_out_builds(emission, conversion)
    # What is both sides' stays upstream's to the byte.
    marked = () if conversion.options.dual else mark_documents(emission, conversion)
    name = "README.md"
    if any(entry.path == name for entry in conversion.project.entries):
        name = "README.porter.md"
    emission.files[name] = EmittedFile(readme(emission, kind, conversion, facts, marked))
    return emission


def converted_texts(conversion: TreeConversion) -> dict[str, bytes]:
    """Return the converted bytes of each file of a C language, by upstream's path."""
    languages = {entry.path: entry.language for entry in conversion.project.entries}
    found = {}
    for file in conversion.converted:
        if languages.get(file.path) is Language.CUDA:
            data = conversion.project.read(file.path)
            found[file.path] = file.apply(data)
    return found


def _leave_out_builds(emission: Emission, conversion: TreeConversion) -> None:
    """Leave out what builds the CUDA side; other build files of upstream's stay."""
    present = {entry.path for entry in conversion.project.entries}
    for name in _BUILD_FILES:
        if name not in present:
            continue
        if name in emission.files or (name in MAKEFILE_NAMES and "Makefile" in emission.files):
            emission.left_out.setdefault(name, "the port has its own")
        elif _IS_FOR_CUDA.search(conversion.project.read(name)):
            emission.left_out[name] = "it builds for CUDA"

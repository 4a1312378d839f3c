"""The programs of sources that no build file names: a `main`, and what is linked with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from porter.compile.read.written_calls import WrittenCalls
from porter.port.scaffold.sources import has_main
from porter.project.discover import Project
from porter.source.file import SourceFile
from porter.verify.program.candidates import to_try
from porter.verify.program.found import FoundProgram
from porter.verify.program.guessed_arguments import guessed_arguments
from porter.verify.program.guessed_options import guessed_options
from porter.verify.program.known_commands import commands_of_source
from porter.verify.program.linked_sources import SUFFIXES, linked_sources
from porter.verify.program.named_data import NamedData
from porter.verify.program.source_flags import flags_of
from porter.verify.program.standard_input import reads_of_source
from porter.verify.recording.included_files import IncludedFiles

_CUDA, _CUDA_HEADER = ".cu", ".cuh"
#: A kernel, a launch, a function or a library of CUDA's.
_OF_CUDA = re.compile(
    rb"<<<|__global__|\bcu(?:da)?[A-Z]\w*+|\b(?:cublas|cufft|cusparse|curand|cusolver|cudnn|npp)"
    rb"|\b(?:thrust|cub|nvcuda|cooperative_groups)\b|\bcu(?:da)?\w*+\.(?:h|hpp|cuh)\b"
)


def programs_of_sources(
    tree: Project, data: NamedData, is_elsewhere: Callable[[str], bool]
) -> Iterator[FoundProgram]:
    """Yield the programs of CUDA's that sources make up by themselves.

    Args:
        tree: CUDA's tree.
        data: the data files in it.
        is_elsewhere: whether a source, by its path in the tree, is a matter of a build file or of
            an extension.
    """
    root = tree.root
    files = _sources(tree, is_elsewhere)
    included = IncludedFiles(root, [one.path for one in tree.entries if not one.is_link])
    calls = WrittenCalls(root)
    mains = {path: file for path, file in files.items() if has_main(file)}
    others = {path: file for path, file in files.items() if path not in mains}
    for path, file in mains.items():
        linked = linked_sources(calls, path, others, included)
        is_cudas = any(one.endswith(_CUDA) for one in (path, *linked))
        if not is_cudas and (linked or not _launches_by_headers(included, path)):
            continue
        if not names_cuda(included, path, *linked):
            continue  # of the host alone, whatever its name ends in
        known = commands_of_source(root, path)
        reads = reads_of_source(file)
        named = data.of(path, file.data)
        candidates = to_try(root, path, known, reads, file.data, named.place)
        if not known:
            candidates += guessed_arguments(root, path)
        candidates += guessed_options([(path, file.data)], candidates[0].folder)
        flags = flags_of(calls, path)
        told = [flag.removeprefix("-I") for flag in flags if flag.startswith("-I")]
        wanted = [included.of(one, folders=told).folders for one in (path, *linked)]
        folders = dict.fromkeys(f"-I{one}" for some in wanted for one in some)
        case = FoundProgram(
            source=path,
            linked=linked,
            candidates=candidates,
            reads=reads,
            flags=(*flags, *folders),
            notes=(named.note,) if named.note else (),
            data=named.unported,
        )
        yield case.called(candidates[0])


def _sources(tree: Project, is_elsewhere: Callable[[str], bool]) -> Mapping[str, SourceFile]:
    """Return the project's own sources, by path; without CUDA's among them none."""
    paths = [
        entry.path
        for entry in tree.entries
        if entry.path.endswith(SUFFIXES)
        and not entry.is_link
        and not tree.is_vendored(entry.path)
        and not is_elsewhere(entry.path)
    ]
    if not any(entry.path.endswith((_CUDA, _CUDA_HEADER)) for entry in tree.entries):
        return {}
    return {path: SourceFile(path, tree.read(path)) for path in paths}


def names_cuda(included: IncludedFiles, *paths: str) -> bool:
    """Tell whether sources, or what they include, name anything of CUDA's.

    Args:
        included: what sources of the tree include.
        paths: the sources, relative to the tree.
    """
    return any(_OF_CUDA.search(text) for text in included.of(*paths).texts.values())


def _launches_by_headers(included: IncludedFiles, path: str) -> bool:
    """Tell whether a C++ source includes CUDA's kernels, which IDEs compile as CUDA's."""
    texts = included.of(path).texts
    return any(one.endswith(_CUDA_HEADER) and b"<<<" in data for one, data in texts.items())

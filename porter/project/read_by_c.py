"""The sources of a project in C, what they read, and what its C++ has beside them."""

from __future__ import annotations

from collections.abc import Collection

from porter.project.compiled_together import HEADERS, is_read_by, sources_with
from porter.source import SourceFile
from porter.source.text.languages import UNIT_SUFFIXES

#: What to do about a source in C that needs C++.
IN_CPP_HINT = 'compile the file as C++, or call it from a C++ file by an extern "C" function'
_IN_C = (".c",)
_IN_CPP = tuple(one for one in UNIT_SUFFIXES if one not in _IN_C)
#: Words of a header that no C source can include.
_OF_CPP = frozenset((b"namespace", b"template", b"class", b"typename", b"using"))


def is_read_by_c(file: SourceFile) -> bool:
    """Tell whether a file is in C, or a header that a C source of the project includes."""
    if file.path.endswith(_IN_C):
        return True
    is_of_cpp = not file.names.isdisjoint(_OF_CPP) and b"__cplusplus" not in file.names
    root = None if is_of_cpp or not file.path.endswith(".h") else file.depend_on_tree()
    return root is not None and is_read_by(root, file.path, _IN_C)


def c_names(file: SourceFile, words: Collection[bytes]) -> bool:
    """Tell whether a source in C of the file's project has one of the words."""
    root = file.depend_on_tree()
    return root is not None and any(sources_with(root, frozenset(words), _IN_C))


def cpp_names(file: SourceFile, words: Collection[bytes]) -> bool:
    """Tell whether C++ of the file's project has one of the words, in a source or what it reads."""
    root = file.depend_on_tree()
    wanted = frozenset(words)
    if root is None:
        return False
    if any(sources_with(root, wanted, _IN_CPP)):
        return True
    headers = sources_with(root, wanted, (*HEADERS, ".inl"))
    return any(is_read_by(root, path, _IN_CPP) for path in headers)

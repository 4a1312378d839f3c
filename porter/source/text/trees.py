"""Tree-sitter parsers, one per language, built on first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from porter.errors import PorterError
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Parser, Tree

#: Bytes of the largest file that is parsed; a tree takes about eight times as much memory.
LARGEST = 8_000_000

_GRAMMARS = {
    Language.CUDA: "tree_sitter_cuda",
    Language.PYTHON: "tree_sitter_python",
}


class TooLargeToParse(PorterError):
    """A file that structural rules cannot look at."""


@cache
def _parser(language: Language) -> Parser:
    import tree_sitter

    grammar = import_module(_GRAMMARS[language])
    return tree_sitter.Parser(tree_sitter.Language(grammar.language()))


def parse(language: Language, data: bytes) -> Tree:
    """Parse `data`; what the grammar does not follow becomes error nodes.

    Raises:
        TooLargeToParse: `data` has more than `LARGEST` bytes.
    """
    if len(data) > LARGEST:
        raise TooLargeToParse(f"has more than {LARGEST // 1_000_000} MB, too much to parse")
    return _parser(language).parse(data)

"""The lexer, in each language, and what reads its masked code."""

from __future__ import annotations

from porter.source import SourceFile
from porter.source.text.languages import Language, language_of
from porter.source.text.lexer import comment_and_literal_spans, mask, names
from tests.fuzz import conversions
from tests.fuzz.target import Broken, Case, Target

_LANGUAGES = tuple(Language)


def check(case: Case) -> None:
    """Mask a file.

    Raises:
        Broken: the code has another length, a line end is gone, or spans overlap.
    """
    language = language_of(case.path)
    masked = mask(case.data, language)
    if len(masked) != len(case.data):
        raise Broken("masked code", "another length")
    if any(a in b"\r\n" and a != b for a, b in zip(case.data, masked, strict=True)):
        raise Broken("masked code", "a line end is gone")
    done = 0
    for start, end in comment_and_literal_spans(case.data, language):
        if not done <= start < end <= len(case.data):
            raise Broken("masked code", "comments and literals overlap")
        done = end
    file = SourceFile(case.path, case.data, language)
    if len(file.code) != len(case.data):
        raise Broken("code", "another length")
    for name in names(masked) & file.names:
        for at in file.occurrences(name):
            if case.data[at : at + len(name)] != name:
                raise Broken("occurrences", "the name does not stand there")
    for directive in file.directives:
        file.position(directive.start)


TARGET = Target(
    "lexer",
    check,
    lambda: conversions.seeds(*_LANGUAGES),
    lambda: conversions.words(*_LANGUAGES),
)

"""The index of rules names those that `applies_to` names, for every file of the CUDA projects."""

from pathlib import Path

import pytest

from porter.convert.rule_index import rule_index
from porter.fixers.registry import rules
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.languages import Language, language_of

REPOSITORY = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for path in (REPOSITORY / "csrc_cuda").rglob("*")
    if path.is_file() and language_of(path.name) is not Language.OTHER
)


@pytest.mark.parametrize("path", SOURCES[::7], ids=lambda path: path.name)
def test_the_index_names_the_rules_that_apply(path: Path) -> None:
    file = SourceFile(path.name, path.read_bytes(), language_of(path.name))
    options = Options()
    found = rule_index(rules(), file.language).candidates(file)
    meant = [rule for rule in found if rule.is_meant(options)]
    assert meant == [rule for rule in rules() if rule.applies_to(file, options)]


def test_a_header_calls_for_a_rule_without_any_of_its_names() -> None:
    file = SourceFile("a.cu", b'#include "cublas_v2.h"\n')
    called = {rule.id for rule in rule_index(rules(), file.language).candidates(file)}
    plain = SourceFile("b.cu", b"#include <vector>\n")
    assert called > {rule.id for rule in rule_index(rules(), plain.language).candidates(plain)}

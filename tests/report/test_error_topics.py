"""Every error that porter reports has an id, a page, and something to do about it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import porter
from porter.cli import COMMANDS
from porter.errors import PorterError
from porter.listing import did_you_mean
from porter.project.settings.configuration import configuration_for
from porter.report.error_topics import TOPICS, catalogue, page, topic_of, topic_of_module
from porter.toolchain.components import select
from tests.cli import calls

PACKAGE = Path(porter.__file__).parent
ROOT = PACKAGE.parent


def test_every_module_that_reports_errors_has_one_topic() -> None:
    raising = [
        path.relative_to(PACKAGE)
        for path in PACKAGE.rglob("*.py")
        if re.search(r"\braise \w*Error\(", text := path.read_text("utf-8"))
        and "PorterError" in text
    ]
    assert len(raising) > 100
    assert [path for path in raising if topic_of_module(path) is None] == []


def test_topics_are_of_parts_that_are_there_and_share_none() -> None:
    named = [part for topic in TOPICS for part in topic.parts]
    assert len(named) == len(set(named))
    assert all((PACKAGE / part).exists() for part in named)
    assert len({topic.id for topic in TOPICS}) == len(TOPICS)


def test_the_part_that_raised_an_error_tells_its_topic(tmp_path: Path) -> None:
    (tmp_path / "porter.toml").write_text("[nonsense]\n")
    with pytest.raises(PorterError) as settings:
        configuration_for(tmp_path)
    with pytest.raises(PorterError) as component:
        select(("compilr",))
    assert [topic_of(one.value).id for one in (settings, component)] == ["ERR03", "ERR07"]


def test_a_message_ends_with_the_id_and_the_hint_follows() -> None:
    done = calls.porter("toolchain", "install", "compilr")
    first, hint, *_ = done.stderr.splitlines()
    assert done.returncode == 2
    assert first == "porter: no component 'compilr' [ERR07]"
    assert hint.startswith("  hint: did you mean compiler or compiler-22? ")


def test_the_page_of_an_id_is_printed() -> None:
    assert calls.porter("explain", "err07").stdout == page(TOPICS[6])


def test_the_document_is_up_to_date() -> None:
    """`python -m porter.report.error_topics docs/errors.md` writes it."""
    assert (ROOT / "docs" / "errors.md").read_text("utf-8") == catalogue()


def test_a_command_that_is_not_there_is_told_with_what_is_like_it() -> None:
    done = calls.porter("conver", "src")
    assert done.returncode == 2
    assert "there is no command 'conver': did you mean convert?" in done.stderr
    assert "`porter --help` lists all" in calls.porter("xyzzy").stderr


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("Convret", "did you mean convert?"),
        ("asess", "did you mean assess?"),
        ("xyzzy", ""),
    ],
)
def test_names_that_are_alike(given: str, hint: str) -> None:
    assert did_you_mean(given, COMMANDS) == hint


def test_a_target_that_is_not_there_is_told_with_what_is_like_it(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text("int a;\n")
    said = calls.porter("convert", "a.cu", "--to", "ck_tiles", cwd=tmp_path).stderr
    assert "hint: did you mean ck_tile" in said

"""Every path, link, module and command that a document names exists."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import click
import pytest

from porter.cli import group

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    ROOT / name
    for name in ("README.md", "CONTRIBUTING.md", "csrc_cuda/README.md", "rules/README.md")
] + sorted((ROOT / "docs").glob("*.md"))
#: Folders that a document's paths are relative to, beside the root and its own folder.
BASES = {"executor-development.md": ROOT / "porter/execute/cpu/native"}
#: What stands for a name of the reader's choice, from where on a path cannot be checked.
_PLACEHOLDER = re.compile(r"<|…|\b[A-Z]{2,}\b(?!\.md)")
_PATH = re.compile(r"(?<![\w./~$-])([a-z][\w-]*)/([\w.*/<>-]*)")
#: A setting of somebody's porter.toml or rule pack.
_EXAMPLE = re.compile(r"^ *[a-z]+ = .*$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_MODULE = re.compile(r"(?<![\w./-])(?:porter|benchmarks|tests)(?:\.[A-Za-z_]+)+(?![\w/-])")
_FILES = re.compile(r"\.(toml|lock|sarif|md|py)$")
_FENCED = re.compile(r"^```.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^    ([^`\n]+)$", re.MULTILINE)
_SPAN = re.compile(r"`((?:[^`\n]|\n(?!\n))+)`")


def code_of(text: str) -> Iterator[str]:
    """Yield what a document sets as code: lines of blocks, without comments, and spans."""
    blocks = [*_FENCED.findall(text), *_INDENTED.findall(_FENCED.sub("", text))]
    for line in "\n".join(blocks).replace("\\\n", " ").splitlines():
        yield re.sub(r"^(- run:|-|\$) ", "", re.sub(r"\s#\s.*", "", line).strip())
    for span in _SPAN.findall(_INDENTED.sub("", _FENCED.sub("", text))):
        yield " ".join(span.split())


def stale_paths(document: Path, text: str) -> list[str]:
    """Return the paths below a folder of porter's that a document names and that are not there."""
    bases = [ROOT, document.parent, *(BASES[name] for name in BASES if name == document.name)]
    stale = []
    for match in _PATH.finditer(_EXAMPLE.sub("", text)):
        near = [base for base in bases if (base / match[1]).is_dir()]
        path = _PLACEHOLDER.split(match[0])[0].rstrip(".-")
        if near and not any(_is_below(base, path) for base in near):
            stale.append(match[0])
    return stale


def _is_below(base: Path, path: str) -> bool:
    return (base / path).exists() or any(True for _ in base.glob(path))


def stale_links(document: Path, text: str) -> list[str]:
    """Return the links of a document that lead to no file, or to no heading of it."""
    stale = []
    for link in _LINK.findall(_SPAN.sub("", _INDENTED.sub("", _FENCED.sub("", text)))):
        if link.startswith(("http:", "https:")):
            continue
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        if not target.exists() or (anchor and anchor not in _anchors(target.read_text("utf-8"))):
            stale.append(link)
    return stale


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


def stale_modules(text: str) -> list[str]:
    """Return the dotted names of modules, or of what is in them, that do not exist."""
    names = {name for code in code_of(text) for name in _MODULE.findall(code)}
    return sorted(name for name in names if not _FILES.search(name) and not _is_there(name))


def _is_there(name: str) -> bool:
    parent, _, last = name.rpartition(".")
    if find_spec(parent) is None:
        return False
    module: ModuleType = importlib.import_module(parent)
    return hasattr(module, last) or (hasattr(module, "__path__") and find_spec(name) is not None)


def stale_commands(text: str) -> list[str]:
    """Return the command lines of porter's that name a command or an option that it lacks."""
    lines = [code for code in code_of(text) if re.match(r"porter [a-z]", code)]
    return [line for line in lines if _lacks(line.replace("…", " "))]


def _lacks(line: str) -> bool:
    words = shlex.split(line.split(" -- ")[0].split(" > ")[0].replace("\\", " "))[1:]
    command: click.Command = group
    with click.Context(group) as context:
        while isinstance(command, click.Group) and words and words[0][0].isalpha():
            if words[0] not in command.list_commands(context):
                return True
            found = command.get_command(context, words.pop(0))
            assert found is not None
            command = found
    options = {"--help"} | {
        option for one in command.params for option in (*one.opts, *one.secondary_opts)
    }
    used = [word.strip("[]").split("=")[0] for word in words]
    return any(word not in options for word in used if re.match(r"--?[a-z]", word))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: str(one.relative_to(ROOT)))
def test_what_a_document_names_exists(document: Path) -> None:
    text = document.read_text("utf-8")

    assert stale_paths(document, text) == []
    assert stale_links(document, text) == []
    assert stale_modules(text) == []
    assert stale_commands(text) == []


def test_what_is_stale_is_found() -> None:
    document = ROOT / "docs" / "new.md"

    assert stale_paths(document, "see `porter/gone.py`, porter/cli/ and `tests/<area>/x`") == [
        "porter/gone.py"
    ]
    assert stale_links(document, "[a](sync.md) [b](gone.md) [c](sync.md#gone)") == [
        "gone.md",
        "sync.md#gone",
    ]
    assert stale_modules("`porter.testing.apply`, `porter.gone`, `porter.testing.gone`") == [
        "porter.gone",
        "porter.testing.gone",
    ]
    assert stale_commands(
        "    porter sync --to v1  # note\n    porter gone\n`porter sync --gone`"
    ) == [
        "porter gone",
        "porter sync --gone",
    ]


def test_the_page_of_commands_names_every_command() -> None:
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")

    with click.Context(group) as context:
        commands = group.list_commands(context)

    assert commands
    assert [name for name in commands if f"porter {name}" not in text] == []


def test_make_targets_that_the_documents_name_exist() -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    named = {
        name
        for document in DOCUMENTS[:2]
        for code in code_of(document.read_text("utf-8"))
        for name in re.findall(r"^make ([a-z-]+)", code)
    }

    assert named
    assert named <= set(targets)


def test_the_layout_in_the_readme_names_every_package() -> None:
    layout = (ROOT / "README.md").read_text("utf-8").partition("## Layout")[2]
    packages = {one.parent.name for one in (ROOT / "porter").glob("*/__init__.py")}

    assert packages <= set(re.findall(r"\w+", layout))

"""Where Dockerfiles, workflows and texts for people hold command lines."""

from __future__ import annotations

import time

import pytest

from porter.source import SourceFile
from porter.source.scripts.dockerfile import instructions
from porter.source.scripts.regions import commands_of
from porter.source.text.languages import Language, is_shell_script, language_of


def called(path: str, text: str) -> list[str]:
    """Return the commands of a text, the words of each with a blank between them."""
    file = SourceFile(path, text.encode(), language_of(path))
    found = commands_of(file).found
    return [b" ".join(word.text for word in one.words).decode() for one, _ in found if one.words]


def test_instructions_of_a_dockerfile() -> None:
    text = b"# a\nFROM x:1 AS b\n  run a \\\n  # no\n\n  && b\nCOPY . .\nRUN --mount=type=cache c\n"
    found = [(one.name, text[one.arguments : one.end]) for one in instructions(text)]
    assert found == [
        (b"FROM", b"x:1 AS b\n"),
        (b"RUN", b"a \\\n  # no\n\n  && b\n"),
        (b"COPY", b". .\n"),
        (b"RUN", b"c\n"),
    ]


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("RUN a && \\\n    # c\n    b\n", ["a", "b"]),
        ("RUN a \\\r\n  -b\r\nRUN c\r\n", ["a -b", "c"]),
        ('RUN ["nvcc", "-V"]\n', []),
        ("RUN <<EOF\nnvcc a\nb\nEOF\nRUN c\n", ["nvcc a", "b", "c"]),
        ("RUN cat <<EOF > x\nnvcc a\nEOF\nRUN c\n", ["cat", "c"]),
        ("COPY nvcc /usr/bin/nvcc\nLABEL nvcc a\n", []),
        ("# escape=`\nRUN nvcc a\n", []),
        ("RUN a \\\n", ["a"]),
    ],
)
def test_a_dockerfile(text: str, commands: list[str]) -> None:
    assert called("Dockerfile", text) == commands


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("steps:\n- run: nvcc a.cu  # nvcc b\n", ["nvcc a.cu"]),
        ("- run: |\n    a\n\n    b \\\n      c\n  name: d\n", ["a", "b c"]),
        ("- run: >-\n    a b\n    c\n\n    d\n- e\n", ["a b c", "d"]),
        ("j:\n  script:\n    - a b\n    - 'c d'\n    - |\n      e\n      f\n  k: g\n",
         ["a b", "c d", "e", "f"]),
        ("script:\n- a\n# no\n- b\nimage: x\n", ["a", "b"]),
        ("run: a\n  b\nscript: c\n", ["c"]),
        ('run: "a \\"b\\""\n', []),
        ("run: [a, b]\n", []),
        ("name: nvcc a\nenv:\n  X: nvcc b\n", []),
        ("run: |\r\n  a\r\n  b\r\nx: y\r\n", ["a", "b"]),
        ("- script:\n    - name: x\n", []),
        ("run: |\n", []),
        ("run:", []),
    ],
)  # fmt: skip
def test_a_workflow(text: str, commands: list[str]) -> None:
    assert called(".github/workflows/a.yml", text) == commands


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("sh 'nvcc a'\nsh \"b ${C}\"\n", ["nvcc a", "b ${C}"]),
        ("sh '''\n  a\n  b\n'''\nsh(script: 'c', returnStdout: true)\n", ["a", "b", "c"]),
        ("sh 'a \\'b'\necho 'nvcc c'\n", []),
        ("sh 'nvcc a\n", []),
    ],
)
def test_a_jenkinsfile(text: str, commands: list[str]) -> None:
    assert called("Jenkinsfile", text) == commands


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("```sh\nnvcc a\n$ nvcc b\n```\n", ["nvcc a", "nvcc b"]),
        ("- x\n\n  ~~~\n  nvcc a \\\n    b\n  ~~~\n", ["nvcc a b"]),
        ("```cpp\nnvcc a;\n```\n\n```\nnvcc b\n```\n", ["nvcc b"]),
        ("    $ nvcc a\n", ["nvcc a"]),
        ("user@host:~$ nvcc a\n", ["nvcc a"]),
        ("Run `nvcc a` or ``nvcc b``.\n", ["nvcc a", "nvcc b"]),
        (".. code-block:: bash\n\n   nvcc a\n\n.. code:: cpp\n\n   nvcc b;\n\nnvcc c\n",
         ["nvcc a", "nvcc c"]),
        ("```\nnvcc a\n", ["nvcc a"]),
        ("> $ nvcc a\n", ["nvcc a"]),
        ("Don't use nvcc.\n", []),
        ("plain text\n", []),
    ],
)  # fmt: skip
def test_a_text_for_people(text: str, commands: list[str]) -> None:
    assert called("README.md", text) == commands


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a/build.sh", Language.SHELL),
        ("docker/cuda.Dockerfile", Language.DOCKERFILE),
        ("Dockerfile.gpu", Language.DOCKERFILE),
        (".github/workflows/ci.yml", Language.WORKFLOW),
        ("x/.github/workflows/ci.yaml", Language.WORKFLOW),
        (".gitlab-ci.yml", Language.WORKFLOW),
        ("azure-pipelines-gpu.yml", Language.WORKFLOW),
        ("docker-compose.gpu.yml", Language.WORKFLOW),
        ("config/model.yaml", Language.OTHER),
        ("workflows/ci.yml", Language.OTHER),
        ("README", Language.MARKUP),
        ("docs/install.rst", Language.MARKUP),
        ("CHANGELOG.md", Language.OTHER),
        ("doc/changes/v3.0.0.rst", Language.OTHER),
        ("notes.txt", Language.OTHER),
        ("requirements/gpu.txt", Language.BUILD),
        ("dev-requirements.in", Language.BUILD),
        ("conda/environment-gpu.yml", Language.BUILD),
        ("compile_flags.txt", Language.BUILD),
        ("run", Language.OTHER),
    ],
)
def test_languages(path: str, language: Language) -> None:
    assert language_of(path) is language


@pytest.mark.parametrize("line", [b"#!/bin/sh\n", b"#! /usr/bin/env bash", b"#!/bin/bash -e\n"])
def test_a_shell_script_is_known_by_its_first_line(line: bytes) -> None:
    assert is_shell_script(line)


@pytest.mark.parametrize("line", [b"#!/usr/bin/python3\n", b"\x7fELF", b"nvcc a", b"#!/bin/csh\n"])
def test_other_programs_are_no_shell_scripts(line: bytes) -> None:
    assert not is_shell_script(line)


@pytest.mark.parametrize("path", ["Dockerfile", ".gitlab-ci.yml", "Jenkinsfile", "README.md"])
@pytest.mark.parametrize(
    "unit",
    ["nvcc ```\n", "nvcc `", "RUN nvcc \\\n", "run: |\n", "script:\n- >\n", "sh '", "nvcc \\\n",
     "- " * 50 + "run: a\n", "RUN <<A nvcc\n", " " * 80 + "nvcc\n", "`" * 9 + " nvcc\n"],
)  # fmt: skip
def test_any_text_is_read_in_time_that_grows_with_it(path: str, unit: str) -> None:
    text = unit * (100_000 // len(unit))
    start = time.process_time()
    called(path, text)
    assert time.process_time() - start < 3

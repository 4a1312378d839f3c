"""What a file's language tells of its text: where code is, and whether it parses."""

from __future__ import annotations

import ast
import json
from functools import cache, lru_cache
from importlib.util import find_spec

from porter.files.toml import parse_toml
from porter.source.python.syntax import parse_python
from porter.source.text import lexer
from porter.source.text.languages import Language
from porter.source.text.spans import holds

YAML = (".yaml", ".yml")
#: Languages in which a hyphen between names is a minus, outside strings and comments.
_WITH_MINUS = (Language.CUDA, Language.PYTHON)


def is_code(data: bytes, language: Language, offset: int) -> bool:
    """Tell whether `offset` lies in code of a language with operators, outside its literals."""
    return language in _WITH_MINUS and not holds(_comment_and_literal_spans(data, language), offset)


@lru_cache(maxsize=2)
def _comment_and_literal_spans(data: bytes, language: Language) -> tuple[tuple[int, int], ...]:
    return tuple(lexer.comment_and_literal_spans(data, language))


def parsed(data: bytes) -> ast.Module | None:
    """Return the syntax tree of a Python file, None when there is none."""
    found = _python(data)
    return found if isinstance(found, ast.Module) else None


def problem(path: str, data: bytes, language: Language) -> tuple[int, str] | None:
    """Return the line and the reason why a file cannot be read as what it is, or None.

    Python, CMake, JSON and TOML are looked at; YAML where PyYAML is installed.
    """
    if language is Language.PYTHON:
        found = _python(data)
        return None if isinstance(found, ast.Module) else found
    if language is Language.CMAKE:
        return _cmake_problem(data)
    return data_problem(path, data)


def data_problem(path: str, data: bytes) -> tuple[int, str] | None:
    """Return the line and the reason why a JSON, TOML or YAML file does not load, or None.

    YAML is looked at where `reads_yaml` says so.
    """
    if path.endswith(YAML):
        return _yaml_problem(data) if reads_yaml() else None
    try:
        if path.endswith((".json", ".ipynb")):
            json.loads(data)
        elif path.endswith(".toml"):
            parse_toml(data.decode("utf-8"))
    except json.JSONDecodeError as error:
        return error.lineno, error.msg
    except (ValueError, RecursionError) as error:
        return 1, str(error)
    return None


@cache
def reads_yaml() -> bool:
    """Tell whether PyYAML is installed, which no other part of porter needs."""
    return find_spec("yaml") is not None


def _yaml_problem(data: bytes) -> tuple[int, str] | None:
    """Return where a YAML file, of any number of documents, cannot be read; no tag is resolved."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for _ in yaml.parse(data, Loader=loader):
            pass
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or str(error)
        return (1 if mark is None else mark.line + 1), reason
    except (ValueError, RecursionError) as error:
        return 1, str(error)
    return None


@lru_cache(maxsize=2)
def _python(data: bytes) -> ast.Module | tuple[int, str]:
    """Return the syntax tree of a Python file, or the line and the reason why there is none."""
    try:
        return parse_python(data)
    except SyntaxError as error:
        return error.lineno or 1, error.msg


def _cmake_problem(data: bytes) -> tuple[int, str] | None:
    """Return where a CMake script's brackets do not match; CMake's grammar has little else."""
    code = lexer.mask(data, Language.CMAKE)
    open_at: list[int] = []
    for line, text in enumerate(code.split(b"\n"), 1):
        for byte in text:
            if byte == 0x28:
                open_at.append(line)
            elif byte == 0x29:
                if not open_at:
                    return line, "a ) closes nothing"
                open_at.pop()
    return (open_at[0], "a ( is never closed") if open_at else None

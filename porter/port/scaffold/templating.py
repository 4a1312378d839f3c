"""Renders the templates in this folder."""

from __future__ import annotations

import json
import shlex
from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from porter.port.scaffold.quoting import cmake_bracket, cmake_word, make_words
from porter.source.build_files.quoting import visible
from porter.toolchain import as_nvcc


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("porter.port.scaffold"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # what is written is code and prose, no HTML
    )
    environment.filters |= {
        "cmake": cmake_word,
        "cmake_bracket": cmake_bracket,
        "join_shell": shlex.join,
        "make": make_words,
        "python": lambda text: json.dumps(text, ensure_ascii=False),
        "shell": shlex.quote,
        "visible": visible,
    }
    environment.globals["as_nvcc"] = as_nvcc.OPTIONS
    return environment


def render(template: str, **values: object) -> bytes:
    """Return what a template gives, as UTF-8.

    Args:
        template: its name in `templates/`, without `.jinja`.
        values: what it is filled with.
    """
    return (
        _environment()
        .get_template(f"{template}.jinja")
        .render(**values)
        .encode("utf-8", "backslashreplace")
    )

"""Renders the templates beside the code."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("porter.emit.project"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # what is written is code and prose, no HTML
    )


def render(template: str, **values: object) -> bytes:
    """Return what a template gives, as UTF-8.

    Args:
        template: its name in `templates/`, without `.jinja`.
        values: what it is filled with.
    """
    return _environment().get_template(f"{template}.jinja").render(**values).encode()

"""A report as one page: everything is in it, and nothing is asked of a network."""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from porter import __version__
from porter.files.regular import LARGEST_SETTINGS, read_regular_text
from porter.files.write import write_atomically
from porter.report.gravity import Gravity

if TYPE_CHECKING:
    from porter.report.html.build import BuildView
    from porter.report.html.conversion import ConversionView
    from porter.report.html.parity import ParityView


class Page(NamedTuple):
    """What a page shows; each part may be missing.

    Attributes:
        title: what the page is called.
        conversion: what became of the sources.
        build: what compiled.
        parity: what was compared.
    """

    title: str
    conversion: ConversionView | None = None
    build: BuildView | None = None
    parity: ParityView | None = None


def render(page: Page) -> bytes:
    """Return a page as UTF-8."""
    script, style = _asset("report.js"), _asset("report.css")
    template = _environment().get_template("report.html")
    text = template.render(
        page=page,
        version=__version__,
        gravities=list(Gravity),
        script=Markup(script),
        style=Markup(style),
        script_hash=_hash(script),
        style_hash=_hash(style),
        key=hashlib.sha256(page.title.encode("utf-8", "replace")).hexdigest()[:16],
    )
    return text.encode("utf-8", "replace")


def write_page(place: Path, page: Page) -> Path:
    """Write a page to a file, or as index.html into a folder; return where it is."""
    if place.is_dir() or place.suffix.lower() not in (".html", ".htm"):
        place.mkdir(parents=True, exist_ok=True)
        place = place / "index.html"
    write_atomically(place, render(page))
    return place


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("porter.report.html"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    environment.filters["prose"] = _prose
    return environment


def _prose(text: str) -> Markup:
    """Return a sentence as markup; what stands in backticks is code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    code = Markup("<code>{}</code>")
    return Markup("").join(code.format(one) if at % 2 else one for at, one in enumerate(parts))


def _asset(name: str) -> str:
    return read_regular_text(Path(__file__).with_name("templates") / name, LARGEST_SETTINGS)


def _hash(text: str) -> str:
    """Return what a content security policy knows a script or style of the page by.

    Source: W3C, Content Security Policy Level 3, hash-source.
    """
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

"""Texts of a package that an operator is added to, read from its own files alone."""

from __future__ import annotations

from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import LARGEST_SETTINGS, read_regular


def own_text(path: Path) -> str:
    """Return the text of a file that an operator is added to.

    Raises:
        PorterError: it is a link, which would be read from elsewhere, or no text.
    """
    try:
        return read_regular(path, LARGEST_SETTINGS, follow=False).decode("utf-8-sig")
    except OSError as error:
        raise PorterError(f"{error.strerror}", path=path) from error
    except UnicodeDecodeError as error:
        raise PorterError("is not UTF-8", path=path) from error


def not_python(error: SyntaxError, path: Path) -> PorterError:
    """Return what is said of a file that is not Python."""
    return PorterError(f"is not Python: {error.msg}", path=path, line=error.lineno)

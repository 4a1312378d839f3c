"""Regular expressions of a rule pack, matched by RE2 in linear time."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from porter.errors import PorterError

if TYPE_CHECKING:
    import re


@cache
def user_pattern(regex: str) -> re.Pattern[bytes]:
    """Compile a regular expression of a rule pack.

    Source: RE2's wiki, "Syntax".

    Args:
        regex: as the pack writes it; back references and looking around are not part of RE2.

    Raises:
        PorterError: it is none that RE2 takes, or RE2 is not installed.
    """
    try:
        import re2
    except ImportError as error:
        raise PorterError(
            "[keep] text needs RE2, which keeps a pattern from taking for ever",
            hint="pip install 'porter-hip[regex]'",
        ) from error
    options = re2.Options()
    options.log_errors = False
    try:
        # Its pattern has the methods of Python's; the bytes are taken as they are.
        compiled: re.Pattern[bytes] = re2.compile(regex.encode(), options)
    except re2.error as error:
        reason = error.args[0].decode() if isinstance(error.args[0], bytes) else str(error)
        raise PorterError(f"[keep] text: {regex!r}: {reason}") from error
    return compiled

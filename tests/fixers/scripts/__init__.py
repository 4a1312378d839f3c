"""What tests of scripts look at in a conversion."""

from __future__ import annotations

from porter.fixers.conversion import Conversion


def text(conversion: Conversion) -> str:
    return conversion.data.decode()


def severities(conversion: Conversion) -> list[str]:
    return [finding.severity.value for finding in conversion.findings]

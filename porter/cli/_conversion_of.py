"""What the conversion of a port said: as porter.toml has it made, or as the last run left it."""

from __future__ import annotations

from pathlib import Path

from porter.compile.feedback.record import ConversionRecord, recorded
from porter.errors import PorterError
from porter.files.real_path import real_path


def conversion_of(port: Path) -> ConversionRecord | None:
    """Return the conversion of a port; None where it is not known.

    A port that porter.toml names is converted again, from the cache where nothing changed, and
    nothing is written.
    """
    try:
        return _from_settings(port) or recorded(port)
    except PorterError:  # a build does not fail for the settings of a conversion
        return recorded(port)


def conversion_around(folder: Path) -> tuple[Path, ConversionRecord | None]:
    """Return the port that a folder is, or is a part of, and its conversion, as above."""
    if (record := conversion_of(folder)) is not None:
        return folder, record
    for port in folder.absolute().parents:
        if (record := recorded(port)) is not None:
            return port, record
    return folder, None


def _from_settings(port: Path) -> ConversionRecord | None:
    from porter.project.settings.configuration import configuration_for

    configuration = configuration_for(port)
    if configuration.path is None or not configuration.names_ports:
        return None
    from porter.project.settings.settings import read
    from porter.sync.upstream.rules import Rules

    settings = read(configuration.path.parent)
    wanted = real_path(port)
    for project in settings.projects:
        if real_path(project.port) == wanted and project.upstream.is_dir():
            rules = Rules(project, settings.severities)
            return ConversionRecord.of(rules.conversion(project.upstream))
    return None

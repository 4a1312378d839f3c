"""The options that a lock was written with, validated."""

from __future__ import annotations

from dataclasses import asdict, replace

from porter.errors import PorterError
from porter.files import json_values as values
from porter.files.names import LOCK
from porter.files.paths import is_inside
from porter.project.settings.choices import KEYS, Choices, choices
from porter.project.settings.configuration import severities
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import state_of
from porter.tables.names import ROC
from porter.tables.toml import check


def recorded_choices(
    settings: Settings, project: ProjectSettings, section: PortLock
) -> tuple[ProjectSettings, tuple[tuple[str, str], ...]] | None:
    """Return the project and the severities with the choices of the lock.

    There are none where the rule pack of then is not there any more.

    Raises:
        PorterError: these are no choices.
    """
    path = settings.path.parent / LOCK
    try:
        recorded = values.table(values.parsed(section.options))
        rules, digest = values.texts(values.row(recorded.get("rules", ["", ""]), 2))
        exclude, to = (
            values.texts(recorded.get("exclude", [])),
            values.text(recorded.get("to", "hip")),
        )
        is_converted = values.text(recorded.get("first", "")) == to
        table = {name: recorded[name] for name in asdict(Choices()) if name in recorded}
        table |= dict.fromkeys(set(values.texts(table.pop("roc", []))) & set(ROC), "roc")
        if "rocm" in table:
            major, minor = map(values.whole, values.row(table["rocm"], 2))
            table["rocm"] = f"{major}.{minor}"
        check(path, "options", table, KEYS)
        chosen, weights = choices(path, table), severities(path, recorded)
    except ValueError as error:
        raise PorterError(
            f"holds no choices of a conversion ({error})",
            path=path,
            hint="restore it from version control; only porter writes it",
        ) from error
    pack = None
    if rules:
        pack = settings.path.parent / rules
        state = state_of(pack) if is_inside(rules) or pack == project.rules else None
        if state is None or state.digest != digest:
            return None
    is_pack_alone = pack is not None and to == "hip" and not is_converted
    then = replace(
        project, to=None if is_pack_alone else to, exclude=exclude, choices=chosen, rules=pack
    )
    return then, weights

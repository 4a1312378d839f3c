"""The layers of porter: what a room may import is what stands above it in this list."""

from __future__ import annotations

#: From the bottom to the top. Rooms of one layer do not import one another.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "exit_status", "listing", "options", "rule_ids"),
    ("files",),
    ("processes", "compat"),
    ("source", "cluster"),
    ("tables",),
    ("toolchain",),
    ("clang", "project"),
    ("ptx", "packs"),
    ("fixers",),
    ("convert",),
    ("compile",),
    ("machine",),
    ("port",),
    ("execute",),
    ("own_build",),
    ("verify", "trial"),
    ("sync", "derive", "tune", "widen"),
    ("report", "replay"),
    ("testing", "cli"),
    ("__main__", "pytest_plugin"),
    ("hook",),
)

LEVEL = {room: number for number, layer in enumerate(LAYERS) for room in layer}

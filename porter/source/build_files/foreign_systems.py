"""Build systems whose files porter neither converts nor runs, by the names of these files."""

from __future__ import annotations

FOREIGN = {
    **dict.fromkeys(("meson.build",), "Meson"),
    **dict.fromkeys("BUILD BUILD.bazel WORKSPACE WORKSPACE.bazel MODULE.bazel".split(), "Bazel"),
    **dict.fromkeys(("SConstruct", "SConscript"), "SCons"),
    **dict.fromkeys(("configure.ac", "configure.in"), "Autoconf"),
    "xmake.lua": "xmake",
    "premake5.lua": "Premake",
}

"""What every test may rely on."""

from __future__ import annotations

import os

# `make test` hands its own settings down; a test that runs make means a make of its own.
for _name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
    os.environ.pop(_name, None)

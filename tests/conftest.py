"""What every test may rely on."""

from __future__ import annotations

import os

from hypothesis import settings

from tests.thorough import amount

# `make test` hands its own settings down; a test that runs make means a make of its own.
for _name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
    os.environ.pop(_name, None)

settings.register_profile("porter", max_examples=amount(40, 100))
settings.load_profile("porter")

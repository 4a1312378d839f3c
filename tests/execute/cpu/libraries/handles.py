"""Handles of the libraries, made as programs make them."""

from __future__ import annotations

import ctypes
from typing import Any


def handle_by(create: Any) -> ctypes.c_void_p:
    """Return the handle that a library's function `create` gives."""
    made = ctypes.c_void_p()
    assert create(ctypes.byref(made)) == 0
    return made

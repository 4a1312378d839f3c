"""Find or install a compiler for AMD GPUs and the headers it needs."""

from porter.toolchain.discovery import find
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.model import Emit, Toolchain

__all__ = ["Emit", "Prefix", "Toolchain", "find", "porter_home"]

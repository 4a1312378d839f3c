"""porter: port CUDA code to HIP (ROCm), prove the port, and keep it ported.

PYTEST_DONT_REWRITE: its plugin for pytest asserts nothing, and `porter run -- pytest` has imported
the package before pytest starts, of which pytest would warn.
"""

__version__ = "0.2.0"

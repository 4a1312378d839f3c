"""Build files read and evaluated without running them: CMake, Make, setup.py."""

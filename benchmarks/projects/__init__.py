"""Whole public projects: converted, built by their own build system, run, judged by their check."""

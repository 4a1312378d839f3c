"""Readers of a port's build files, which name its units."""

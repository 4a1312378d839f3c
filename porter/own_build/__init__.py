"""Builds a port by its own build system, and says which rule concerns what fails."""

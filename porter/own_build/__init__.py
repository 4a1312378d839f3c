"""Builds a port by its own build system, and names the rules that concern its failures."""

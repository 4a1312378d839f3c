"""Compile on first use."""

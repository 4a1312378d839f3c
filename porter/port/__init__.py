"""Ports written to disk."""

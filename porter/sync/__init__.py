"""Keeps ports current: merges upstream's changes with hand edits."""

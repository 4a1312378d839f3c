"""Upstream as it is and as it was: the tree, git, vendored copies."""

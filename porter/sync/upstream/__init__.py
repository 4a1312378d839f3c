"""Upstream now and before: the tree, git, vendored copies."""

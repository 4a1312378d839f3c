"""Operators of Composable Kernel, written into a package of AITER's layout."""

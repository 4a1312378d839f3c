"""Finds or installs a compiler for AMD GPUs and the headers that it needs."""

"""Compares two results: arrays, texts, files, traces; tolerances and number formats."""

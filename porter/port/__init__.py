"""Whole projects written out."""

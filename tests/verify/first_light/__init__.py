"""Tests of the first run on an AMD GPU."""

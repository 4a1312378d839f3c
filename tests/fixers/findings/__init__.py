"""Tests of the rules about findings."""

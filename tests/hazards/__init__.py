"""Hazards: what compiles and is wrong on AMD, and the programs that show it."""

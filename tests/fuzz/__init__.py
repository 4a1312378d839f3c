"""Fuzzing: mutated sources through every reader and through whole conversions (`make fuzz`)."""

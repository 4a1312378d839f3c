"""Both sides built, run and compared: the port proved by numbers."""

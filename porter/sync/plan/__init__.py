"""The plan of a sync, decided from three versions of each file."""

"""Processes: workers, child Pythons, groups that end together, the standard streams."""

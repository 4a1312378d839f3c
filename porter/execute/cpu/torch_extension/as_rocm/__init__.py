"""A folder for Python's path; what lies in it is imported by its own name."""

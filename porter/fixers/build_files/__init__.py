"""Rules of the family build."""

"""Rules of the family numerics."""

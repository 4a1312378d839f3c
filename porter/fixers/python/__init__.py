"""Rules of the family python."""

"""Rules of the family api."""

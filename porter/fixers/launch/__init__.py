"""Rules of the family launch."""

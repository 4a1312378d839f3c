"""Rules of the family warp."""

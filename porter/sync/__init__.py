"""A port that stays a port: what upstream changes comes in, what was changed by hand stays."""

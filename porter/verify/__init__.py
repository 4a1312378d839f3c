"""Runs both sides of a port and compares their results."""

"""Programs verified: both sides run, what they print and write compared."""

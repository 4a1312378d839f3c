"""Programs verified: both sides run, their output and files compared."""

"""Rules about findings themselves."""

"""Rules of the family package: a whole package renamed by a rule pack."""

"""A code base: its files, their languages, exclusions, and porter.toml."""

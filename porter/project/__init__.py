"""What a code base is: its files, their languages, what is left out, and porter.toml."""

"""porter.toml: the settings of a repository's ports."""

"""porter.toml: what a repository says about its ports."""

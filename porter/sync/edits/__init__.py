"""Hand edits of a port: found, shown, kept as patches."""

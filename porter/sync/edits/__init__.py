"""Hand edits of a port: found, shown, exported as patches."""

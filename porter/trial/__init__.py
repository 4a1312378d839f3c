"""What a port's own build would fail of, found without running any of it."""

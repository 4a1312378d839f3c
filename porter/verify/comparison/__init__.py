"""Two results compared: arrays, texts, files, traces; tolerances and number formats."""

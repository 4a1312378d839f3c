"""The text of a file, whatever its language: tokens, brackets, edits and how they are applied."""

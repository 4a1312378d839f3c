"""The conversion: a tree or one text, through the rules of a target, to edits and findings."""

"""The conversion: rules applied to a tree or to one text, giving edits and findings."""

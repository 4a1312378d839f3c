"""The C preprocessor's view: directives, conditions, include guards, two-sided branches."""

"""What the C preprocessor sees: directives, conditions, include guards, two-sided branches."""

"""Python sources: names, literals, and strings that a program builds."""

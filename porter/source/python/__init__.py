"""Python sources: what names mean, literals, texts that a program puts together."""

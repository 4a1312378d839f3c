"""What porter does with real code, measured side by side with other converters."""

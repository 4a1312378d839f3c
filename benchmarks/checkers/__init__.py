"""What checks cost and find, beside NVIDIA's compute-sanitizer."""

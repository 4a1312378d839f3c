"""What a call costs from Python to a kernel's launch, by how the launch is found."""

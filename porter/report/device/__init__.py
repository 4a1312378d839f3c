"""What was found of programs while they ran on the cpu executor."""

"""What AMD's compiler makes of hipCUB's block-wide algorithms."""

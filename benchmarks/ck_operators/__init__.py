"""What operators of Composable Kernel take on each architecture, and how far off they are."""

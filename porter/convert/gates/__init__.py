"""Both sides in one file: what HIP's build sees and upstream's lines, each behind a condition."""

"""Rule packs: a whole package renamed, in every file that names it."""

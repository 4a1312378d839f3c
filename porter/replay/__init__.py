"""Says again what a command said, without doing it, while all that it looked at is as it was.

A conversion or a build of which nothing has changed would say the same once more. What it said is
kept with the signatures of all paths that it looked at; the next run of the same command line looks
at these before anything else is imported. Whatever is in doubt is done in full.
"""

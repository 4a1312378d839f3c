"""`python -m porter`."""

from porter.cli import main

if __name__ == "__main__":
    main()

"""Entry of the command line: `python -m cli`."""

from cli.app import main

if __name__ == "__main__":  # worker processes import this module again
    main()

"""One module per command or small family of commands; the table is in `cli/app.py`."""

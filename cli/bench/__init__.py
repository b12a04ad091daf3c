"""What `./assay bench NAME` measures; each module has `run() -> dict`, the JSON document that is printed."""

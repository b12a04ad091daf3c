"""Tasks on repositories, pure: where an answer goes into a file, which tests it must pass, and what a run of them says."""

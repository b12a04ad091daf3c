"""Version 1 of the HTTP API."""

"""The HTTP side of the command line: talking to a running service."""

from cli.client.client import Client, Submit

__all__ = ["Client", "Submit"]

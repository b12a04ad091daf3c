"""The front door: HTTP in, problem documents and JSON out. Imports adapters and scoring only."""

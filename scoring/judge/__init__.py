"""What an LLM judge is asked and what its answers mean. Pure: asking is `adapters/judge.py`."""

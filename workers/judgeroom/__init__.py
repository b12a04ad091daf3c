"""The room of the runtime `judge`: asks an LLM about texts, behind the contract of sandboxes."""

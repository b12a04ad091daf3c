"""Rooms for untrusted programs, behind one contract (contract.py). The only place that knows the container engine."""

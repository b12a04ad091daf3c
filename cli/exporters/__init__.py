"""Packs for others: what may leave of a benchmark."""

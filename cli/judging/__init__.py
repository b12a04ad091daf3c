"""Comparing a judge with people who judged the same comments."""

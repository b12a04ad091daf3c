"""Appointments of a week, in minutes from its start."""

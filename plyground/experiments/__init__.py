"""Experiments: schedules, records, numbers and reports; only the referee lets time pass."""

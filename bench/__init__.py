"""Ours beside the peers', measured in one run: `python -m bench`."""

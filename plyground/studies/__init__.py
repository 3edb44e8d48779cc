"""The studies, one file for each course system: as published, and as it should have been."""

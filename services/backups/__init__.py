"""Backups: all that an install cannot make anew, in one file (``format.md``)."""

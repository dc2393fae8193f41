"""Dragonbound: recruit dragons from the wilds, stack them, and set off what each of them does."""

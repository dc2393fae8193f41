"""The games. Each is a folder here; ``domain.registry`` finds them by themselves, so nothing lists them by hand."""

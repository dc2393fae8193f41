"""The audit: whether a log is what was played. Offline; nothing here knows a server, a store or an install."""

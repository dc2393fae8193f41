"""The event store: keys, the atomic append, the codec, and the server bundled for one machine."""

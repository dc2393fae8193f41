"""Read models in the store: saving them, listing them, rebuilding them."""

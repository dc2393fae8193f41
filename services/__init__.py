"""What Dragonpost does to the outside: the store, the reads and the pages, each behind a port."""

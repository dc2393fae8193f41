"""Dragon Overload: two players lay fifteen dragons each on five home areas and fight for their claim tokens."""

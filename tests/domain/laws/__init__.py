"""The laws of design 3 that hold for the rules of every game, and the plays they are tried on."""

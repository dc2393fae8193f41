"""What runs: the command line, the supervisor, and the processes that follow the games."""

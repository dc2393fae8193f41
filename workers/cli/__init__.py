"""The command line: one file a command. A file is imported only when its command is used."""

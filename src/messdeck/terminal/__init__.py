"""The terminal table: a game of lines, for any terminal and for a pipe."""

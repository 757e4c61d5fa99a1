"""The web table: pages and streams over the library. It holds no rule of a game; it asks the library."""

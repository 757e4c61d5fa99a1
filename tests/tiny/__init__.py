"""A third game that only the tests know: as unlike the real ones as core allows. Its rules: words/en."""

"""`python -m messdeck.cli`: the command without its script."""

from messdeck.cli import main

main()

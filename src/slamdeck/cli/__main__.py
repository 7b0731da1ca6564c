"""`python -m slamdeck.cli`."""

from slamdeck.cli import main

main()

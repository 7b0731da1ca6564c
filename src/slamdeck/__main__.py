"""`python -m slamdeck`."""

from slamdeck.cli import main

if __name__ == "__main__":
    main(prog_name="slamdeck")

"""What the Makefile and setup.py run: how the engine is compiled, and how a checkout is played and worked on."""

"""What a player can do. From this one declaration come the codes, the words, the keys and the buttons."""

from __future__ import annotations

from slamdeck.core.actions import HAND, Catalogue, Verb

# A verb says what it is: grabbing is a hand that comes down, so tables run fair races with it.
CATALOGUE = Catalogue("snap", [Verb("turn_over"), Verb("grab", manner=HAND)])
TURN_OVER = CATALOGUE.verb("turn_over").base
GRAB = CATALOGUE.verb("grab").base

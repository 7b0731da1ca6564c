"""The table as lines of text, for a screen of any size. Drawn from a view alone; the rules never come here."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from slamdeck.terminal.chronicle import LogLine
from slamdeck.terminal.controls import Prompt
from slamdeck.terminal.faces import Block
from slamdeck.terminal.labels import key_cap
from slamdeck.terminal.lines import DIM, FAINT, both_ends, fitted, flowed, rule
from slamdeck.terminal.piles import plain_hand, plain_piles, table_lines
from slamdeck.terminal.scene import SEAT_INKS, Scene
from slamdeck.terminal.seats import seat_lines

USUAL_KEY_LINES = 2
MOST_KEY_LINES = 6
FEWEST_LOG_LINES = 2
ENOUGH_LOG_LINES = 9
MOST_LOG_LINES = 12


def draw(scene: Scene, width: int, height: int) -> Block:
    """Exactly `height` lines, none wider than the screen."""
    header = header_lines(scene, width)
    seats = seat_lines(scene, width)
    bottom = [rule(width), *key_lines(scene, width)]
    # Planned with a usual number of keys, so that the table does not jump whenever there is one more.
    spare = height - len(header) - len(seats) - USUAL_KEY_LINES - 2
    table = table_that_fits(scene, width, spare)
    airy = spare - len(table) >= FEWEST_LOG_LINES + 6
    lines = [line for band in (header, seats, table) for line in ([*band, Text()] if airy else band)]
    room = height - len(lines) - len(bottom) - 1
    lines += [rule(width), *log_lines(scene, min(room, MOST_LOG_LINES))]
    lines = lines[: max(0, height - len(bottom))]
    lines += [Text()] * (height - len(lines) - len(bottom))
    return fitted([*lines, *bottom][:height], width)


def table_that_fits(scene: Scene, width: int, spare: int) -> Block:
    """Cards as tall as the screen allows; without boxes if it is too low even for small ones."""
    if scene.outcome:
        return standings_lines(scene)
    for rows in (3, 1, 0):
        table = table_lines(replace(scene, faces=scene.faces.taller(rows)), width)
        if spare - len(table) >= (ENOUGH_LOG_LINES if rows else FEWEST_LOG_LINES):
            return table
    return [*plain_piles(scene), *plain_hand(scene, width)]


# ---- whose turn -------------------------------------------------------------------------------------------


def header_lines(scene: Scene, width: int) -> Block:
    left = Text.assemble((f" {scene.info.title} ", "bold black on color(221)"), " ", status(scene))
    return [both_ends(left, Text("? keys   r rules   q quit", style=DIM), width), rule(width)]


def status(scene: Scene) -> Text:
    """Who the table waits for, the phase, and whatever is demanded, in the game's own words."""
    if scene.view.over:
        return Text("The game is over", style="bold")
    if scene.hand_over:
        return Text("The hand is over", style="bold")
    turn = scene.turn()
    if turn == scene.you or (not scene.spelled and any(not prompt.gesture for prompt in scene.prompts)):
        text = Text("Your move", style="bold bright_green")
    elif turn >= 0:
        text = Text(f"{scene.names[turn]}'s turn", style=f"bold {SEAT_INKS[turn]}")
    else:
        text = Text()
    phase = scene.view.phase.lower().replace("_", " ")
    text.append(f"  {phase}", style="bold color(215)")
    if scene.seconds():
        text.append(f"  {scene.seconds()} s", style="bold")
    for name, value in scene.view.facts.items():
        if isinstance(value, str) and name != "phase":
            words = scene.faces.words.get(value, value)
            text.append(f"  {name.replace('_', ' ')}: ", style=DIM).append(words, style="bold")
    return text


# ---- what was said, what can be done, how it ended ---------------------------------------------------------------


def log_lines(scene: Scene, room: int) -> Block:
    return [log_line(scene, line) for line in list(scene.log)[-room:]] if room > 0 else []


def log_line(scene: Scene, line: LogLine) -> Text:
    tones = {"said": "white", "quiet": DIM, "private": "bright_yellow"}
    text = Text(f" {line.text}", style=tones[line.tone])
    text.highlight_regex(r"\[[A-Z]{2}-R?\d+\]$", "not bold color(240)")
    if line.tone != "private":
        for name, ink in zip(scene.names, SEAT_INKS, strict=False):
            text.highlight_regex(rf"\b{name}\b", f"bold {ink}" if line.tone == "said" else ink)
    return text


def key_lines(scene: Scene, width: int) -> Block:
    """The keys that do something now."""
    if scene.leaving:
        return flowed([chip("Leave the table?", "y", "yes"), chip("", "any other key", "play on")], width)
    if scene.outcome:
        return flowed([chip("", "enter", "play again"), chip("", "g", "another game"), chip("", "q", "quit")], width)
    if scene.hand_over:
        return [chip("", "any key", "deal the next hand")]
    chips = prompt_chips(scene)
    if scene.spelled:
        typed = Text.assemble(" ", scene.labels.label(scene.spelled), f" {scene.digits}▁")
        chips = [typed.append_text(Text(" ")), *chips, chip("", "esc", "back")]
    lines = flowed(chips, width)[:MOST_KEY_LINES] or [Text(" … wait for your chance", style=DIM)]
    return lines + [Text()] * (USUAL_KEY_LINES - len(lines))


def prompt_chips(scene: Scene) -> list[Text]:
    """A chip for each key; digits that stand for themselves share one."""
    depth = len(scene.spelled)
    own = [p.key for p in scene.prompts if depth and p.key == scene.labels.label(p.words, depth).plain]
    rest = [prompt_chip(scene, prompt) for prompt in scene.prompts if prompt.key not in own]
    return [*([chip("", " ".join(own), "which?")] if own else []), *rest]


def prompt_chip(scene: Scene, prompt: Prompt) -> Text:
    text = chip("", prompt.key, scene.labels.label(prompt.words, len(scene.spelled)), prompt.complete)
    if prompt.also:
        text = Text.assemble(" ", key_cap(prompt.also), text)
    return text


def chip(before: str, key: str, label: str | Text, complete: bool = True) -> Text:
    text = Text.assemble(f" {before} " if before else " ", key_cap(key), " ", label)
    return text if complete else text.append(" …", style=DIM)


def standings_lines(scene: Scene) -> Block:
    outcome = scene.outcome
    assert outcome is not None
    won = outcome.places[scene.you] == 1
    reason = scene.info.ending_words(outcome.reason, outcome.clause)
    lines = [
        Text(),
        Text("  You win!" if won else "  The game is over.", style="bold bright_green" if won else "bold"),
        Text(f"  It ended because {reason}. ", style=DIM).append(f"[{outcome.clause}]", style=FAINT),
        Text(),
    ]
    for seat in sorted(range(len(scene.names)), key=lambda seat: outcome.places[seat]):
        place = f"   {outcome.places[seat]}.  "
        style = f"bold {SEAT_INKS[seat]}" if outcome.places[seat] == 1 else SEAT_INKS[seat]
        lines.append(Text.assemble((place, style), (scene.names[seat].ljust(12), style), f"{outcome.points[seat]:>5}"))
    return [*lines, Text()]

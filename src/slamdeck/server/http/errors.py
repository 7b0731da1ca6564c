"""Everything that the server says no to over HTTP: a status, a word for programs, a sentence for people."""

from __future__ import annotations

from enum import Enum

from slamdeck.core.problems import Problem


class No(Enum):
    BAD_REQUEST = (400, "bad_request", "the request has a form that is not understood")
    BAD_OPTION = (400, "bad_option", "there is no such house rule, setting or bot")
    BAD_DECK = (400, "bad_deck", "with these cards the game cannot be played")
    BAD_NAME = (400, "bad_name", "a nickname needs at least one letter that shows")
    BAD_RECORD = (400, "bad_record", "that is no record, or it does not fit together")
    ORIGIN = (403, "origin", "this page comes from another site")
    SENT_AWAY = (403, "sent_away", "the host has sent you away from this table")
    LOCKED = (403, "locked", "the host has locked this table; nobody new comes in")
    NOT_HOST = (403, "not_host", "only the host may do that")
    NOT_YOURS = (403, "not_yours", "that profile is somebody else's")
    NOT_JOINED = (403, "not_joined", "you have not joined this table yet")
    NOT_PLAYED = (403, "not_played", "only those who played at this table may see its record; its host may open it")
    WRONG_CODE = (404, "wrong_code", "there is no table with that code")
    NO_GAME = (404, "no_game", "there is no such game")
    NO_LESSON = (404, "no_lesson", "there is no such lesson")
    NO_TRANSFER = (404, "no_transfer", "nothing waits under that code: it was fetched already, or ten minutes are over")
    NO_PROFILE = (404, "no_profile", "there is no profile with that code on this server")
    NOT_FOUND = (404, "not_found", "there is no such page")
    BAD_METHOD = (405, "bad_method", "this address does not take such requests")
    TOO_SLOW = (408, "too_slow", "the request did not arrive in time")
    FULL = (409, "full", "all seats at this table are taken; you can watch")
    BEGUN = (409, "begun", "the game has begun; you can watch until the next one")
    NO_ROOM = (409, "no_room", "this table has no more room, not even for spectators")
    NAME_TAKEN = (409, "name_taken", "somebody at this table has that nickname already; take another one")
    NOT_OVER = (409, "not_over", "no game has been finished at this table yet")
    NOT_TODAY = (409, "not_today", "that deal is not today's; this server's own date counts")
    NO_GHOSTS = (409, "no_ghosts", "that game cannot be played again by ghosts")
    CLOSED = (410, "closed", "this table was closed; open a new one")
    TOO_LARGE = (413, "too_large", "the request is too large")
    ENCODED = (415, "encoded", "requests are read as they come: send it without an encoding")
    TOO_MANY = (429, "too_many", "too many requests from here; wait a little")
    BROKEN = (500, "broken", "something went wrong on our side")
    BUSY = (503, "busy", "the server is too busy for another table; try again in a minute")
    SAVING = (503, "saving", "the server can store nothing at the moment")
    ELSEWHERE = (503, "elsewhere", "this table is with another server at the moment; try again in a moment")
    STOPPING = (503, "stopping", "the server is shutting down; try again in a moment")

    @property
    def status(self) -> int:
        return int(self.value[0])

    @property
    def error(self) -> str:
        return str(self.value[1])

    @property
    def why(self) -> str:
        return str(self.value[2])


class Refusing(Problem):
    """Raised wherever a request cannot be met; `why` may say it more precisely, `wait` is in seconds."""

    def __init__(self, no: No, why: str = "", wait: int = 0) -> None:
        super().__init__(why or no.why)
        self.no = no
        self.wait = wait


class Elsewhere(Refusing):
    """The table is with another node, which can be asked."""

    def __init__(self, code: str, owner: str, addr: str, left_ms: int | None = None) -> None:
        """`left_ms`: of that node's lease, if we have tried to take the table."""
        super().__init__(No.ELSEWHERE)
        self.left_ms = left_ms
        self.code = code
        self.owner = owner
        self.addr = addr

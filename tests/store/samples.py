"""Values to store."""

from dataclasses import replace

from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.matches.model import (
    Account,
    AccountId,
    LoggedEvent,
    Match,
    MatchId,
    MatchStatus,
    Millis,
    NotedCommand,
    Player,
    Session,
    Sitter,
    TableId,
    TableStatus,
    Version,
)
from pasch.matches.ports import (
    AddAccount,
    AddMatch,
    AddSession,
    AppendEvents,
    EndMatch,
    NoteCommand,
    PutResults,
    PutTable,
    Write,
)
from pasch.matches.results import Result
from tests.match_rows import NOON, SECRET, running_match, table_with

NOW = NOON
SHARE = b"\x00\xff" * 8

ANNA = Account(AccountId("anna"), "Änna  Ⅳ", "änna iv", NOW)
BERT = Account(AccountId("bert"), "Bert", "bert", Millis(NOW + 1))
SESSION = Session(b"\x00" * 31 + b"\xff", ANNA.id, NOW)

TABLE = table_with(
    "zdwa",
    (Sitter(ANNA.id, ANNA.name, ready=True, share=SHARE), None, None),
    (("mode", "duell"), ("hardcore", "no")),
    table_id=TableId("t1"),
    secret=SECRET,
    at=NOW,
)
FULL_TABLE = replace(
    TABLE,
    status=TableStatus.PLAYING,
    sitters=(
        None,
        Sitter(BERT.id, "Bert", ready=True, share=SHARE, share_by_server=True),
        Sitter(ANNA.id, "Anna"),
    ),
    match=MatchId("m1"),
    secret=SECRET[::-1],
    revision=2,
    touched_at=Millis(NOW + 5),
)
MATCH = running_match(
    "zdwa",
    (
        Player(BERT.id, "Bert", SHARE, share_by_server=True),
        Player(ANNA.id, "Anna", SHARE[::-1], share_by_server=False),
    ),
    (),
    table_id=TABLE.id,
    rules_version=3,
    secret=SECRET,
    at=NOW,
)
NOTED = NotedCommand("c1", b"\x00digest\xff", Version(2))

BEGIN: tuple[Write, ...] = (
    AddAccount(ANNA),
    AddAccount(BERT),
    PutTable(TABLE),
    AddMatch(MATCH),
)
"""A unit that everything else can refer to."""


def event(seq: int, actor: Actor = CHANCE, text: str = "6 6 4") -> LoggedEvent:
    """Return an event for a place."""
    return LoggedEvent(seq, actor, text, Millis(NOW + seq))


def append(*seqs: int, match: MatchId = MATCH.id, text: str = "keep 1") -> AppendEvents:
    """Return a write of events by seat 1 for places."""
    return AppendEvents(match, tuple(event(seq, Seat(1), text) for seq in seqs))


def note(command: str, account: AccountId = ANNA.id) -> NoteCommand:
    """Return a write of a command with an id."""
    return NoteCommand(MATCH.id, account, replace(NOTED, id=command))


def account(name: str) -> AddAccount:
    """Return a write of an account with a name."""
    return AddAccount(Account(AccountId(f"id of {name}"), name, name.casefold(), NOW))


def table(name: str, revision: int = 1) -> PutTable:
    """Return a write of an empty table."""
    return PutTable(
        replace(TABLE, id=TableId(name), sitters=(None,), match=None, revision=revision)
    )


def session(token: bytes, of: Account = ANNA) -> AddSession:
    """Return a write of a session."""
    return AddSession(Session(token, of.id, NOW))


def end(match: Match = MATCH, status: MatchStatus = MatchStatus.FINISHED) -> EndMatch:
    """Return a write of a match's end."""
    return EndMatch(match.id, status, Millis(NOW + 9))


def result(
    match: str, of: Account, total: int, at: int = 0, *, seat: int = 1, **changes: object
) -> Result:
    """Return a result of a match that was finished `at` milliseconds after `NOW`.

    Who has a total above 0 has won; `figures` may be given in the place of that.
    """
    plain = Result(
        match=MatchId(match),
        seat=Seat(seat),
        account=of.id,
        game="zdwa",
        options=(("mode", "two"), ("hardcore", "no")),
        apart=(("hardcore", "no"),),
        seats=2,
        party=seat,
        place=1 if total > 0 else 2,
        total=total,
        finished_at=Millis(NOW + at),
        figures=(("total", total), *((("won", 1),) if total > 0 else ())),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def matches(*names: str) -> tuple[Write, ...]:
    """Return writes of finished matches."""
    begun = tuple(AddMatch(replace(MATCH, id=MatchId(name))) for name in names)
    return (*begun, *(EndMatch(MatchId(name), MatchStatus.FINISHED, NOW) for name in names))


def put(*results: Result) -> PutResults:
    """Return a write of results."""
    return PutResults(results)

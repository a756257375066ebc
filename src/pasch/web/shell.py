"""What the pages around the games show, as named tuples: people, tables, seats, standings.

Texts in these models are message ids or names; templates translate the ids with gettext.
"""

from typing import NamedTuple

from pasch.kernel.page import Line
from pasch.web.charts import Chart
from pasch.web.wording import THROWS, Wording


class Person(NamedTuple):
    """A name with its badge: two letters and one of six hues (0 to 5).

    `page` is the address to which the name leads, "" for none.
    """

    name: str
    initials: str
    hue: int
    page: str = ""


class LevelCard(NamedTuple):
    """How a computer plays: message ids, and for how many seconds it may think (0: at once)."""

    name: str
    title: str
    about: str
    seconds: int


class SeatCard(NamedTuple):
    """A seat at a waiting table or in the lobby's list; `team` is "A", "B" or empty.

    `level` is how a computer there plays, None for people.
    """

    number: int
    team: str
    person: Person | None
    is_ready: bool
    is_me: bool
    is_owner: bool
    level: LevelCard | None = None


class TableCard(NamedTuple):
    """A table in the lobby. `labels` tell its kind, such as the mode; `status` is a TableStatus.

    `turn` names who is to move, "" when nobody is or it is not known.
    """

    id: str
    game: str
    title: str
    labels: tuple[Line, ...]
    seats: tuple[SeatCard, ...]
    status: str
    owner: str
    is_mine: bool
    is_my_turn: bool
    can_join: bool
    can_watch: bool = True
    turn: str = ""
    is_protected: bool = False


class Choice(NamedTuple):
    """A value that a form offers; `label` is a message id, and `note`, told once it is chosen."""

    value: str
    label: str
    is_chosen: bool
    note: str = ""


class Range(NamedTuple):
    """Whole numbers that a form offers, as they are written, and the one it begins with."""

    least: str
    most: str
    chosen: str


class OptionField(NamedTuple):
    """An option in the form for a new table: some choices, or a number."""

    name: str
    title: str
    choices: tuple[Choice, ...] = ()
    number: Range | None = None


class GameCard(NamedTuple):
    """A game in the lobby, with the form for a new table; `art` is faces of dice or tiles.

    `rules` is the address of its rules, "" for none; `computers` who may take the other seats,
    nothing where there are no other seats or no computer plays.
    """

    slug: str
    title: str
    tagline: str
    art: tuple[str, ...]
    seats: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    rules: str = ""
    computers: tuple[Choice, ...] = ()


class LobbyLists(NamedTuple):
    """The live parts of the lobby: own tables, those to join or watch, how many more there are."""

    mine: tuple[TableCard, ...] = ()
    others: tuple[TableCard, ...] = ()
    more: int = 0


class PaceStep(NamedTuple):
    """How long computers wait now, as a message id, and the pace that comes next when pressed."""

    label: str
    following: str


class Ways(NamedTuple):
    """What a seat may do about a running match besides playing; `cost` is a message id.

    `can_ask` says that there are hints, `is_hint_due` that one is looked for. `pace` is for the
    owner of a table with computers.
    """

    table: str
    can_pause: bool
    cost: str
    can_ask: bool = False
    is_hint_due: bool = False
    pace: PaceStep | None = None


class Bar(NamedTuple):
    """The line above a board. `tone` is "you", "other", "waiting" or "over".

    `watchers` is how many people watch.
    """

    table: str
    game: str
    title: str
    labels: tuple[Line, ...]
    status: Line
    who: str
    tone: str
    ways: Ways | None = None
    is_protected: bool = False
    watchers: int = 0


class PauseCard(NamedTuple):
    """A match that stands still: why, until when (milliseconds), and what the viewer may do.

    `minutes` is what is left of it when the page is made, for browsers that do not count. `cost`
    is a message id. `agreed` of `needed` seats want to abort; `needed` is 1 where one is enough.
    It `is_charged` to stay away until the time is over.
    """

    table: str
    due_at: int
    minutes: int
    is_asked: bool
    absent: tuple[str, ...]
    is_seated: bool
    has_agreed: bool
    agreed: int
    needed: int
    cost: str
    is_charged: bool = False


class Invitation(NamedTuple):
    """How members invite others to a table: path and full address, "" while there are none.

    `password` is the table's, "" where it has none.
    """

    table: str
    path: str
    address: str
    password: str


class Waiting(NamedTuple):
    """A table before its first match: seats, what the viewer may do, and the seal.

    `invitation` is how to invite others, None for whoever does not sit at the table. The owner may
    set computers of these `levels` on free seats; `paces` are how long they wait, nothing while
    there are none. `art` are pieces of the game.
    """

    table: str
    seats: tuple[SeatCard, ...]
    my_seat: int
    is_ready: bool
    is_owner: bool
    is_member: bool
    free: int
    seal: str
    is_protected: bool = False
    invitation: Invitation | None = None
    watchable: bool = True
    levels: tuple[LevelCard, ...] = ()
    paces: tuple[Choice, ...] = ()
    words: Wording = THROWS
    art: tuple[str, ...] = ()


class Place(NamedTuple):
    """A row of the final standing; a party is one person or a team ("A", "B" or empty).

    `place` is 0 in a match that was left early, by those who `has_left`. `account` is what the
    match brings to the account, None where there are no accounts.
    """

    place: int
    team: str
    people: tuple[Person, ...]
    total: int
    is_mine: bool
    account: int | None = None
    has_left: bool = False


class Finish(NamedTuple):
    """A finished match: standing, chart, proof of its chance, and who wants to play again.

    `secrets` is the match's one, or one a hand; so many throws or hands are its `length`. `table`
    is "" on the match's own page, which knows of no next match but tells the `date`.
    """

    match: str
    places: tuple[Place, ...]
    chart: Chart
    minutes: int
    length: int
    seal: str
    secrets: tuple[str, ...]
    server_shares: tuple[str, ...]
    date: str = ""
    table: str = ""
    next_seal: str = ""
    is_seated: bool = False
    wants_again: bool = False
    again: tuple[Person, ...] = ()
    missing: tuple[Person, ...] = ()
    words: Wording = THROWS
    has_computer: bool = False
    is_hinted: bool = False


class Opened(NamedTuple):
    """What a running match with a secret a hand shows: its seal, the secrets of hands gone by."""

    seal: str
    secrets: tuple[str, ...]
    words: Wording


class Share(NamedTuple):
    """A seat's part in the throws or deals of a match, in hex; some are the server's own choice."""

    name: str
    share: str
    by_server: bool


class FairLine(NamedTuple):
    """What binds a match before its first throw or deal: the seal, then the shares."""

    key: str
    seal: str
    shares: tuple[Share, ...]
    words: Wording


class LogLine(NamedTuple):
    """A line of the log, translated; `key` is the id of its element."""

    key: str
    text: str
    hue: int


class ChatEntry(NamedTuple):
    """A line of a chat; `key` is the id of its element.

    `kind` is "said", "reaction" or "notice", `channel` "all", "team" or "watchers"; `text` is
    what was said, the name of a reaction, or the message id of a notice. `label` is the message
    id of what a reaction says, `at` the time for a `time` element, `hue` -1 where nobody is named.
    """

    key: str
    kind: str
    channel: str
    name: str
    hue: int
    text: str
    label: str
    at: str


class ChatTo(NamedTuple):
    """Whom the viewer's next line is for: to be chosen ("choice"), or a note of it.

    `kind` is "choice" where there is a team, "watchers" for those who only watch a match,
    "nobody" where there is no chat, else "all".
    """

    kind: str


class ChatPerson(NamedTuple):
    """Somebody whose lines can be ignored."""

    account: str
    name: str
    is_ignored: bool


class ChatPeople(NamedTuple):
    """With whom the viewer shares a chat; forms go below `address`, "" for the lobby."""

    address: str
    people: tuple[ChatPerson, ...]

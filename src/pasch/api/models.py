"""What the API answers with. Every field is described, since the models are the documentation."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from pasch.games import discovery

Slug = Annotated[str, Field(description="A game's name in addresses and records.")]
Seat = Annotated[int, Field(ge=1, description="A seat's number, from 1.")]
Options = Annotated[
    dict[str, str], Field(description="Every option of the game with its value, as in records.")
]
Seal = Annotated[
    str, Field(pattern="^[0-9a-f]{64}$", description="SHA-256 of a match's secret, in hex.")
]

EXAMPLE_GAME = discovery.playable()[0]
"""The game that the examples of the description show."""


class Model(BaseModel):
    """What is sent: exactly these fields, of exactly these types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Error(Model):
    """Why there is no answer."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"code": "unknown-table", "text": "There is no such table."}]
        }
    )

    code: str = Field(description="Stable; for programs.")
    text: str = Field(description="English; for people. It may change.")


class Value(Model):
    """A value that an option may have."""

    value: str
    label: str = Field(description="The value in words, in English.")


class Option(Model):
    """An option of a game."""

    name: str
    title: str = Field(description="The option in words, in English.")
    values: list[Value]
    defaults: dict[str, str] = Field(description="The usual value by number of seats.")
    follows_seats: bool = Field(description="Whether the number of seats decides it.")


class Seats(Model):
    """A number of seats that a game is for."""

    seats: int
    label: str = Field(description="What such a match is called, in English.")


class Level(Model):
    """How computers may play a game."""

    name: str = Field(description="The level's name in a table's seats.")
    title: str = Field(description="The level in a word, in English.")
    about: str = Field(description="How such a computer plays, in English.")
    think_millis: int = Field(description="How long it may think about a move; 0: none.")


class Game(Model):
    """A game that can be played here."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "slug": EXAMPLE_GAME,
                    "title": "Zock die Wand an",
                    "tagline": "Four columns, 48 cells: announce, gamble, cross out",
                    "source": "Zock die Wand an (ZDWA), Spielanleitung",
                    "rules_version": 1,
                    "seats": [{"seats": 2, "label": "Two players"}],
                    "options": [
                        {
                            "name": "hardcore",
                            "title": "Hardcore",
                            "values": [
                                {"value": "yes", "label": "one throw a turn, nothing to announce"},
                                {"value": "no", "label": "up to three throws a turn"},
                            ],
                            "defaults": {"2": "no"},
                            "follows_seats": False,
                        }
                    ],
                    "levels": [
                        {
                            "name": "first",
                            "title": "Easy",
                            "about": "takes the first move that the rules allow",
                            "think_millis": 0,
                        }
                    ],
                }
            ]
        }
    )

    slug: Slug
    title: str
    tagline: str
    source: str = Field(description="The rulebook that the rules follow.")
    rules_version: int = Field(description="Every match keeps the version that it began with.")
    seats: list[Seats]
    options: list[Option]
    levels: list[Level] = Field(description="How computers may play it, the weakest first.")


class Place(Model):
    """A seat at a table."""

    seat: Seat
    name: str | None = Field(description="Who sits there; null when nobody does.")
    is_ready: bool = Field(description="Whether this person is ready for the next match.")
    level: str | None = Field(description="How a computer plays there; null for people.")


class Table(Model):
    """A table that waits for people, or at which a match is played."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "id": "7KXQ2M",
                    "game": EXAMPLE_GAME,
                    "options": {"mode": "two", "hardcore": "no"},
                    "status": "waiting",
                    "seats": [
                        {"seat": 1, "name": "Anna", "is_ready": True, "level": None},
                        {"seat": 2, "name": None, "is_ready": False, "level": None},
                    ],
                    "opened_at": "2026-11-30T03:09:00.250000Z",
                }
            ]
        }
    )

    id: str
    game: Slug
    options: Options
    status: Literal["waiting", "playing", "finished", "closed"]
    seats: list[Place]
    opened_at: datetime


class Pause(Model):
    """A match that stands still."""

    until: datetime = Field(description="When it is aborted, unless it goes on before.")
    is_asked_for: bool = Field(description="Whether somebody asked for the pause.")
    absent: list[int] = Field(description="Seats that nobody is connected from.")


class Position(Model):
    """Where a match stands, as spectators see it."""

    match: str
    rules_version: int
    started_at: datetime
    seal: Seal
    names: list[str] = Field(description="Who plays, by seat.")
    computers: list[int] = Field(description="Seats that computers play; in no list then.")
    version: int = Field(description="How many events the match's log holds.")
    to_move: list[int] = Field(description="Seats that must act; none when the match is over.")
    held: list[int] = Field(description="Places, such as dice, that the seat to move holds.")
    parties: list[list[int]] = Field(description="Seats that win together, in order of totals.")
    totals: list[int] = Field(description="Points of each party.")
    pause: Pause | None
    view: dict[str, JsonValue] = Field(
        description="What a spectator sees of the board; its fields are the game's own, "
        "the same as in what `pasch replay` prints."
    )


class OpenTable(Table):
    """A table with the match that is played there, or was played last."""

    next_seal: Seal = Field(description="The seal of the next match's secret.")
    position: Position | None = Field(description="Null before the first match.")


class Outcome(Model):
    """What a finished match was for one seat."""

    seat: Seat
    name: str
    party: int = Field(description="Who wins together has the same number, from 1.")
    place: int | None = Field(
        description="The party's place, from 1; equals share one. Null if the match was left early."
    )
    total: int = Field(description="The party's points.")
    has_left: bool = Field(False, description="Whether this seat's leaving ended the match early.")


class Match(Model):
    """A match that was played to its end, or left early at a cost."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "id": "M4T8WQZK3H7N",
                    "game": EXAMPLE_GAME,
                    "options": {"mode": "two", "hardcore": "no"},
                    "rules_version": 1,
                    "started_at": "2026-11-30T03:09:00.250000Z",
                    "ended_at": "2026-11-30T03:41:07.125000Z",
                    "events": 517,
                    "seal": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                    "outcomes": [
                        {"seat": 1, "name": "Anna", "party": 1, "place": 1, "total": 903},
                        {"seat": 2, "name": "Ben", "party": 2, "place": 2, "total": 877},
                    ],
                    "counts": True,
                    "record": "/api/v1/matches/M4T8WQZK3H7N/record",
                }
            ]
        }
    )

    id: str
    game: Slug
    options: Options
    rules_version: int
    started_at: datetime
    ended_at: datetime
    events: int = Field(description="How many events its log holds.")
    seal: Seal
    outcomes: list[Outcome] = Field(description="By seat.")
    counts: bool = Field(description="Whether lists take it: not with computers or hints.")
    record: str = Field(description="Where its record is: header, secret and every event.")


class Row(Model):
    """Somebody's row of a list."""

    place: int = Field(description="From 1; equals share one.")
    name: str
    value: int = Field(description="The best, or the sum: what the list ranks.")
    matches: int = Field(description="How many matches the row is made of.")
    match: str = Field(description="The first match with that value, or the latest of a sum.")
    finished_at: datetime


class Board(Model):
    """A list of a game's best, as its address asked for it."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": EXAMPLE_GAME,
                    "ranking": "best",
                    "figure": "total",
                    "options": {"hardcore": "no"},
                    "seats": None,
                    "period": "all",
                    "rows": [
                        {
                            "place": 1,
                            "name": "Anna",
                            "value": 903,
                            "matches": 12,
                            "match": "M4T8WQZK3H7N",
                            "finished_at": "2026-11-30T03:41:07.125000Z",
                        }
                    ],
                }
            ]
        }
    )

    game: Slug
    ranking: str = Field(description="What is ranked; each game has its own lists.")
    figure: str = Field(description="The number of a match that is ranked.")
    options: Annotated[
        dict[str, str],
        Field(
            description="Options whose values are apart; none in a list of all kinds of matches."
        ),
    ]
    seats: int | None = Field(description="Of how many seats; null for all.")
    period: Literal["all", "week"]
    rows: list[Row]

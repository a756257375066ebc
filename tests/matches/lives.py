"""Random lives of a table: people come, talk, play, ignore each other and go.

The model knows nothing of channels: it notes for each line who was there in which part when it
was said, and says by the rules of the house who may read it.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from hypothesis import strategies as st

from pasch.kernel.refusals import Refusal
from pasch.matches.chat import Post
from pasch.matches.lines import Channel, ChatLine, LineKind
from pasch.matches.model import Account, TableStatus
from pasch.matches.registry import OpenTable
from tests.matches.hall import SHARES, Hall, Play

PEOPLE: Final = ("Anna", "Ben", "Cleo", "Dana", "Ede", "Flo", "Gil")
SEATS: Final = 4


@dataclass
class Model:
    """For each line those who may read it, and who ignores whom."""

    readers: dict[str, frozenset[str]] = field(default_factory=dict)
    authors: dict[str, str] = field(default_factory=dict)
    ignored: set[tuple[str, str]] = field(default_factory=set)

    def reads(self, name: str) -> list[str]:
        """Return which posts somebody has to see who may watch."""
        return [
            post
            for post, readers in self.readers.items()
            if name in readers and (name, self.authors[post]) not in self.ignored
        ]


@dataclass
class Deed:
    """Something that somebody does, perhaps to somebody."""

    what: str
    by: int
    to: int


@dataclass
class Life:
    """A table of two against two and everybody who might come."""

    hall: Hall
    people: tuple[Account, ...]
    play: Play
    model: Model = field(default_factory=Model)

    async def found(self) -> OpenTable:
        """Return the table."""
        return await self.play.found()

    async def do(self, number: int, deed: Deed) -> None:
        """Do something, numbered; what is refused changes nothing."""
        before = (await self.found()).chat
        try:
            await DEEDS[deed.what](self, deed, f"post-{number}")
        except Refusal:
            assert (await self.found()).chat == before

    def who(self, deed: Deed) -> Account:
        """Return who does something."""
        return self.people[deed.by]

    def other(self, deed: Deed) -> Account:
        """Return to whom it is done."""
        return self.people[deed.to]

    async def note(self, author: Account, post: str, *, is_team: bool = False) -> None:
        """Note who may read what was just said, by the rules of the house."""
        found = await self.found()
        seated = [s.name if s is not None else "" for s in found.table.sitters]
        readers = set(PEOPLE)
        if found.table.status is TableStatus.PLAYING:
            if author.name not in seated:
                readers -= set(seated)
            elif is_team:
                seat = seated.index(author.name)
                readers = {seated[seat], seated[(seat + SEATS // 2) % SEATS]}
        self.model.readers[post] = frozenset(readers)
        self.model.authors[post] = author.name

    async def expected(self, person: Account) -> list[str]:
        """Return which posts somebody has to see now."""
        found = await self.found()
        is_in = found.table.watchable or found.table.seat_of(person.id) is not None
        is_closed = found.table.status is TableStatus.CLOSED
        return self.model.reads(person.name) if is_in and not is_closed else []


def posts(lines: tuple[ChatLine, ...]) -> list[str]:
    """Return the ids of what people have said and shown."""
    return [line.command for line in lines if line.kind is not LineKind.NOTICE]


# --- Deeds


async def _say(life: Life, deed: Deed, post: str) -> None:
    author = life.who(deed)
    await life.hall.parlour.chat.say(Post(author, life.play.table, post), post, Channel.ALL)
    await life.note(author, post)


async def _say_to_team(life: Life, deed: Deed, post: str) -> None:
    author = life.who(deed)
    await life.hall.parlour.chat.say(Post(author, life.play.table, post), post, Channel.TEAM)
    await life.note(author, post, is_team=True)


async def _react(life: Life, deed: Deed, post: str) -> None:
    author = life.who(deed)
    await life.hall.parlour.chat.react(Post(author, life.play.table, post), "wow")
    await life.note(author, post)


async def _ignore(life: Life, deed: Deed, _post: str) -> None:
    await life.hall.parlour.chat.ignore(life.who(deed), life.other(deed).id)
    life.model.ignored.add((life.who(deed).name, life.other(deed).name))


async def _heed(life: Life, deed: Deed, _post: str) -> None:
    await life.hall.parlour.chat.heed(life.who(deed), life.other(deed).id)
    life.model.ignored.discard((life.who(deed).name, life.other(deed).name))


async def _sit(life: Life, deed: Deed, _post: str) -> None:
    await life.hall.parlour.sit(life.who(deed), life.play.table, None)


async def _leave(life: Life, deed: Deed, _post: str) -> None:
    await life.hall.parlour.leave(life.who(deed), life.play.table)


async def _begin(life: Life, deed: Deed, _post: str) -> None:
    """Let people take the free seats, beginning with one, and all say ready."""
    for person in (*life.people[deed.by :], *life.people[: deed.by]):
        if (await life.found()).table.free_seats:
            await life.hall.parlour.sit(person, life.play.table, None)
    sitters = [s for s in (await life.found()).table.sitters if s is not None]
    for sitter, share in zip(sitters, SHARES, strict=True):
        person = next(p for p in life.people if p.id == sitter.account)
        await life.hall.parlour.say_ready(person, life.play.table, share)


async def _finish(life: Life, _deed: Deed, _post: str) -> None:
    """Let the running match be played to its end."""
    found = await life.found()
    if found.table.status is TableStatus.PLAYING:
        seated = [s.account for s in found.table.sitters if s is not None]
        life.play.people = tuple(next(p for p in life.people if p.id == s) for s in seated)
        await life.play.play_on()


async def _move(life: Life, _deed: Deed, _post: str) -> None:
    """Let the seat to move take its turn."""
    found = await life.found()
    if found.table.status is TableStatus.PLAYING:
        seated = [s.account for s in found.table.sitters if s is not None]
        life.play.people = tuple(next(p for p in life.people if p.id == s) for s in seated)
        await life.play.turn()


async def _let_watch(life: Life, deed: Deed, _post: str) -> None:
    await life.hall.parlour.let_watch(life.who(deed), life.play.table, allowed=True)


async def _keep_out(life: Life, deed: Deed, _post: str) -> None:
    await life.hall.parlour.let_watch(life.who(deed), life.play.table, allowed=False)


DEEDS: Final[Mapping[str, Callable[[Life, Deed, str], Awaitable[None]]]] = {
    "say": _say,
    "say to team": _say_to_team,
    "react": _react,
    "ignore": _ignore,
    "heed": _heed,
    "sit": _sit,
    "leave": _leave,
    "begin": _begin,
    "finish": _finish,
    "move": _move,
    "let watch": _let_watch,
    "keep out": _keep_out,
}
"""Everything that may happen."""

_anybody = st.integers(0, len(PEOPLE) - 1)

deeds = st.lists(
    st.builds(Deed, st.sampled_from(list(DEEDS)), _anybody, _anybody), min_size=8, max_size=40
)
"""Random lives."""


async def begin_life(hall: Hall) -> Life:
    """Return a new table of two against two at which the first person sits."""
    people = tuple([await hall.guest(name) for name in PEOPLE])
    table = await hall.open_table(people[0], seats=SEATS, hardcore="yes")
    return Life(hall, people, Play(hall, table, people[:SEATS]))

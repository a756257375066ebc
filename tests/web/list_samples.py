"""Sample pages of leaderboards, people, finished matches and help; see `samples`."""

from collections.abc import Callable, Mapping
from typing import Final

from pasch.kernel.actors import Seat
from pasch.kernel.meta import BEST_TOTALS
from pasch.matches.boards import LINES_SHOWN, Choice, Period
from pasch.matches.model import Account, AccountId, MatchId, Millis
from pasch.matches.names import DELETED
from pasch.matches.results import Balance, Leader, PastMatch, PastSeat, Tally
from pasch.web import boards, help_pages, history, people
from pasch.web.charts import chart_of_totals
from pasch.web.guide import house_guide, rules_guide
from pasch.web.i18n import Language, catalogue
from pasch.web.pages import draw, safe
from pasch.web.visit import Visit

Page = Callable[..., str]
Sample = Callable[[Language], str]

GAME: Final = "zdwa"
NOON: Final = Millis(1_796_000_000_000)
DAY: Final = 86_400_000
ANNA: Final = Account(AccountId("anna"), "Anna", "anna", NOON)
NORMAL: Final = (("hardcore", "no"),)
NAMES: Final = ("Mira", "Jo", "Anna", DELETED, "Klaus-Dieter Freiherr von", "Zoë", "Ben Bergmann")
TOTALS: Final = (1033, 1012, 1012, 970, 951, 870, 612)


def list_samples(page: Page) -> Mapping[str, Sample]:
    """Return all samples; `page` renders a template with the frame's context."""

    def board(leaders: tuple[Leader, ...], period: Period = Period.ALL_TIME) -> Sample:
        def sample(language: Language) -> str:
            choice = Choice(GAME, BEST_TOTALS, NORMAL, period=period)
            return page(
                language,
                "web/boards.html",
                games=boards.games(choice),
                filters=boards.filters(choice),
                ranking=BEST_TOTALS,
                rows=boards.rows(leaders, Visit(ANNA, language)),
                tells_matches=True,
                is_week=period is Period.WEEK,
                all_time=boards.address(choice),
            )

        return sample

    def guide(name: str) -> Sample:
        def sample(language: Language) -> str:
            found = rules_guide(GAME, language) if name == GAME else house_guide(name, language)
            entries = (*help_pages.entries(), *help_pages.HOUSE_PAGES)
            return page(language, "web/guide.html", guide=found, others=entries)

        return sample

    def rules(language: Language) -> str:
        games, pages = help_pages.entries(), help_pages.HOUSE_PAGES
        return page(language, "web/help.html", games=games, pages=pages)

    def keys(language: Language) -> str:
        own = safe(draw(language, f"{GAME}/table.html", "keys"))
        games = [help_pages.GameKeys("Zock die Wand an", own, has_hints=False)]
        return page(language, "web/keys.html", games=games, others=help_pages.entries())

    return {
        "board": board(_leaders(*zip(NAMES, TOTALS, strict=True))),
        "board-empty": board(()),
        "board-week": board((), Period.WEEK),
        "person": lambda language: _person(page, language, _TALLIES, is_me=True),
        "person-other": lambda language: _person(page, language, _TALLIES[:1], is_me=False),
        "person-new": lambda language: _person(page, language, (), is_me=True),
        "person-unplayed": lambda language: _person(page, language, (), is_me=False),
        "help": rules,
        "rules": guide(GAME),
        "fair-dice": guide("fair-dice"),
        "keys": keys,
    }


def _leaders(*people: tuple[str, int]) -> tuple[Leader, ...]:
    """Return rows of a list, the last of them behind the ones that everybody sees."""
    totals = [total for _, total in people]
    rows = tuple(
        Leader(
            place=1 + totals.index(total),
            account=AccountId(name.casefold()),
            name=name,
            value=total,
            match=MatchId("m1"),
            finished_at=Millis(NOON - number * DAY),
            matches=3 * number + 1,
        )
        for number, (name, total) in enumerate(people)
    )
    filling = (rows[4],) * (LINES_SHOWN - len(rows) + 1)
    return (*rows[:-1], *filling, rows[-1])


_TALLIES: Final = (
    Tally(GAME, NORMAL, 1, 2, 0, 1800, 990, MatchId("m1")),
    Tally(GAME, NORMAL, 4, 17, 9, 15_000, 1033, MatchId("m2")),
    Tally(GAME, (("hardcore", "yes"),), 2, 11, 4, 4400, 512, MatchId("m3")),
)


def _person(page: Page, language: Language, tallies: tuple[Tally, ...], *, is_me: bool) -> str:
    wanted = history.wanted(tallies, {"page": "2" if is_me else "1"})
    words = catalogue(language)
    past = [_past(seats, number) for number, seats in enumerate((2, 4, 1, 3))]
    return page(
        language,
        "web/person.html",
        person=people.person(ANNA.name),
        is_me=is_me,
        since=words.date(NOON),
        credits=history.credits_of([Balance("wuerfelmania", -295)] if is_me else []),
        summary=history.summary(ANNA, tallies, wanted, sum(tally.matches for tally in tallies)),
        chart=chart_of_totals([870, 951, 1033, 612, 990], "Anna") if is_me else None,
        past=[history.past_row(match, ANNA, words) for match in past],
    )


def _past(seats: int, number: int) -> PastMatch:
    names = ("Anna", "Mira", DELETED, "Klaus-Dieter Freiherr von")[:seats]
    return PastMatch(
        match=MatchId("m1"),
        game=GAME,
        options=(("mode", ""), ("hardcore", "yes" if number % 2 else "no")),
        finished_at=Millis(NOON - number * DAY),
        seats=tuple(
            PastSeat(Seat(seat), AccountId(name.casefold()), name, seat, seat, 1000 - seat)
            for seat, name in enumerate(names, 1)
        ),
    )

"""What the page of Dölauer is made of: tracks, story, dice, buttons, lines of the log, cues."""

from typing import TypeVar

import pytest

from pasch.games.doelauer.pages.buttons import Actions
from pasch.games.doelauer.pages.dock import Felt, Tray
from pasch.games.doelauer.pages.present import PRESENTER
from pasch.games.doelauer.pages.prices import Prices
from pasch.games.doelauer.pages.race import Head, Runner
from pasch.games.doelauer.pages.story import Story
from pasch.games.doelauer.rules import RULES
from pasch.games.doelauer.state import State
from pasch.games.doelauer.tests.positions import at, event_of, follow, series
from pasch.games.doelauer.view import DoelauerView
from pasch.kernel.actors import Seat
from pasch.kernel.dock import Info
from pasch.kernel.page import Cue, Line, Region, Seen, Step
from pasch.web.i18n import Language, catalogue
from pasch.web.pages import draw, fragment

NAMES = ("Anna", "Bo", "Eva", "Jo", "Mira", "Zoë", "Ben", "Kim")
SIX_ONES = "1 1 1 1 1 1"
FOURS = "4 4 4 2 5 1"
Model = TypeVar("Model")


def seen(state: State, viewer: int | None) -> Seen[DoelauerView]:
    seat = Seat(viewer) if viewer else None
    legal = RULES.legal(state, seat) if seat else ()
    view = RULES.view(state, seat)
    return Seen(view, seat, NAMES[: len(state.scores)], legal, is_over=bool(view.places))


def regions(state: State, viewer: int | None = 1) -> dict[str, Region]:
    return dict(PRESENTER.regions(seen(state, viewer)))


def model(kind: type[Model], state: State, key: str, viewer: int | None = 1) -> Model:
    shown = regions(state, viewer)[key].model
    assert isinstance(shown, kind)
    return shown


def words(line: Line | None, who: str = "Anna", language: Language = "de") -> str:
    return "" if line is None else catalogue(language).line(line, who)


def step(state: State, event: str) -> Step[DoelauerView]:
    actor, text = event_of(event)
    after = follow(state, event)
    return Step(RULES.view(state, None), actor, text, RULES.view(after, None))


def said(state: State, event: str, language: Language = "de") -> str:
    return words(PRESENTER.line(step(state, event)), language=language)


POSITIONS = [
    pytest.param(at(), id="L1 begin"),
    pytest.param(at(series(FOURS)), id="L4 laid out"),
    pytest.param(at(series("1 2 3 4 5 6")), id="L3 choice of Straße"),
    pytest.param(at(series("2 2 2 4 5 3", "6 6 6")), id="L5 choice of faces"),
    pytest.param(at(series(SIX_ONES)), id="L9 pending"),
    pytest.param(at(series(SIX_ONES, FOURS)), id="L9 confirming"),
    pytest.param(at(series(FOURS, "stop"), scores=(117, 3)), id="L11 over"),
    pytest.param(at(seats=8), id="L1 eight seats"),
]


@pytest.mark.parametrize("state", POSITIONS)
@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_each_region_draws_the_element_of_its_key(state: State, viewer: int | None) -> None:
    for key, region in regions(state, viewer).items():
        html = fragment("de", "doelauer/table.html", region.macro, region.model).lstrip()
        assert f' id="{key}"' in html.partition(">")[0]


@pytest.mark.parametrize("state", POSITIONS)
@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_the_layout_places_every_region(state: State, viewer: int | None) -> None:
    layout = PRESENTER.layout(seen(state, viewer))
    marks = {key: f"«{key}»" for key in regions(state, viewer)}
    page = "".join(
        draw("de", "doelauer/table.html", place, layout, marks)
        for place in ("board", "side", "dock")
    )
    assert [key for key, mark in marks.items() if page.count(mark) != 1] == []


# --- The race


def runner(state: State, seat: int = 1) -> Runner:
    return model(Runner, state, f"runner-{seat}")


def test_a_track_ends_with_the_first_score_that_wins() -> None:
    assert runner(at(scores=(120, 0))).done == pytest.approx(99.2)
    assert runner(at(series(FOURS, "stop"), scores=(117, 0))).done == 100
    assert runner(at(scores=(0, 0))).done == 0


def test_pending_points_reach_further_and_what_lies_still_further() -> None:
    found = runner(at(series(SIX_ONES, FOURS), scores=(11, 0)))
    assert (found.score, found.pending, found.lying) == (11, 80, 4)
    reached = (found.done, found.risked, found.hoped)
    assert reached == pytest.approx((9.1, 75.2, 78.5))


def test_nothing_reaches_beyond_the_end() -> None:
    found = runner(at(series(SIX_ONES), scores=(100, 0)))
    assert (found.done, found.risked) == pytest.approx((82.6, 100))


def test_only_who_is_to_move_has_points_at_stake() -> None:
    state = at(series(SIX_ONES, FOURS), scores=(11, 20))
    other = runner(state, 2)
    assert (other.pending, other.lying, other.done) == (0, 0, other.hoped)
    assert (runner(state).is_to_move, other.is_to_move) == (True, False)


@pytest.mark.parametrize(
    ("state", "number"),
    [
        (at(), 1),
        (at(series(FOURS, "stop")), 1),
        (at(series(FOURS, "stop") + f"; 2 roll; * {FOURS}; 2 stop"), 2),
        (at(series(FOURS, "stop"), scores=(117, 0)), 1),
    ],
)
def test_rounds_are_counted(state: State, number: int) -> None:
    assert model(Head, state, "race-head").round == number


def test_the_table_of_points_is_in_the_order_of_rank_and_marks_what_lies() -> None:
    prices = model(Prices, at(series(FOURS)), "prices")
    assert prices.faces == (1, 6, 5, 4, 3, 2)
    points = [[price.points for price in row.prices] for row in prices.rows]
    assert points[0] == [10, 6, 5, 4, 3, 2]
    assert points[3] == [80, 48, 40, 32, 24, 16]
    lying = [
        (row.equal, face)
        for row in prices.rows
        for face, price in zip(prices.faces, row.prices, strict=True)
        if price.is_lying
    ]
    assert lying == [(3, 4)]
    starred = [row.equal for row in prices.rows if all(p.is_starred for p in row.prices)]
    assert starred == [6]


# --- The story


def story(state: State) -> tuple[str, str, str]:
    found = model(Story, state, "story")
    return found.tone, words(found.title, found.who), words(found.text, found.who)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        pytest.param(
            at(series(SIX_ONES)),
            (
                "risk",
                "80 Punkte stehen auf dem Spiel",
                "Anna braucht jetzt in Serie 2 irgendwelche Punkte, sonst verfällt alles.",
            ),
            id="L9 pending",
        ),
        pytest.param(
            at(series(SIX_ONES, "3 3 5 5 6 6", "take doell")),
            (
                "risk",
                "85 Punkte stehen auf dem Spiel",
                "Anna braucht jetzt in Serie 3 irgendwelche Punkte, sonst verfällt alles.",
            ),
            id="L10 chain",
        ),
        pytest.param(
            at(series(SIX_ONES, FOURS)),
            (
                "risk",
                "80 Punkte stehen auf dem Spiel",
                "Rausgelegt: drei Vierer. Wer jetzt aufhört, bestätigt alles.",
            ),
            id="L9 enough lies",
        ),
        pytest.param(
            at(series(SIX_ONES, "4 4 3 2 5 1")),
            (
                "risk",
                "80 Punkte stehen auf dem Spiel",
                "Rausgelegt: zwei Vierer. Drei gleiche genügen.",
            ),
            id="L9 too little lies",
        ),
        pytest.param(
            at(series(SIX_ONES, FOURS, "stop")),
            ("gain", "Anna bestätigt: 80 + 4 = 84 Punkte", "Bo ist an der Reihe."),
            id="L9 confirmed",
        ),
        pytest.param(
            at(series(SIX_ONES, "4 4 3 2 5 1", "stop")),
            ("loss", "Anna bestätigt nicht: 80 Punkte sind verloren", "Bo ist an der Reihe."),
            id="L9 lost",
        ),
        pytest.param(
            at(series(FOURS), scores=(110, 0)),
            ("quiet", "Anna hat rausgelegt: drei Vierer, 4 Punkte",
             "Bis zum Sieg fehlen 11 Punkte."),
            id="L11 way to go",
        ),
        pytest.param(
            at(series("4 4 2 3 5 1"), scores=(120, 0)),
            ("quiet", "Anna hat rausgelegt: zwei Vierer, noch keine Punkte",
             "Bis zum Sieg fehlt ein Punkt."),
            id="L11 one point to go",
        ),
        pytest.param(
            at(series(FOURS), scores=(117, 0)),
            ("quiet", "Anna hat rausgelegt: drei Vierer, 4 Punkte", "Das reicht zum Sieg."),
            id="L11 enough",
        ),
    ],
)  # fmt: skip
def test_story(state: State, told: tuple[str, str, str]) -> None:
    assert story(state) == told


def test_the_last_dice_stay_in_sight_when_the_match_is_over() -> None:
    found = model(Story, at(series(FOURS, "stop"), scores=(117, 0)), "story")
    assert [(die.face, die.has_counted) for die in found.dice] == [
        (4, True), (4, True), (4, True), (2, False), (5, False), (1, False),
    ]  # fmt: skip


# --- Dice


def felt(state: State, viewer: int | None = 1) -> Felt:
    return model(Felt, state, "dock-dice", viewer)


def faces(tray: Tray) -> list[int]:
    return [die.face for die in tray.dice]


def picks(tray: Tray) -> list[tuple[str, list[int], str]]:
    return [(pick.event, [die.face for die in pick.dice], words(pick.words)) for pick in tray.picks]


def test_dice_that_lie_are_apart_from_those_thrown_l4() -> None:
    found = felt(at(series(FOURS, "2 4 3")))
    assert (faces(found.laid), faces(found.thrown)) == ([4, 4, 4, 4], [2, 3])


def test_choices_are_the_dice_themselves_l5() -> None:
    found = felt(at(series("2 2 2 4 5 3", "6 6 6")))
    assert picks(found.laid) == [("lay 2", [2, 2, 2], "Rauslegen: drei Zweier, 2 Punkte")]
    assert picks(found.thrown) == [("lay 6", [6, 6, 6], "Rauslegen: drei Sechser, 6 Punkte")]
    assert (faces(found.laid), faces(found.thrown)) == ([], [])


def test_new_dice_of_the_laid_face_lie_with_it_l6() -> None:
    found = felt(at(series("2 2 5 4 6 3", "3 4 5 6", "2 1 1 5")))
    assert picks(found.laid) == [("lay 2", [2, 2, 2], "Rauslegen: drei Zweier, 2 Punkte")]
    assert picks(found.thrown) == [("lay 1", [1, 1], "Rauslegen: zwei Einser, 0 Punkte")]
    assert faces(found.thrown) == [5]


def test_one_die_is_called_so() -> None:
    pick = felt(at(series("1 2 3 4 5 6"))).thrown.picks[0]
    assert words(pick.words) == "Rauslegen: ein einzelner Einser, 0 Punkte"
    assert words(pick.words, language="en") == "Lay out a lone one: 0 points"


@pytest.mark.parametrize(
    ("throw", "special", "key"), [("1 2 3 4 5 6", "strasse", "s"), ("3 3 5 5 6 6", "doell", "d")]
)
def test_special_throws_are_buttons_of_their_own_l3(throw: str, special: str, key: str) -> None:
    (found,) = felt(at(series(throw))).specials
    assert (found.name, found.event, found.key) == (special, f"take {special}", key)


@pytest.mark.parametrize("viewer", [None, 2])
def test_others_see_the_dice_without_choices(viewer: int | None) -> None:
    found = felt(at(series("2 2 2 4 5 3", "6 6 6")), viewer)
    assert (found.laid.picks, found.thrown.picks, found.specials) == ((), (), ())
    assert (faces(found.laid), faces(found.thrown)) == ([2, 2, 2], [6, 6, 6])


def test_the_last_throw_stays_in_sight_until_the_next_l7() -> None:
    found = felt(at(series("5 5 5 1 2 3", "5 1 2", "4 6")), 2)
    assert found.is_past
    assert (faces(found.laid), faces(found.thrown)) == ([], [5, 5, 5, 5, 4, 6])


# --- Buttons


def buttons(state: State) -> tuple[str, str, str]:
    """Return the stop button's tone and note, and the note of the one that throws."""
    found = model(Actions, state, "dock-actions")
    stop, roll = found.stop, found.roll
    return stop.tone if stop else "", words(stop and stop.note), words(roll and roll.note)


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        pytest.param(at(), ("", "", ""), id="L3 first throw"),
        pytest.param(
            at(series(FOURS)), ("gain", "4 Punkte sichern", "was liegt, bleibt liegen"), id="L5"
        ),
        pytest.param(
            at(series("4 4 3 2 5 1")),
            ("none", "mit 0 Punkten", "was liegt, bleibt liegen"),
            id="L4 nothing lies",
        ),
        pytest.param(
            at(series(FOURS, "2 5 1")), ("gain", "4 Punkte sichern", "Gefahr: 4 Punkte"), id="L7"
        ),
        pytest.param(
            at(series("4 4 3 2 5 1", "2 5 1 3")),
            ("none", "mit 0 Punkten", "nichts zu verlieren"),
            id="L7 nothing to lose",
        ),
        pytest.param(
            at(series(SIX_ONES)), ("", "", "80 Punkte auf dem Spiel"), id="L9 first throw"
        ),
        pytest.param(
            at(series(SIX_ONES, FOURS, "2 5 1")),
            ("gain", "4 + 80 Punkte sichern", "Gefahr: 4 + 80 Punkte"),
            id="L9 enough lies",
        ),
        pytest.param(
            at(series(SIX_ONES, "4 4 3 2 5 1", "2 5 1 3")),
            ("loss", "die 80 Punkte verfallen", "letzte Chance auf 80 Punkte"),
            id="L9 last chance",
        ),
        pytest.param(
            at(series(SIX_ONES, FOURS), scores=(37, 0)),
            ("win", "mit 4 + 80 Punkten gewinnen", "was liegt, bleibt liegen"),
            id="L11",
        ),
        pytest.param(at(series("2 2 2 4 5 3", "6 6 6")), ("", "", ""), id="L5 choose first"),
    ],
)
def test_buttons_say_what_they_bring_and_risk(state: State, shown: tuple[str, str, str]) -> None:
    assert buttons(state) == shown


@pytest.mark.parametrize("viewer", [None, 2])
def test_only_who_is_to_move_has_buttons(viewer: int | None) -> None:
    assert model(Actions, at(series(FOURS)), "dock-actions", viewer) == Actions()


def test_a_risk_is_not_taken_by_a_tap_on_the_felt() -> None:
    """The dock's tap presses `.throw`; the button that may lose points does not bear it."""
    drawn = {
        body: fragment("en", "doelauer/table.html", "dock_actions", model(
            Actions, at(series(*body)), "dock-actions"
        ))
        for body in ((FOURS,), (FOURS, "2 5 1"))
    }  # fmt: skip
    safe, risky = drawn.values()
    assert 'is-amber throw"' in safe
    assert 'data-key="r Space"' in safe
    assert 'is-amber"' in risky
    assert 'data-key="r"' in risky


@pytest.mark.parametrize(
    ("state", "viewer", "status"),
    [
        (at(series(FOURS)), 1, "Wurf 1 von 3"),
        (at(series(FOURS)), 2, "Anna: Wurf 1 von 3"),
        (at(series(SIX_ONES)), 1, "Serie 2: jetzt bestätigen!"),
        (at(series(SIX_ONES)), None, "Anna muss in Serie 2 bestätigen"),
        (at(series(SIX_ONES, FOURS)), 2, "Anna: Serie 2, Wurf 1 von 3"),
    ],
)
def test_status(state: State, viewer: int | None, status: str) -> None:
    info = model(Info, state, "dock-info", viewer)
    assert words(info.status, info.who) == status


# --- Log and cues


@pytest.mark.parametrize(
    ("state", "event", "german", "english"),
    [
        pytest.param(
            at(""), "* start 1",
            "Anna fängt an, so will es das Los.", "Anna was drawn to begin.", id="L1",
        ),
        pytest.param(
            at(series(FOURS)), "1 stop",
            "Anna: drei Vierer, 4 Punkte", "Anna: three fours, 4 points", id="L4",
        ),
        pytest.param(
            at(series("2 2 2 4 5 3", "6 6 6")), "1 lay 6",
            "Anna tauscht aus, rausgelegt: drei Sechser",
            "Anna exchanges and lays out: three sixes", id="L5",
        ),
        pytest.param(at(series("2 2 2 4 5 3", "6 6 6")), "1 lay 2", "", "", id="L5 kept"),
        pytest.param(
            at(series(FOURS, "2 5 1") + "; 1 roll"), "* 2 5 1",
            "Anna: keine Punkte", "Anna: no points", id="L7",
        ),
        pytest.param(
            at("* start 1; 1 roll"), f"* {SIX_ONES}",
            "Anna: sechs Einser! 80 Punkte zu bestätigen",
            "Anna: six ones! 80 points to be confirmed", id="L8",
        ),
        pytest.param(
            at(series("1 2 3 4 5 6")), "1 take strasse",
            "Anna: Straße! 35 Punkte zu bestätigen",
            "Anna: Straße! 35 points to be confirmed", id="L3",
        ),
        pytest.param(
            at(series(SIX_ONES, FOURS)), "1 stop",
            "Anna bestätigt: 80 + 4 = 84 Punkte",
            "Anna confirms: 80 + 4 = 84 points", id="L9 won",
        ),
        pytest.param(
            at(series(SIX_ONES, "4 4 3 2 5 1")), "1 stop",
            "Anna bestätigt nicht: 80 Punkte sind verloren",
            "Anna confirms nothing: 80 points are lost", id="L9 lost",
        ),
        pytest.param(at(series(FOURS)), "1 roll", "", "", id="L4 a throw is seen, not told"),
    ],
)  # fmt: skip
def test_line(state: State, event: str, german: str, english: str) -> None:
    assert (said(state, event), said(state, event, "en")) == (german, english)


@pytest.mark.parametrize(
    ("state", "event", "cues"),
    [
        (at(""), "* start 1", ()),
        (
            at(series(FOURS) + "; 1 roll"), "* 2 5 1",
            (Cue("throw", ("die-4", "die-5", "die-6")),),
        ),
        (
            at("* start 1; 1 roll"), f"* {SIX_ONES}",
            (Cue("throw", tuple(f"die-{n}" for n in range(1, 7))), Cue("gain", ("story",))),
        ),
        (at(series(SIX_ONES, "4 4 3 2 5 1")), "1 stop", (Cue("lose", ("story",)),)),
        (at(series(FOURS)), "1 stop", (Cue("gain", ("score-1",)),)),
        (
            at(series(FOURS), scores=(117, 0)), "1 stop",
            (Cue("gain", ("score-1",)), Cue("over")),
        ),
        (at(series("4 4 3 2 5 1")), "1 stop", ()),
    ],
)  # fmt: skip
def test_cues(state: State, event: str, cues: tuple[Cue, ...]) -> None:
    assert PRESENTER.cues(step(state, event)) == cues

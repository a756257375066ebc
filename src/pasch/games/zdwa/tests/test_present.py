"""What the page of ZDWA is made of: rows, buttons, dock, lines of the log, cues."""

from typing import TypeVar

import pytest

from pasch.games.zdwa.pages.dock import Actions
from pasch.games.zdwa.pages.present import PRESENTER
from pasch.games.zdwa.pages.rows import ORDER, OpenRow, Place, Row, row_id
from pasch.games.zdwa.rules import RULES
from pasch.games.zdwa.sheet import COLUMNS
from pasch.games.zdwa.state import State
from pasch.games.zdwa.tests.positions import at, event_of, follow
from pasch.kernel.actors import Seat
from pasch.kernel.dock import Die, Info, Throwing
from pasch.kernel.heads import Player
from pasch.kernel.page import Cue, Line, QuickEntry, Region, Seen, Step, Term
from pasch.web.i18n import Language, catalogue
from pasch.web.pages import draw, fragment

NAMES = ("Anna", "Jo", "Mira", "Klaus")
Model = TypeVar("Model")


def seen(state: State, viewer: int | None, held: tuple[int, ...] = ()) -> Seen[object]:
    seat = Seat(viewer) if viewer else None
    legal = RULES.legal(state, seat) if seat else ()
    names = NAMES[: len(state.variant.party_of)]
    view = RULES.view(state, seat)
    return Seen(view, seat, names, legal, held, is_over=view.turn is None)


def regions(state: State, viewer: int | None, held: tuple[int, ...] = ()) -> dict[str, Region]:
    return dict(PRESENTER.regions(seen(state, viewer, held)))  # type: ignore[arg-type]


def model(kind: type[Model], found: dict[str, Region], key: str) -> Model:
    shown = found[key].model
    assert isinstance(shown, kind)
    return shown


def places(found: dict[str, Region]) -> dict[str, Place]:
    """Return the cells that have buttons, such as "said F"."""
    rows = [region.model for region in found.values() if isinstance(region.model, OpenRow)]
    return {
        f"{column} {place.cell}": place
        for row in rows
        for column, place in zip(COLUMNS, row.places, strict=True)
        if place.box is not None
    }


def said(body: str, event: str, *, free: str = "", language: str = "de") -> str:
    """Return what the log says of an event."""
    line = PRESENTER.line(step(body, event, free=free))
    assert line is not None
    assert line.seat is not None
    words = catalogue("de") if language == "de" else catalogue("en")
    return words.line(line, NAMES[line.seat - 1])


def step(body: str, event: str, *, free: str = "") -> Step:  # type: ignore[type-arg]
    before = at(body, free=free)
    after = follow(before, event)
    actor, text = event_of(event)
    return Step(RULES.view(before, None), actor, text, RULES.view(after, None))


THROWN = "1 roll; * 6 6 4 6 5"


@pytest.mark.parametrize(
    "body", ["", THROWN, f"{THROWN}; 1 announce P", f"{THROWN}; 1 write free 6"]
)
@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_each_region_draws_the_element_of_its_key(body: str, viewer: int | None) -> None:
    for key, region in regions(at(body), viewer).items():
        html = fragment("de", "zdwa/table.html", region.macro, region.model).lstrip()
        assert f' id="{key}"' in html.partition(">")[0]


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_the_layout_places_every_region(viewer: int | None) -> None:
    found = regions(at(THROWN), viewer)
    layout = PRESENTER.layout(seen(at(THROWN), viewer))  # type: ignore[arg-type]
    marks = {key: f"«{key}»" for key in found}
    page = "".join(
        draw("de", "zdwa/table.html", place, layout, marks) for place in ("board", "side", "dock")
    )
    assert [key for key, mark in marks.items() if page.count(mark) != 1] == []


def test_one_s_own_sheet_is_large_and_spectators_have_none() -> None:
    layouts = {viewer: PRESENTER.layout(seen(at(seats=3), viewer)) for viewer in (None, 2)}  # type: ignore[arg-type]
    assert layouts[None].mine is None
    assert [card.names for card in layouts[None].others] == [("Anna",), ("Jo",), ("Mira",)]
    assert layouts[2].mine is not None
    assert layouts[2].mine.names == ("Jo",)
    assert [card.names for card in layouts[2].others] == [("Anna",), ("Mira",)]


def test_partners_have_one_sheet_with_both_names() -> None:
    layout = PRESENTER.layout(seen(at(seats=4), 3))  # type: ignore[arg-type]
    assert layout.mine is not None
    assert (layout.mine.team, layout.mine.names) == ("A", ("Anna", "Mira"))
    head = model(Player, regions(at(seats=4), 3), "player-1")
    assert [member.is_to_move for member in head.party.members] == [True, False]


def test_the_layout_stays_while_the_match_runs() -> None:
    bodies = ("", THROWN, f"{THROWN}; 1 write free 6")
    assert len({PRESENTER.layout(seen(at(body), 1)) for body in bodies}) == 1  # type: ignore[arg-type]


def test_a_row_shows_what_is_written_and_which_entry_is_the_latest() -> None:
    row = model(Row, regions(at(f"{THROWN}; 1 write free 6"), 2), row_id(1, "6"))
    assert row.cells == (("", ""), ("18", "last"), ("", ""), ("", ""))


def test_rows_without_buttons_are_the_same_for_everybody() -> None:
    state = at(THROWN)
    mine, theirs, watched = (regions(state, viewer) for viewer in (1, 2, None))
    for key in ORDER:
        other = row_id(2, key)
        assert mine[other] is theirs[other] is watched[other]
        assert theirs[row_id(1, key)] is watched[row_id(1, key)]


def test_every_row_has_an_id_that_needs_no_escaping() -> None:
    ids = [row_id(1, key) for key in ORDER]
    assert len(set(ids)) == len(ORDER)
    assert all(each.replace("-", "").isalnum() for each in ids)


def test_only_who_is_to_move_has_buttons() -> None:
    state = at(THROWN)
    assert places(regions(state, 2)) == places(regions(state, None)) == {}
    mine = places(regions(state, 1))
    assert {"down 1", "free 6", "up 60", "said F"} <= set(mine)
    assert "down 2" not in mine


@pytest.mark.parametrize(
    ("cell", "html"),
    [
        ("free 6", 'value="write free 6"'),
        ("free 6", 'aria-label="18 Punkte: in Sechser, Freireihe eintragen"'),
        ("free F", 'data-confirm="Full in Freireihe streichen? (0 Punkte)"'),
        ("said K", 'value="announce K"'),
        ("said +", 'value="write said +"'),
    ],
)
def test_buttons_say_what_they_do(cell: str, html: str) -> None:
    place = places(regions(at(THROWN), 1))[cell]
    assert html in fragment("de", "zdwa/table.html", "place", place)


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("de", "1 Punkt: in Einser, Freireihe eintragen"),
        ("en", "One point: enter in Ones, Free row"),
    ],
)
def test_one_point_is_no_plural(language: Language, label: str) -> None:
    place = places(regions(at("1 roll; * 1 6 4 6 5"), 1))["free 1"]
    assert f'aria-label="{label}"' in fragment(language, "zdwa/table.html", "place", place)


@pytest.mark.parametrize(("language", "spoken"), [("de", "0 Punkte"), ("en", "0 points")])
def test_total_is_read_with_its_unit(language: Language, spoken: str) -> None:
    """A bare span takes no label: what is read out stands in the text."""
    found = regions(at(), 1)["player-1"]
    html = fragment(language, "zdwa/table.html", found.macro, found.model)
    assert f'<span class="sr">{spoken}</span>' in html
    assert "aria-label" not in html


def test_points_need_no_confirmation() -> None:
    place = places(regions(at(THROWN), 1))["free 6"]
    assert "data-confirm" not in fragment("de", "zdwa/table.html", "place", place)


def test_an_announced_cell_is_marked_for_everybody() -> None:
    state = at(f"{THROWN}; 1 announce P")
    assert model(Row, regions(state, 2), row_id(1, "P")).cells[3] == ("", "said")
    assert places(regions(state, 1))["said P"].mark == "said"
    assert model(Info, regions(state, None), "dock-info").advice == Line(
        "Announced: %(cell)s", (("cell", Term("Poker")),)
    )


def test_an_entry_in_correction_stays_to_be_seen() -> None:
    state = at(f"{THROWN}; 1 write free 6; 1 correct")
    assert model(Row, regions(state, 2), row_id(1, "6")).cells[1] == ("18", "old")
    assert places(regions(state, 1))["free 6"].mark == "old"


def test_dice_are_buttons_for_who_may_hold() -> None:
    state = at(THROWN)
    assert model(Die, regions(state, 1, held=(1, 4)), "die-4") == Die(4, 6, True, True)
    assert model(Die, regions(state, 2, held=(1, 4)), "die-3") == Die(3, 4, False, False)
    assert model(Die, regions(at(), 1), "die-1") == Die(1, 0, False, False)


@pytest.mark.parametrize(
    ("name", "body", "held", "free", "actions"),
    [
        ("Z11 first", "", (), "", Actions(Throwing("roll", 5))),
        ("Z12", THROWN, (1, 2), "", Actions(Throwing("keep 1 2", 3), can_announce=True)),
        ("Z12 none", THROWN, (), "", Actions(Throwing("keep", 5), can_announce=True)),
        (
            "Z12 all",
            THROWN,
            (1, 2, 3, 4, 5),
            "",
            Actions(Throwing("keep 1 2 3 4 5", 0, "held"), can_announce=True),
        ),
        ("Z10 last", f"{THROWN}; 1 keep 1; * 1 2 3 4; 1 keep; * 1 2 3 4 5", (), "", Actions()),
        (
            "Z17",
            f"{THROWN}; 1 announce P",
            (),
            "",
            Actions(Throwing("keep", 5), can_announce=True, can_retract=True),
        ),
        (
            "Z19",
            THROWN,
            (),
            "said K P",
            Actions(Throwing("keep", 5, "announce"), can_announce=True),
        ),
        ("Z20", f"{THROWN}; 1 write free 6", (), "", Actions(can_correct=True)),
        ("Z21", f"{THROWN}; 1 write free 6; 1 correct", (), "", Actions(can_cancel=True)),
    ],
)
def test_the_dock_offers_what_is_possible(
    name: str, body: str, held: tuple[int, ...], free: str, actions: Actions
) -> None:
    state = at(body, free=free)
    assert model(Actions, regions(state, 1, held), "dock-actions") == actions


@pytest.mark.parametrize("viewer", [2, None])
def test_others_have_no_actions(viewer: int | None) -> None:
    assert model(Actions, regions(at(THROWN), viewer), "dock-actions") == Actions()


def test_the_dock_is_gone_when_the_match_is_over() -> None:
    state = at("1 roll; * 1 2 3 4 6; 1 write free K", free="free K")
    state = follow(state, "2 roll; * 1 2 3 4 6; 2 write free K")
    assert not [key for key in regions(state, 1) if key.startswith(("die", "dock"))]
    layout = PRESENTER.layout(seen(state, 1))  # type: ignore[arg-type]
    assert (layout.mine, layout.is_over) == (None, True)
    assert draw("de", "zdwa/table.html", "dock", layout, {}).strip() == ""


@pytest.mark.parametrize(
    ("body", "event", "german", "english"),
    [
        (
            THROWN,
            "1 write free 6",
            "Anna schreibt 18 in Sechser (Freireihe)",
            "Anna writes 18 in Sixes (Free row)",
        ),
        (
            THROWN,
            "1 write said F",
            "Anna streicht Full (Angesagt)",
            "Anna crosses out Full (Announced)",
        ),
        (THROWN, "1 announce 60", "Anna sagt Fünfling an", "Anna announces Five alike"),
        (
            f"{THROWN}; 1 announce P",
            "1 retract",
            "Anna hebt die Ansage auf",
            "Anna lifts the announcement",
        ),
        (
            f"{THROWN}; 1 write free 6",
            "1 correct",
            "Anna nimmt den letzten Eintrag zurück",
            "Anna takes the last entry back",
        ),
        (
            f"{THROWN}; 1 write free 6; 1 correct",
            "1 cancel",
            "Anna lässt den Eintrag stehen",
            "Anna lets the entry stand",
        ),
    ],
)
def test_the_log_tells_what_happened(body: str, event: str, german: str, english: str) -> None:
    assert said(body, event) == german
    assert said(body, event, language="en") == english


@pytest.mark.parametrize(
    ("body", "event"), [("", "1 roll"), ("1 roll", "* 6 6 4 6 5"), (THROWN, "1 keep 1 2")]
)
def test_throws_are_seen_and_not_told(body: str, event: str) -> None:
    assert PRESENTER.line(step(body, event)) is None


@pytest.mark.parametrize(
    ("body", "event", "cues"),
    [
        ("1 roll", "* 6 6 4 6 5", (Cue("throw", tuple(f"die-{n}" for n in range(1, 6))),)),
        (f"{THROWN}; 1 keep 1 2 4", "* 1 2", (Cue("throw", ("die-3", "die-5")),)),
        (THROWN, "1 keep 1 2", ()),
        (THROWN, "1 write free 6", (Cue("write", ("last-entry",)),)),
        (THROWN, "1 announce +", (Cue("announce", ("sheet-1-row-max",)),)),
        (f"{THROWN}; 1 write free 6", "1 correct", (Cue("undo"),)),
    ],
)
def test_cues_name_what_moves(body: str, event: str, cues: tuple[Cue, ...]) -> None:
    assert PRESENTER.cues(step(body, event)) == cues


def test_the_last_entry_ends_the_match() -> None:
    body = "1 roll; * 1 2 3 4 6; 1 write free K; 2 roll; * 1 2 3 4 6"
    last = step(body, "2 write free K", free="free K")
    assert PRESENTER.cues(last) == (Cue("write", ("last-entry",)), Cue("over"))


def quick(body: str, viewer: int | None = 1, *, free: str = "") -> tuple[QuickEntry, ...]:
    """Return the buttons of quick entry."""
    entries = regions(at(body, free=free), viewer)["dock-quick"].model
    assert isinstance(entries, tuple)
    return entries


def test_quick_entry_offers_the_next_cells_of_two_columns() -> None:
    down, up = quick(THROWN)
    assert (down.event, down.target, down.points) == ("write down 1", "Ones", 0)
    assert (up.event, up.target, up.points) == ("write up 60", "Five alike", 0)
    assert [entry.icon for entry in (down, up)] == ["down", "up"]
    down, _ = quick("1 roll; * 1 1 4 6 5")
    assert (down.points, down.question) == (2, None)


def test_quick_entry_asks_before_a_zero() -> None:
    down, _ = quick(THROWN)
    assert down.question is not None
    asked = catalogue("de").line(down.question, "")
    assert asked == "Einser in Abwärts streichen? (0 Punkte)"


@pytest.mark.parametrize(
    ("body", "free"),
    [
        ("", ""),
        (f"{THROWN}; 1 announce P", ""),
        (THROWN, "free 1 2, said 1 2"),
    ],
    ids=["before the throw", "announced", "full columns"],
)
def test_quick_entry_has_nothing_to_write(body: str, free: str) -> None:
    assert [entry.event for entry in quick(body, free=free)] == ["", ""]


@pytest.mark.parametrize("viewer", [None, 2])
def test_quick_entry_is_for_the_mover(viewer: int | None) -> None:
    assert quick(THROWN, viewer) == ()


def test_quick_entry_events_are_legal() -> None:
    for body in (THROWN, "1 roll; * 1 1 4 6 5"):
        assert {entry.event for entry in quick(body)} <= set(RULES.legal(at(body), Seat(1)))

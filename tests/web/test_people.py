"""People and tables as the pages show them: badges, teams, labels, what one may do in the lobby."""

import pytest

from pasch.kernel.actors import Seat
from pasch.web.charts import HUES
from pasch.web.people import (
    game_cards,
    option_labels,
    person,
    seat_cards,
    table_card,
    team_of,
)
from tests.matches.hall import GAME, Hall
from tests.memory_store import MemoryStore

INITIALS = {
    "Anna": "AN",
    "anna": "AN",
    "Jo": "JO",
    "Anna Maria": "AM",
    "Anna Maria von Berg": "AM",
    "李小龍": "李小",
    "übel": "ÜB",
    "Q 7": "Q7",
    "🎲🎲": "🎲🎲",
}


@pytest.mark.parametrize(("name", "initials"), INITIALS.items())
def test_initials(name: str, initials: str) -> None:
    assert person(name).initials == initials


def test_neighbours_have_different_hues() -> None:
    hues = [person("Anna", Seat(seat)).hue for seat in range(1, HUES + 1)]
    assert sorted(hues) == list(range(HUES))
    assert 0 <= person("Anna", Seat(HUES + 1)).hue < HUES
    assert 0 <= person("Anna").hue < HUES


def test_same_person_looks_the_same() -> None:
    assert person("Anna", Seat(2)) == person("Anna", Seat(2))


@pytest.mark.parametrize(
    ("parties", "teams"),
    [
        (((1,), (2,)), ("", "")),
        (((1,),), ("",)),
        (((1, 3), (2, 4)), ("A", "B", "A", "B")),
        (((1, 4), (2, 5), (3, 6)), ("A", "B", "C", "A", "B", "C")),
    ],
)
def test_teams(parties: tuple[tuple[Seat, ...], ...], teams: tuple[str, ...]) -> None:
    assert tuple(team_of(Seat(n), parties) for n in range(1, len(teams) + 1)) == teams


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio only, as the server does."""
    return "asyncio"


@pytest.fixture
def hall() -> Hall:
    """Return the service on an empty store."""
    return Hall(MemoryStore())


@pytest.mark.anyio
async def test_seats_of_a_table(hall: Hall) -> None:
    anna, ben = await hall.guests(2)
    table = await hall.open_table(anna, ben, seats=4)
    await hall.parlour.say_ready(ben, table, None)
    cards = seat_cards((await hall.look(table)).table, Seat(2))
    assert [card.number for card in cards] == [1, 2, 3, 4]
    assert [card.team for card in cards] == ["A", "B", "A", "B"]
    assert [card.person and card.person.name for card in cards] == ["Anna", "Ben", None, None]
    assert [card.is_ready for card in cards] == [False, True, False, False]
    assert [card.is_me for card in cards] == [False, True, False, False]
    assert [card.is_owner for card in cards] == [True, False, False, False]


@pytest.mark.anyio
async def test_card_of_a_table_in_the_lobby(hall: Hall) -> None:
    anna, ben, cleo = await hall.guests(3)
    table = await hall.open_table(anna, seats=2)
    found = await hall.look(table)
    assert table_card(found, anna.id).is_mine
    assert not table_card(found, anna.id).can_join
    assert table_card(found, ben.id).can_join
    assert table_card(found, None).can_join
    assert table_card(found, None).owner == "Anna"
    await hall.parlour.sit(ben, table, None)
    assert not table_card(found, cleo.id).can_join
    for who in (anna, ben):
        assert not table_card(found, who.id).is_my_turn
        await hall.parlour.say_ready(who, table, None)
    assert [table_card(found, who.id).is_my_turn for who in (anna, ben, cleo)] == [
        True,
        False,
        False,
    ]
    assert table_card(found, cleo.id).turn == "Anna"
    assert table_card(found, cleo.id).status == "playing"


@pytest.mark.anyio
async def test_labels_tell_what_is_not_usual(hall: Hall) -> None:
    (anna,) = await hall.guests(1)
    usual = await hall.open_table(anna, seats=3)
    hard = await hall.open_table(anna, seats=3, hardcore="yes")
    labels = [option_labels((await hall.look(table)).table) for table in (usual, hard)]
    assert len(labels[0]) == 1
    assert labels[1][0] == labels[0][0]
    assert len(labels[1]) == 2


def test_form_for_a_new_table_chooses_something() -> None:
    """Without a script, and without a thought, one press opens a table that fits."""
    for card in game_cards():
        assert [choice.is_chosen for choice in card.seats].count(True) == 1
        for option in card.options:
            if option.number is not None:
                assert int(option.number.least) <= int(option.number.chosen)
                assert int(option.number.chosen) <= int(option.number.most)
                continue
            assert [choice.is_chosen for choice in option.choices].count(True) == 1
            assert option.choices[0].is_chosen
    assert GAME in [card.slug for card in game_cards()]

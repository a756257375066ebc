"""Domino in browsers: claims and Muggins, branches on the phone, ways to play a tile, reloads."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from pasch.games.domino.claims import points_of
from pasch.games.domino.levels import greedy
from pasch.games.domino.meta import META
from pasch.games.domino.rules import RULES
from pasch.games.domino.state import State
from pasch.kernel.actors import CHANCE, Actor, Seat
from pasch.kernel.draws import Source
from pasch.kernel.rules import ChanceDue, Over
from tests.e2e.dominoes import DominoTable, begin, end, held, offered
from tests.e2e.people import DESK, GLANCE, PHONE, Guests, Open, Person
from tests.e2e.test_accessibility import come_calmly, faults
from tests.server import RunningServer
from tests.web.dominoes import (
    MOMENTS,
    due,
    is_drawing,
    is_hand_over,
)

KEYS: Final = 9
"""Tiles in a hand that have a digit."""

FEW: Final = 4
"""Events by somebody without scripts, to whom nothing is pushed."""

SHORT: Final = "SHORT3497"
"""A match of Block whose deals bring it to its end in five hands."""

SMALL_TILE: Final = "22px"
"""The height of a tile on the felt of a phone, however many rows there are."""

COMMAND: Final = re.compile(r'name="command" value="[^"]*"')


def scores(state: State) -> bool:
    """Return whether somebody decides on a sum that scores."""
    hand = state.hand
    return bool(hand and hand.decisions.claimer and points_of(hand.layout, state.variant.kind))


def deciding(state: State) -> Seat:
    """Return the seat whose end sum is open."""
    assert state.hand is not None
    assert state.hand.decisions.claimer is not None
    return state.hand.decisions.claimer


def can_take(state: State) -> bool:
    """Return whether somebody may take forgotten points of somebody else."""
    return bool(state.hand and state.hand.decisions.asked)


@pytest.mark.timeout(240)
def test_claim_forgotten_claim_and_muggins(guests: Guests, server: RunningServer) -> None:
    table = begin(guests, server, "Anna", "Jo", variant="fives", target=300)
    state = table.play_until(scores)
    seat = deciding(state)
    claimer, other = table.person(seat), table.person(Seat(3 - seat))
    points = points_of(state.hand.layout, state.variant.kind)  # type: ignore[union-attr]
    expect(claimer.dock).to_contain_text("Bringen die Enden Punkte?")
    expect(other.dock).to_contain_text(f"{claimer.name} entscheidet über die Punkte")
    for person in (claimer, other):
        expect(person.page.locator(".middle-sum")).to_contain_text("?")
    table.press(seat, "claim")
    for person in (claimer, other):
        expect(person.page.locator(".middle-sum")).to_have_text(str(points))
        expect(person.page.locator(f"#seat-{seat} .score")).to_contain_text(str(points))
        expect(person.log).to_contain_text(f"{claimer.name} sagt {points} Punkte an")

    state = table.play_until(scores)
    seat = deciding(state)
    points = points_of(state.hand.layout, state.variant.kind)  # type: ignore[union-attr]
    table.press(seat, "continue")
    forgetter = table.person(seat)
    for person in table.people:
        expect(person.log).to_contain_text(f"{forgetter.name} lässt {points} Punkte liegen")

    while True:
        state = table.play_until(lambda state: can_take(state) or is_hand_over(state))
        if can_take(state):
            break
        table.play_until(scores)
        table.press(deciding(table.state), "continue")
    decisions = state.hand.decisions  # type: ignore[union-attr]
    taker, left = decisions.asked[0], decisions.on_offer
    assert left is not None
    expect(table.person(taker).dock).to_contain_text(f"{left.points} Punkte liegen")
    before = state.scores[taker - 1]
    table.press(taker, "muggins")
    after = table.state
    assert after.scores[taker - 1] == before + left.points
    said = f"{table.person(taker).name} sagt Muggins: {left.points} Punkte"
    for person in table.people:
        expect(person.log).to_contain_text(said)
        expect(person.page.locator(f"#seat-{taker} .score")).to_contain_text(
            str(after.scores[taker - 1])
        )


def _branches(state: State) -> bool:
    hand = state.hand
    return hand is not None and len(hand.layout.arms) > 6 and not state.result


@pytest.mark.timeout(240)
def test_branches_on_the_phone(guests: Guests, server: RunningServer) -> None:
    anna = guests.come("Anna", size=PHONE)
    table = begin(guests, server, anna, "Jo", variant="cross9", target=500)
    felt = anna.page.locator(".felt")
    expect(felt.locator(".row").nth(8)).to_be_attached()
    expect(felt).to_have_css("--tile", SMALL_TILE)
    state = table.play_until(_branches)
    arms = anna.page.locator(".arm:not([hidden]) .arm-label")
    expect(arms).to_have_count(len(state.hand.layout.arms))  # type: ignore[union-attr]
    labels = arms.all_inner_texts()
    assert sum("Ast links" in label for label in labels) >= 1
    assert anna.has_no_sideways_scroll()
    boxes = anna.page.locator(".row .end:not([hidden])").evaluate_all(
        """ends => ends.map(end => end.getBoundingClientRect())
          .map(box => [box.left, box.right, box.width])"""
    )
    assert len(boxes) == len(labels)
    for left, right, width in boxes:
        assert left >= 0
        assert right <= PHONE[0]
        assert width >= 44
    state = table.play_until(lambda state: _branches(state) and state.hand.seat == 1)  # type: ignore[union-attr]
    assert offered(anna) == sorted({*RULES.legal(state, Seat(1))})


def _several(state: State) -> bool:
    """Return whether Anna has a tile for several ends, and an end for several of her tiles."""
    if state.hand is None or state.result or 1 not in RULES.to_move(state).seats:  # type: ignore[union-attr]
        return False
    own = RULES.view(state, Seat(1)).own
    ends = [place for each in own for place in each.ends]
    return any(len(each.ends) > 1 for each in own) and len(ends) > len({*ends})


@pytest.mark.timeout(240)
def test_tile_and_end_both_ways(guests: Guests, server: RunningServer) -> None:
    """Choosing a tile marks its ends, an end its tiles; then either can be pressed, or dragged."""
    table = begin(guests, server, "Anna", "Jo", variant="draw", set="9", target=500)
    anna = table.people[0]

    state = table.play_until(_several)
    own = RULES.view(state, Seat(1)).own
    tile = next(each for each in own if len(each.ends) > 1)
    held(anna, tile.tile).locator("summary").click()
    hot = anna.page.locator("[data-spot][data-hot]")
    expect(hot).to_have_count(len(tile.ends))
    before = table.events
    end(anna, tile.ends[0]).click()
    anna.until(lambda: table.events == before + 1)
    assert table.latest == f"1 play {tile.tile} {tile.ends[0]}"

    state = table.play_until(_several)
    own = RULES.view(state, Seat(1)).own
    ends = [place for each in own for place in each.ends]
    place = next(place for place in ends if ends.count(place) > 1)
    fitting = [each.tile for each in own if place in each.ends]
    end(anna, place).click()
    expect(end(anna, place)).to_have_attribute("aria-pressed", "true")
    expect(anna.page.locator("[data-piece][data-hot]")).to_have_count(len(fitting))
    before = table.events
    held(anna, fitting[-1]).locator("svg").first.click()
    anna.until(lambda: table.events == before + 1)
    assert table.latest == f"1 play {fitting[-1]} {place}"

    state = table.play_until(_several)
    own = RULES.view(state, Seat(1)).own
    tile = next(each for each in own if len(each.ends) > 1)
    start = held(anna, tile.tile).locator("svg").first.bounding_box()
    assert start is not None
    before = table.events
    mouse = anna.page.mouse
    mouse.move(start["x"] + 10, start["y"] + 10)
    mouse.down()
    mouse.move(start["x"] + 40, start["y"] - 40, steps=3)
    expect(hot).to_have_count(len(tile.ends))
    goal = end(anna, tile.ends[-1]).bounding_box()
    assert goal is not None
    mouse.move(goal["x"] + 15, goal["y"] + 15, steps=5)
    mouse.up()
    anna.until(lambda: table.events == before + 1)
    assert table.latest == f"1 play {tile.tile} {tile.ends[-1]}"


@pytest.mark.timeout(240)
def test_by_keyboard_alone(guests: Guests, server: RunningServer) -> None:
    table = begin(guests, server, "Anna", "Jo", variant="draw", target=500)
    anna = table.people[0]
    keys = {"draw": "z", "pass": "k", "next": "n"}
    done = set[str]()

    def press(state: State) -> tuple[Seat, str]:
        seat, text = due(state)
        if seat == 1 and text.startswith("play"):
            own = RULES.view(state, seat).own
            place, tile = next((n, t) for n, t in enumerate(own, 1) if t.tile in text)
            if place > KEYS:
                table.press(seat, text)
                return seat, text
            anna.page.keyboard.press(str(place))
            if len(tile.ends) > 1:
                spot = held(anna, tile.tile).locator(f'button[value="{text}"]')
                anna.page.keyboard.press(spot.get_attribute("data-key") or "")
        elif seat == 1:
            anna.page.keyboard.press(keys[text])
        else:
            table.press(seat, text)
        done.add(text.split(" ")[0] if seat == 1 else "")
        return seat, text

    for _ in range(120):
        before = table.events
        press(table.state)
        anna.until(lambda before=before: table.events > before)  # type: ignore[misc]
        table.settle()
        if {"play", "draw", "next"} <= done:
            break
    assert {"play", "draw", "next"} <= done


def look(person: Person) -> str:
    """Read what the page shows of the match."""
    return COMMAND.sub("", person.page.locator("#main").inner_text())


@pytest.mark.timeout(240)
def test_reload_and_spectator_in_every_decision_state(
    guests: Guests, server: RunningServer
) -> None:
    table = begin(guests, server, "Anna", "Jo", "Mira", variant="fives", target=500)
    zoe = guests.come("Zoe")
    zoe.page.goto(table.table)
    zoe.until_live()
    for name, is_there in MOMENTS.items():
        if name == "hand over":
            table.play_until(lambda state: state.result is not None)
            table.press(Seat(2), "next")
        state = table.play_until(is_there)
        for seat, person in enumerate(table.people, 1):
            before = look(person)
            person.page.reload()
            person.until(lambda person=person, before=before: look(person) == before)  # type: ignore[misc]
            person.until_live()
            assert offered(person) == sorted({*RULES.legal(state, Seat(seat))}), name
        zoe.until(lambda: zoe.version >= table.events)
        before = look(zoe)
        zoe.page.reload()
        zoe.until(lambda before=before: look(zoe) == before)  # type: ignore[misc]
        assert offered(zoe) == []
        expect(zoe.page.locator("[data-piece]")).to_have_count(0)


def test_form_offers_only_what_fits(guests: Guests) -> None:
    anna = guests.come("Anna")
    anna.sign_up()
    game = anna.page.get_by_role("article", name="Domino")
    game.get_by_text("Neuer Tisch").click()
    nine = game.get_by_role("radio", name="Doppelneun, 55 Steine", exact=True)
    teams = game.get_by_role("radio", name="zwei gegen zwei", exact=True)
    nine.check()
    game.get_by_role("radio", name="Cross", exact=True).check()
    expect(nine).to_have_count(0)
    game.get_by_role("radio", name="Block", exact=True).check()
    expect(nine).to_be_visible()
    expect(teams).to_have_count(0)
    game.get_by_role("radio", name="Zu viert", exact=True).check()
    expect(teams).to_be_visible()
    game.get_by_role("radio", name="All Fives", exact=True).check()
    expect(game.get_by_role("radio", name="kein Spinner", exact=True)).to_be_checked()
    game.get_by_role("radio", name="Zu fünft", exact=True).check()
    expect(game.get_by_role("radio", name="All Fives", exact=True)).to_have_count(0)
    expect(game.get_by_role("radio", name="Block", exact=True)).to_be_checked()


def test_without_scripts(guests: Guests, server: RunningServer) -> None:
    """Tiles, ends of a tile, drawing, the next hand: all of it are ordinary forms."""
    anna = guests.come("Anna", script=False)
    anna.sign_up()
    game = anna.page.get_by_role("article", name="Domino")
    game.get_by_text("Neuer Tisch").click()
    game.get_by_role("radio", name="Cross mit Doppelneun", exact=True).check()
    game.get_by_role("button", name="Zeig, was zu dieser Wahl passt").click()
    anna.page.get_by_role("radio", name="Draw", exact=True).check()
    expect(anna.page.get_by_role("radio", name="Doppelzwölf, 91 Steine")).to_have_count(0)
    anna.page.get_by_role("button", name="Tisch eröffnen").click()
    anna.page.wait_for_url("**/t/*")
    table = anna.page.url.removeprefix(anna.address)
    jo = guests.come("Jo")
    jo.sign_up()
    jo.sit_down(table)
    anna.get_ready()
    jo.get_ready()
    jo.sees_match()
    match = DominoTable(server, [anna, jo], table)
    pressed = 0
    while pressed < FEW:
        seat, text = due(match.state)
        if seat == 1:
            anna.page.goto(table)
            before = match.events
            _press_without_script(anna, text)
            anna.until(lambda before=before: match.events > before)  # type: ignore[misc]
            pressed += 1
        else:
            match.settle(Seat(2))
            match.say(seat, text)
    expect(anna.log).to_contain_text(f"{anna.name} legt")


def _press_without_script(anna: Person, text: str) -> None:
    button = anna.page.locator(f'button[value="{text}"]:not(.end)')
    if text.startswith("play") and not button.is_visible():
        held(anna, text.split(" ")[1]).locator("summary").click()
    button.click()


def _ends_in_sight(person: Person) -> bool:
    """Return whether all rows, of which some may be long, have scrolled to their latest tiles."""
    rows = person.page.locator(".arm-frame").evaluate_all(
        """frames => frames.map(frame => [frame, frame.querySelector("li:last-child")]
          .map(each => each.getBoundingClientRect().right))"""
    )
    return bool(rows) and all(tile <= frame for frame, tile in rows)


def _block_of_four(match: str) -> str:
    """Play Block of two teams, a person who takes what comes first against greedy computers."""
    chance, log = Source(b"", match, ()), list[str]()
    state = RULES.start(META.resolve({"teams": "yes"}, 4), 4)
    while not isinstance(to_move := RULES.to_move(state), Over):
        actor: Actor = CHANCE
        if isinstance(to_move, ChanceDue):
            text = chance.draw(to_move.request, len(log) + 1)
        else:
            actor = seat = to_move.seats[0]
            legal = RULES.legal(state, seat)
            text = legal[0] if seat == 1 else greedy(RULES.view(state, seat), legal)
        state = RULES.apply(state, actor, text)
        log.append(f"{actor} {text}")
    return "\n".join(log)


@pytest.mark.timeout(240)
def test_block_to_100_with_a_computer_partner(loaded: Open) -> None:
    """A person and Computer 2 against Computers 1 and 3, hand after hand, to the result."""
    record = _block_of_four(SHORT)
    guests, server = loaded(record)
    anna = guests.come("Anna")
    anna.sign_up()
    game = anna.page.get_by_role("article", name="Domino")
    game.get_by_text("Neuer Tisch").click()
    for choice in ("Zu viert", "zwei gegen zwei", "Gierig"):
        game.get_by_role("radio", name=choice, exact=True).check()
    game.get_by_role("button", name="Tisch eröffnen").click()
    anna.page.wait_for_url("**/t/*")
    anna.button("Flott").click()
    expect(anna.button("Flott")).to_have_attribute("aria-pressed", "true")
    anna.get_ready()
    table = anna.page.url.removeprefix(anna.address)
    own = anna.page.locator(".party", has_text="(deins)")
    expect(own).to_contain_text("Computer 2")
    match = DominoTable(server, [anna], table, seats=4)
    while not (state := match.state).is_over:
        legal = RULES.legal(state, Seat(1))
        if not legal:
            anna.page.wait_for_timeout(GLANCE)
            continue
        match.settle(Seat(1))
        match.say(Seat(1), legal[0])
    expect(anna.page.locator(".standing")).to_contain_text("Computer 2")
    best = max(state.scores)
    assert best >= 100
    assert match.events == len(record.splitlines())
    expect(anna.page.locator(".place.is-first .score")).to_have_text(str(best))
    anna.until(lambda: _ends_in_sight(anna))


@pytest.mark.timeout(240)
def test_axe_finds_nothing(guests: Guests, server: RunningServer) -> None:
    people = (come_calmly(guests, "Anna", DESK), come_calmly(guests, "Jo", PHONE))
    table = begin(guests, server, *people, variant="fives", target=500)
    for is_there in (lambda _: True, MOMENTS["claim"], is_drawing, lambda s: s.result is not None):
        table.play_until(is_there)
        for person in people:
            assert faults(person.page) == []

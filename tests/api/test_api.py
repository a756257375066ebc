"""The JSON API: what it shows, what it never shows, and how it says no."""

import json
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from pasch.games import discovery
from pasch.kernel.plain import plain
from pasch.kernel.record import read_record, write_record
from pasch.kernel.replay import replay
from pasch.kernel.rules import Over
from tests.api.parlour import PASSWORD, Parlour
from tests.api.stored import NEXT_SECRET, Stored
from tests.web.visitors import Visitors


def state_of(stored: Stored) -> object:
    """Return the state after the events that have happened."""
    happened = replace(stored.record, events=stored.record.events[: stored.events])
    return replay(discovery.rules(stored.record.game), happened).last


# --- Games


def test_games(parlour: Parlour) -> None:
    games = parlour.get("/games").json()
    assert [game["slug"] for game in games] == list(discovery.playable())
    for game in games:
        assert parlour.get(f"/games/{game['slug']}").json() == game
        meta = discovery.meta(game["slug"])
        assert [each["seats"] for each in game["seats"]] == list(meta.seats)
        for option in game["options"]:
            values = {value["value"] for value in option["values"]}
            assert set(option["defaults"].values()) <= values


def test_defaults_fit_together(parlour: Parlour) -> None:
    for game in parlour.get("/games").json():
        for each in game["seats"]:
            seats = each["seats"]
            options = {o["name"]: o["defaults"][str(seats)] for o in game["options"]}
            assert dict(discovery.meta(game["slug"]).resolve(options, seats)) == options


# --- Tables


def test_tables_are_listed(parlour: Parlour) -> None:
    tables = {table["id"]: table for table in parlour.get("/tables").json()}
    assert set(tables) >= {stored.table for stored in parlour.running}
    assert set(tables).isdisjoint({stored.table for stored in parlour.finished})
    one = tables[parlour.running[0].table]
    assert one["game"] == parlour.running[0].record.game
    assert one["options"] == dict(parlour.running[0].record.options)
    assert one["status"] == "playing"
    assert [seat["seat"] for seat in one["seats"]] == list(range(1, len(one["seats"]) + 1))


def test_tables_can_be_chosen(parlour: Parlour) -> None:
    for slug in discovery.playable():
        games = {table["game"] for table in parlour.get(f"/tables?game={slug}").json()}
        assert games <= {slug}
    assert {table["status"] for table in parlour.get("/tables?status=playing").json()} == {
        "playing"
    }
    assert parlour.get("/tables?status=waiting").json() == []


def test_a_running_match_is_what_spectators_see(parlour: Parlour) -> None:
    for stored in parlour.running:
        answer = parlour.get(f"/tables/{stored.table}")
        position = answer.json()["position"]
        rules, state = discovery.rules(stored.record.game), state_of(stored)
        assert position["match"] == stored.match
        assert position["version"] == stored.events
        assert position["names"] == list(stored.record.seats)
        assert position["totals"] == list(rules.totals(state))
        assert position["view"] == plain(rules.view(state, None))


def test_no_secret_of_a_running_match(parlour: Parlour) -> None:
    """Neither the secret of the match nor that of the next, nor a share before they are shown."""
    for stored in parlour.running:
        answer = parlour.get(f"/tables/{stored.table}").text
        provenance = stored.record.provenance
        assert provenance is not None
        hidden = [*provenance.secrets, *provenance.shares, NEXT_SECRET]
        assert [secret.hex() for secret in hidden if secret.hex() in answer] == []


@pytest.mark.parametrize("path", ["/matches/{match}", "/matches/{match}/record"])
def test_a_running_match_has_no_record(parlour: Parlour, path: str) -> None:
    for stored in parlour.running:
        answer = parlour.get(path.format(match=stored.match))
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-match")


def test_a_finished_table_is_shown_but_not_listed(parlour: Parlour) -> None:
    stored = parlour.finished[0]
    table = parlour.get(f"/tables/{stored.table}").json()
    assert table["status"] == "finished"
    assert table["position"]["to_move"] == []


def test_a_table_from_waiting_to_playing(parlour: Parlour) -> None:
    visitors = Visitors(parlour.server)
    try:
        duel = visitors.seated(2)
        address = duel.table.replace("/t/", "/tables/")
        before = parlour.get(address)
        assert before.json()["position"] is None
        assert [seat["name"] for seat in before.json()["seats"]] == [p.name for p in duel.people]
        duel.people[0].act(duel.table, "ready", ready="1")
        ready = parlour.get(address)
        assert [seat["is_ready"] for seat in ready.json()["seats"]] == [True, False]
        duel.people[1].act(duel.table, "ready", ready="1")
        begun = parlour.get(address).json()
        assert begun["status"] == "playing"
        assert begun["position"]["seal"] == ready.json()["next_seal"]
        assert begun["position"]["to_move"] == [1]
        duel.people[0].act(duel.table, "pause")
        assert parlour.get(address).json()["position"]["pause"]["is_asked_for"]
    finally:
        visitors.leave()


def test_tables_without_spectators_are_not_to_be_found(parlour: Parlour) -> None:
    visitors = Visitors(parlour.server)
    try:
        table = visitors.begun(2, watchable="0").table
        assert parlour.get(table.replace("/t/", "/tables/")).status_code == 404
        listed = {found["id"] for found in parlour.get("/tables").json()}
        assert table.removeprefix("/t/") not in listed
    finally:
        visitors.leave()


# --- Protected tables


def test_protected_tables_are_not_to_be_found(parlour: Parlour) -> None:
    """The answers are those for tables and matches that are not there at all."""
    listed = parlour.get("/tables").text
    nowhere = parlour.get("/tables/ABCDEF"), parlour.get("/matches/ABCDEFGHJKLM")
    assert len(parlour.protected) >= 2
    for stored in parlour.protected:
        assert stored.table not in listed
        table = parlour.get(f"/tables/{stored.table}")
        assert (table.status_code, table.content) == (404, nowhere[0].content)
    for stored in parlour.protected[1::2]:
        for path in (f"/matches/{stored.match}", f"/matches/{stored.match}/record"):
            match = parlour.get(path)
            assert (match.status_code, match.content) == (404, nowhere[1].content)


def test_finished_matches_of_protected_tables_are_public(parlour: Parlour) -> None:
    """As on the pages of the web: lists of the best lead there. The table stays unseen."""
    visitors = Visitors(parlour.server)
    try:
        stranger = visitors.stranger()
        for stored in parlour.protected[::2]:
            match = parlour.get(f"/matches/{stored.match}")
            assert match.json()["events"] == stored.events
            assert [o["name"] for o in match.json()["outcomes"]] == list(stored.record.seats)
            record = parlour.client.get(match.json()["record"]).text
            assert record == stranger.get(f"/m/{stored.match}/record.txt").text
            assert read_record(record).events == stored.record.events
            for told in (match.text, record):
                assert stored.table not in told
                assert PASSWORD not in told
    finally:
        visitors.leave()


@pytest.mark.parametrize("watchable", ["0", "1"])
def test_lists_lead_to_matches(parlour: Parlour, watchable: str) -> None:
    """Every match that a list names is to be found, also of a table without spectators."""
    visitors = Visitors(parlour.server)
    try:
        round_ = visitors.begun(1, watchable=watchable, hardcore="yes")
        assert parlour.get(f"/matches/{round_.match}").status_code == 404
        round_.play_on(48)
        assert parlour.get(f"/tables/{round_.table.removeprefix('/t/')}").status_code == (
            200 if watchable == "1" else 404
        )
        board = parlour.get("/games/zdwa/board?hardcore=yes&seats=1").json()
        (row,) = [row for row in board["rows"] if row["name"] == round_.people[0].name]
        assert row["match"] == round_.match
        assert (
            parlour.get(f"/matches/{row['match']}").json()["outcomes"][0]["total"] == row["value"]
        )
        assert parlour.get(f"/matches/{row['match']}/record").status_code == 200
    finally:
        visitors.leave()


def test_members_of_a_protected_table_see_no_more(parlour: Parlour) -> None:
    """Cookies are not looked at, and neither are passwords or invitations."""
    visitors = Visitors(parlour.server)
    try:
        owner = visitors.come()
        owner.post("/password", {"password": PASSWORD, "back": "/"})
        table = owner.open_table(1)
        assert owner.get(table).status_code == 200
        assert visitors.stranger().get(table).status_code == 403
        address = table.replace("/t/", "/tables/")
        assert parlour.get(address, cookie=owner.cookies).status_code == 404
        assert table.removeprefix("/t/") not in parlour.get("/tables", cookie=owner.cookies).text
    finally:
        visitors.leave()


# --- Finished matches


def test_finished_matches(parlour: Parlour) -> None:
    for stored in parlour.finished:
        match = parlour.get(f"/matches/{stored.match}").json()
        rules, state = discovery.rules(stored.record.game), state_of(stored)
        over = rules.to_move(state)
        assert isinstance(over, Over)
        expected = [
            (seat, party, place, total)
            for party, (seats, place, total) in enumerate(
                zip(rules.parties(state), over.places, rules.totals(state), strict=True), 1
            )
            for seat in seats
        ]
        found = [(o["seat"], o["party"], o["place"], o["total"]) for o in match["outcomes"]]
        assert found == sorted(expected)
        assert match["events"] == len(stored.record.events)
        assert match["ended_at"] == "2026-11-30T01:13:54.567000Z"


def test_records(parlour: Parlour) -> None:
    for stored in parlour.finished:
        address = parlour.get(f"/matches/{stored.match}").json()["record"]
        answer = parlour.client.get(address)
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert read_record(answer.text).events == stored.record.events
        if not discovery.meta(stored.record.game).has_hands:  # there a secret of hands is derived
            assert answer.text == write_record(stored.record)


# --- Questions of every kind


PATHS = ["/games", "/tables", "/tables/{table}", "/matches/{match}", "/matches/{match}/record"]


def filled(parlour: Parlour, path: str) -> str:
    stored = parlour.finished[0]
    return path.format(table=stored.table, match=stored.match)


@pytest.mark.parametrize("path", PATHS)
def test_who_has_the_same_is_told_so(parlour: Parlour, path: str) -> None:
    first = parlour.get(filled(parlour, path))
    tag = first.headers["etag"]
    for known in (tag, f'"other", {tag}', tag.removeprefix("W/"), "*"):
        again = parlour.get(filled(parlour, path), if_none_match=known)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert parlour.get(filled(parlour, path), if_none_match='"other"').content == first.content


@pytest.mark.parametrize("path", PATHS)
def test_cookies_make_no_difference(parlour: Parlour, path: str) -> None:
    visitors = Visitors(parlour.server)
    try:
        cookies = visitors.come().cookies
    finally:
        visitors.leave()
    first = parlour.get(filled(parlour, path))
    assert parlour.get(filled(parlour, path), cookie=cookies).content == first.content
    assert "set-cookie" not in first.headers
    assert "access-control-allow-origin" not in first.headers


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/tables/ABCDEF", 404, "unknown-table"),
        ("/tables/a%20b", 422, "bad-parameter"),
        ("/tables/" + "A" * 65, 422, "bad-parameter"),
        ("/tables?status=closed", 422, "bad-parameter"),
        ("/tables?owner=me", 422, "bad-parameter"),
        ("/tables?game=chess", 404, "unknown-game"),
        ("/games/chess", 404, "unknown-game"),
        ("/matches/ABC", 404, "unknown-match"),
        ("/matches/ABC/record", 404, "unknown-match"),
        ("/nothing", 404, "not-found"),
        ("/matches/ABC/record/more", 404, "not-found"),
    ],
)
def test_errors_are_json(parlour: Parlour, path: str, status: int, code: str) -> None:
    answer = parlour.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"code", "text"}
    assert answer.json()["code"] == code
    assert answer.json()["text"]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "QUERY"])
def test_nothing_can_be_done(parlour: Parlour, method: str) -> None:
    for path in ("/games", "/tables", "/tables/ABCDEF", "/matches/ABC/record"):
        answer = parlour.client.request(method, f"/api/v1{path}")
        assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
        assert answer.headers["allow"] == "GET"


def test_a_large_body_is_refused(parlour: Parlour) -> None:
    answer = parlour.client.post("/api/v1/tables", content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_everything_is_described(parlour: Parlour) -> None:
    schema = parlour.client.get("/api/openapi.json").json()
    assert schema["servers"] == [{"url": "/api"}]
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            assert operation["description"], path
    assert "HTTPValidationError" not in json.dumps(schema)
    for name in ("Error", "Game", "Table", "Match"):
        assert schema["components"]["schemas"][name]["examples"]


# --- Lists of the best


def test_board_has_the_finished_matches(parlour: Parlour) -> None:
    """Its best totals are those of the matches; every game has all lists that it names."""
    for slug in discovery.playable():
        meta = discovery.meta(slug)
        for ranking in meta.rankings:
            board = parlour.get(f"/games/{slug}/board?ranking={ranking.name}").json()
            assert (board["game"], board["ranking"], board["period"]) == (slug, ranking.name, "all")
            assert [row["place"] for row in board["rows"]] == sorted(
                row["place"] for row in board["rows"]
            )
    stored = next(each for each in parlour.finished if each.record.game == "zdwa")
    options = dict(stored.record.options)
    asked = f"hardcore={options['hardcore']}&seats={len(stored.record.seats)}"
    board = parlour.get(f"/games/zdwa/board?{asked}").json()
    match = parlour.get(f"/matches/{stored.match}").json()
    totals = {outcome["total"] for outcome in match["outcomes"]}
    assert {row["value"] for row in board["rows"] if row["match"] == stored.match} == totals
    assert board["options"] == {"hardcore": options["hardcore"]}
    again = parlour.get(f"/games/zdwa/board?{asked}", If_None_Match="*")
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("query", "named", "status"),
    [
        ("ranking=nothing", "ranking", 404),
        ("seats=9", "seats", 404),
        ("seats=x", "seats", 422),
        ("period=year", "period", 422),
        ("hardcore=perhaps", "hardcore", 404),
    ],
)
def test_board_refuses_what_it_does_not_know(
    parlour: Parlour, query: str, named: str, status: int
) -> None:
    answer = parlour.get(f"/games/zdwa/board?{query}")
    assert answer.status_code == status
    assert answer.json()["code"] == ("unknown-board" if status == 404 else "bad-parameter")
    assert answer.json()["text"].startswith(f"{named}: ")
    assert parlour.get("/games/nothing/board").status_code == 404


def test_account_is_of_all_kinds_of_matches(parlour: Parlour) -> None:
    credited = {
        f"{each.table} {name}"
        for each in (*parlour.finished, *parlour.protected[::2])
        if each.record.game == "wuerfelmania" and len(each.record.seats) > 1
        for name in each.record.seats
    }
    boards = [
        parlour.get(f"/games/wuerfelmania/board?ranking=account{query}").json()
        for query in ("", "&fives=bonus", "&fives=count", "&fives=perhaps")
    ]
    assert credited
    assert {row["name"] for row in boards[0]["rows"]} == credited
    assert boards[0]["options"] == {}
    assert boards == [boards[0]] * len(boards)
    practice = parlour.get("/games/wuerfelmania/board?ranking=account&seats=1")
    assert practice.status_code == 404
    assert practice.json()["text"].startswith("seats: ")
    assert parlour.get("/games/wuerfelmania/board?seats=1").status_code == 200


# --- Names that programs rely on


FIELDS = {
    "zdwa": {
        "": {"mode", "hardcore", "sheets", "turn", "last", "correctable", "places", "offers"},
        "turn": {
            "seat",
            "dice",
            "throw",
            "throws_allowed",
            "announced",
            "kept",
            "correcting",
            "old_entry",
        },
        "sheets": {"seats", "columns", "sums", "total"},
    },
}
"""The fields of a view, and of what is in it; of a list those of its first."""


@pytest.mark.parametrize("game", discovery.playable())
def test_views_are_told_by_the_names_of_their_fields(game: str) -> None:
    rules, seats = discovery.rules(game), discovery.meta(game).seats[-1]
    shown = rules.view(rules.start(discovery.meta(game).resolve({}, seats), seats), None)
    view: Any = plain(shown)
    for name, expected in FIELDS.get(game, {}).items():
        part = view[name] if name else view
        assert (part[0] if isinstance(part, list) else part).keys() == expected
    assert _names(view) == _names_of(shown), "no part of a view is a list without names"


def _names(value: object) -> set[str]:
    """Return the keys of an object of JSON, at any depth."""
    if isinstance(value, dict):
        return {*value} | {name for part in value.values() for name in _names(part)}
    return {name for part in value for name in _names(part)} if isinstance(value, list) else set()


def _names_of(value: object) -> set[str]:
    """Return the fields of a view, at any depth."""
    names = {field.name for field in fields(value)} if is_dataclass(value) else set()
    names |= {*getattr(value, "_fields", ())}
    parts: list[object] = [getattr(value, name) for name in names]
    if isinstance(value, tuple):
        parts += value
    return names | {name for part in parts for name in _names_of(part)}

"""A new game is one new folder (docs/adding-a-game.md): a small one is added and played."""

import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from tests.server import HOME, RunningServer

NEW_GAME = Path(__file__).parent / "newgame" / "highdie"


@pytest.fixture
def extended(tmp_path: Path) -> Iterator[RunningServer]:
    """Yield a server of Pasch with one more folder."""
    source = tmp_path / "src"
    shutil.copytree(HOME / "src" / "pasch", source / "pasch")
    shutil.copytree(NEW_GAME, source / "pasch" / "games" / NEW_GAME.name)
    running = RunningServer(tmp_path / "data", source=source)
    yield running
    running.stop()


def person(url: str, name: str) -> httpx2.Client:
    """Return a browser, as it were, of somebody with a name."""
    headers = {"Origin": url, "Accept-Language": "de"}
    client = httpx2.Client(base_url=url, headers=headers, follow_redirects=True)
    assert "name" in client.post("/name", data={"name": name}).text
    return client


def throw(client: httpx2.Client, table: str) -> None:
    """Press the button of the page as a browser without JavaScript does."""
    page = client.get(table).text
    form = dict(re.findall(r'type="hidden" name="(match|seen|command)" value="([^"]*)"', page))
    assert 'name="event" value="roll"' in page
    client.post(f"{table}/play", data={**form, "event": "roll"}).raise_for_status()


def test_a_game_is_a_folder(extended: RunningServer) -> None:
    anna, bo = person(extended.url, "Anna"), person(extended.url, "Bo")
    with closing(anna), closing(bo):
        lobby = anna.get("/").text
        assert "Hoher Würfel" in lobby
        assert "Zock die Wand an" in lobby
        opened = anna.post("/tables", data={"game": "highdie", "seats": "2"})
        table = opened.url.path
        bo.post(f"{table}/sit", data={"seat": "2"}).raise_for_status()
        for client in (anna, bo):
            client.post(f"{table}/ready", data={"ready": "1"}).raise_for_status()
        throw(anna, table)
        throw(bo, table)
        page = anna.get(table).text
        assert page.count("Der Würfel zeigt") == 2
        record = re.search(r'href="(/m/\w+/record.txt)"', page)
        assert record is not None
        assert "game: highdie" in bo.get(record[1]).text
        assert "Der Würfel zeigt" in bo.get(record[1].removesuffix("/record.txt")).text
        leaders = anna.get("/boards/highdie").text
        assert re.findall(r'class="name"[^>]*>([^<]*)', leaders) in (["Anna", "Bo"], ["Bo", "Anna"])
        assert "/rules/highdie" not in lobby, "its rules are not written"
        assert anna.get("/rules/highdie").status_code == 404


def test_no_slug_outside_its_folder() -> None:
    """The slug of a game appears nowhere outside its folder."""
    games = HOME / "src" / "pasch" / "games"
    for meta in games.glob("*/meta.py"):
        slug = meta.parent.name
        for path in (HOME / "src").rglob("*"):
            if (
                path.suffix in {".py", ".html", ".js", ".css", ".po"}
                and meta.parent not in path.parents
            ):
                # “Dice and domino games” or “dominoes” say what Pasch is for; they are no slugs.
                text = re.sub("domino(es| games)", "", path.read_text("utf-8"))
                assert slug not in text, path

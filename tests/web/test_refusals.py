"""Whatever is wrong gets a clear answer, in the page's language, and changes nothing.

Each fault comes in three ways: as a form without JavaScript, as the script's request, and over the
socket of an open page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import pytest

from pasch.kernel.refusals import Reason
from pasch.web.i18n import Language, catalogue
from tests.server import RunningServer
from tests.web.visitors import Page, Round, Tab, Visitor, Visitors, unchanged

LANGUAGES: Final[tuple[Language, ...]] = ("de", "en")

Fields = dict[str, str]


@dataclass
class Scene:
    """Tables to do wrong things at, with everybody's open pages by language.

    At `waiting` the owner and a guest sit, one seat is free. At `thrown` the first of two has
    thrown once, and `used` is the command with which that was done. At `over` one has played.
    """

    visitors: Visitors
    waiting: Round
    thrown: Round
    over: Round
    spectator: Visitor
    stranger: Visitor
    used: Fields
    last: Fields
    _tabs: dict[tuple[int, str, str], Tab] = field(default_factory=dict)

    def who(self, name: str) -> tuple[Visitor, str]:
        """Return a person by the role and the table where they do something."""
        people = {
            "owner": (self.waiting.people[0], self.waiting.table),
            "guest": (self.waiting.people[1], self.waiting.table),
            "passer-by": (self.spectator, self.waiting.table),
            "mover": (self.thrown.people[0], self.thrown.table),
            "other": (self.thrown.people[1], self.thrown.table),
            "spectator": (self.spectator, self.thrown.table),
            "stranger": (self.stranger, self.thrown.table),
            "finished": (self.over.people[0], self.over.table),
            "lost": (self.spectator, "/t/222222"),
        }
        return people[name]

    def tab(self, who: Visitor, table: str, language: str) -> Tab:
        """Return somebody's open page in a language."""
        key = (id(who), table, language)
        if key not in self._tabs:
            tab = who.watch(table, language=language)
            tab.snapshot()
            self._tabs[key] = tab
        return self._tabs[key]


@pytest.fixture(scope="module")
def scene(server: RunningServer) -> Iterator[Scene]:
    """Yield the scene; every test leaves it as it was."""
    visitors = Visitors(server)
    owner, guest = visitors.come(), visitors.come()
    waiting = Round(server, owner.open_table(3), [owner, guest])
    guest.act(waiting.table, "sit")
    thrown = visitors.begun(2)
    used = thrown.people[0].command(thrown.table, "roll")
    thrown.people[0].act(thrown.table, "play", **used)
    last = thrown.people[0].command(thrown.table, "")
    over = visitors.begun(1, hardcore="yes")
    over.play_on(47)
    final = over.people[0].command(over.table, "")
    over.play_on(1)
    names = {"over-match": final["match"], "over-seen": str(int(final["seen"]) + 1)}
    spectator, stranger = visitors.come(), visitors.stranger()
    yield Scene(visitors, waiting, thrown, over, spectator, stranger, used, {**last, **names})
    visitors.leave()


@dataclass(frozen=True)
class Fault:
    """What somebody does wrong, and the answer's status and code."""

    who: str
    do: str
    fields: Fields
    status: int
    code: str

    def filled(self, scene: Scene) -> Fields:
        """Return the fields of a command with those that this fault changes."""
        if self.do not in {"play", "hold"}:
            return self.fields
        known = {
            "match": scene.last["match"],
            "seen": scene.last["seen"],
            "command": f"new-{id(self)}",
        }
        if self.who == "finished":
            known |= {"match": scene.last["over-match"], "seen": scene.last["over-seen"]}
        if self.fields.get("command") == "used":
            known["command"] = scene.used["command"]
        return {**known, **{k: v for k, v in self.fields.items() if v != "used"}}


def play(event: str, **fields: str) -> Fields:
    """Return the fields of a command."""
    return {"event": event, **fields}


FAULTS = {
    "unreadable event": Fault("mover", "play", play("dance"), 400, "unreadable"),
    "event for two": Fault("mover", "play", play("keep 1\n2 roll"), 400, "unreadable"),
    "event of chance": Fault("mover", "play", play("* 6 6 6 6 6"), 400, "unreadable"),
    "event with NUL": Fault("mover", "play", play("roll\x00"), 400, "unreadable"),
    "markup as event": Fault("mover", "play", play("<b>x</b>"), 400, "unreadable"),
    "no event": Fault("mover", "play", {}, 400, "bad-field"),
    "endless event": Fault("mover", "play", play("keep " * 50), 400, "bad-field"),
    "illegal cell": Fault("mover", "play", play("write up 1"), 422, "illegal"),
    "illegal throw": Fault("mover", "play", play("roll"), 422, "illegal"),
    "all dice held": Fault("mover", "play", play("keep 1 2 3 4 5"), 422, "illegal"),
    "foreign seat": Fault("other", "play", play("keep 1"), 409, "not-your-turn"),
    "no right to correct": Fault("other", "play", play("correct"), 422, "illegal"),
    "spectator": Fault("spectator", "play", play("keep 1"), 403, "not-seated"),
    "stranger": Fault("stranger", "play", play("keep 1"), 401, "not-signed-in"),
    "finished match": Fault("finished", "play", play("write free 1"), 409, "match-over"),
    "no such match": Fault(
        "mover", "play", play("keep 1", match="222222222222"), 409, "match-over"
    ),
    "strange match": Fault("mover", "play", play("keep 1", match="a\x00ä"), 409, "match-over"),
    "stale": Fault("mover", "play", play("keep 1", seen="0"), 409, "stale"),
    "future": Fault("mover", "play", play("keep 1", seen="999"), 409, "stale"),
    "version in words": Fault("mover", "play", play("keep 1", seen="two"), 400, "bad-field"),
    "negative version": Fault("mover", "play", play("keep 1", seen="-1"), 400, "bad-field"),
    "full-width version": Fault("mover", "play", play("keep 1", seen="２"), 400, "bad-field"),
    "no version": Fault("mover", "play", play("keep 1", seen=""), 400, "bad-field"),
    "no command": Fault("mover", "play", play("keep 1", command=""), 400, "bad-field"),
    "strange command": Fault("mover", "play", play("keep 1", command="a\x00b"), 400, "unreadable"),
    "used command": Fault("mover", "play", play("keep 1", command="used"), 409, "command-reused"),
    "unclear consent": Fault("mover", "play", play("keep 1", confirmed="x"), 400, "bad-field"),
    "die 0": Fault("mover", "hold", {"die": "0:1"}, 422, "illegal"),
    "die 6": Fault("mover", "hold", {"die": "6:1"}, 422, "illegal"),
    "die in words": Fault("mover", "hold", {"die": "one:1"}, 400, "bad-field"),
    "die without wish": Fault("mover", "hold", {"die": "1"}, 400, "bad-field"),
    "die with a strange wish": Fault("mover", "hold", {"die": "1:2"}, 400, "bad-field"),
    "full-width die": Fault("mover", "hold", {"die": "１:1"}, 400, "bad-field"),
    "no die": Fault("mover", "hold", {}, 400, "bad-field"),
    "die of another": Fault("other", "hold", {"die": "1:1"}, 422, "illegal"),
    "die of a spectator": Fault("spectator", "hold", {"die": "1:1"}, 403, "not-seated"),
    "die after the match": Fault("finished", "hold", {"die": "1:1"}, 422, "illegal"),
    "taken seat": Fault("passer-by", "sit", {"seat": "1"}, 409, "seat-taken"),
    "no such seat": Fault("passer-by", "sit", {"seat": "9"}, 409, "seat-taken"),
    "seat 0": Fault("passer-by", "sit", {"seat": "0"}, 409, "seat-taken"),
    "seat in words": Fault("passer-by", "sit", {"seat": "first"}, 400, "bad-field"),
    "sit in a match": Fault("spectator", "sit", {}, 409, "wrong-moment"),
    "sit unnamed": Fault("stranger", "sit", {}, 401, "not-signed-in"),
    "leave a match": Fault("mover", "leave", {}, 409, "wrong-moment"),
    "leave without a seat": Fault("passer-by", "leave", {}, 403, "not-seated"),
    "ready without a seat": Fault("passer-by", "ready", {"ready": "1"}, 403, "not-seated"),
    "half ready": Fault("owner", "ready", {"ready": "2"}, 400, "bad-field"),
    "share in words": Fault("owner", "ready", {"ready": "1", "share": "abc"}, 400, "bad-field"),
    "short share": Fault("owner", "ready", {"ready": "1", "share": "00"}, 400, "bad-field"),
    "ready in a match": Fault("mover", "ready", {"ready": "1"}, 409, "wrong-moment"),
    "again in a match": Fault("mover", "again", {}, 409, "wrong-moment"),
    "guest closes": Fault("guest", "close", {}, 403, "not-owner"),
    "passer-by closes": Fault("passer-by", "close", {}, 403, "not-owner"),
    "owner closes in a match": Fault("mover", "close", {}, 409, "wrong-moment"),
    "guest frees a seat": Fault("guest", "remove", {"seat": "1"}, 403, "not-owner"),
    "owner frees seat 0": Fault("owner", "remove", {"seat": "0"}, 409, "wrong-moment"),
    "owner frees the own seat": Fault("owner", "remove", {"seat": "1"}, 409, "wrong-moment"),
    "owner frees a free seat": Fault("owner", "remove", {"seat": "3"}, 409, "wrong-moment"),
    "owner frees no seat": Fault("owner", "remove", {}, 400, "bad-field"),
    "pause without a match": Fault("owner", "pause", {}, 409, "wrong-moment"),
    "spectator pauses": Fault("spectator", "pause", {}, 403, "not-seated"),
    "spectator resumes": Fault("spectator", "resume", {}, 403, "not-seated"),
    "abort without a pause": Fault("mover", "abort", {}, 409, "wrong-moment"),
    "spectator aborts": Fault("spectator", "abort", {}, 403, "not-seated"),
    "spectator quits": Fault("spectator", "quit", {}, 403, "not-seated"),
    "quit after the match": Fault("finished", "quit", {}, 409, "wrong-moment"),
    "unknown action": Fault("mover", "dance", {}, 404, "unknown-action"),
    "unknown table": Fault("lost", "sit", {}, 404, "unknown-table"),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_form(scene: Scene, fault: Fault, language: Language) -> None:
    who, table = scene.who(fault.who)
    with unchanged(scene.visitors.host):
        fields = fault.filled(scene)
        answer = who.post(f"{table}/{fault.do}", fields, Accept_Language=language)
    page = Page(answer.text)
    assert (answer.status_code, page.language) == (fault.status, language)
    assert "<b>x" not in answer.text
    back = "Back to the table" if fault.status != 404 else "To the lobby"
    assert catalogue(language).gettext(back) in page.text


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_request_of_the_script(scene: Scene, fault: Fault) -> None:
    who, table = scene.who(fault.who)
    texts = set()
    for language in LANGUAGES:
        with unchanged(scene.visitors.host):
            headers = {"Accept_Language": language, "X_Live": "1"}
            answer = who.post(f"{table}/{fault.do}", fault.filled(scene), **headers)
        told = answer.json()
        assert (answer.status_code, told["code"]) == (fault.status, fault.code)
        texts.add(told["text"])
    assert len(texts - {""}) == len(LANGUAGES), "each language has its own words"


AT_A_TABLE = {name: fault for name, fault in FAULTS.items() if fault.who != "lost"}


@pytest.mark.parametrize("fault", AT_A_TABLE.values(), ids=AT_A_TABLE)
def test_request_over_the_socket(scene: Scene, fault: Fault) -> None:
    who, table = scene.who(fault.who)
    texts = set()
    for language in LANGUAGES:
        tab = scene.tab(who, table, language)
        with unchanged(scene.visitors.host):
            answer = tab.ask(fault.do, **fault.filled(scene))
        assert (answer["k"], answer["code"]) == ("no", fault.code)
        texts.add(answer["text"])
    assert len(texts - {""}) == len(LANGUAGES), "each language has its own words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_zero_without_consent(scene: Scene, language: Language) -> None:
    who, table = scene.who("mover")
    tab = scene.tab(who, table, language)
    page = who.page(table)
    zero = next(b.value for b in page.buttons if f'value="{b.value}" data-confirm' in page.html)
    with unchanged(scene.visitors.host):
        answer = tab.play(zero, confirmed="0")
    assert (answer["k"], answer["code"], answer["ask"]) == ("no", "needs-confirmation", True)
    question = Reason("this entry scores no points", "Z13")
    assert answer["text"] == catalogue(language).reason(question)


STRANGE_BODIES = {
    "no UTF-8": b"event=%ff&match=x",
    "raw bytes": b"event=\xff",
    "half an escape": b"event=%",
    "JSON": b'{"event": "keep 1"}',
    "XML": b"<event>keep 1</event>",
    "nothing": b"",
    "thousands of fields": b"&".join(b"a%d=1" % number for number in range(2000)),
    "NUL": b"\x00",
    "surrogate": b"event=%ed%a0%80",
}


@pytest.mark.parametrize("body", STRANGE_BODIES.values(), ids=STRANGE_BODIES)
@pytest.mark.parametrize("path", ["play", "hold", "remove"])
def test_strange_body(scene: Scene, body: bytes, path: str) -> None:
    who, table = scene.who("mover")
    with unchanged(scene.visitors.host):
        answer = who.post_raw(f"{table}/{path}", body)
    assert (answer.status_code, Page(answer.text).language) == (400, "de")


@pytest.mark.parametrize("body", STRANGE_BODIES.values(), ids=STRANGE_BODIES)
@pytest.mark.parametrize("path", ["/tables", "/language", "/name"])
def test_strange_body_in_the_lobby(scene: Scene, body: bytes, path: str) -> None:
    who = scene.stranger if path == "/name" else scene.spectator
    with unchanged(scene.visitors.host):
        answer = who.post_raw(path, body)
    assert answer.status_code in {400, 422}
    assert Page(answer.text).language == "de"


def test_multipart_form_is_refused(scene: Scene) -> None:
    who, table = scene.who("mover")
    with unchanged(scene.visitors.host):
        answer = who.client.post(f"{table}/play", files={"event": ("x", b"keep 1")})
    assert answer.status_code == 400


WRONG_ADDRESSES = (
    ("GET", "/nowhere", 404),
    ("GET", "/t/", 404),
    ("GET", "/t/222222/play", 405),
    ("GET", "/tables", 405),
    ("POST", "/", 405),
    ("POST", "/t/222222", 405),
    ("PUT", "/name", 405),
    ("DELETE", "/t/222222/sit", 405),
    ("GET", "/static/nothing.css", 404),
    ("GET", "/static/../web/security.py", 404),
    ("GET", "/static/%2e%2e/security.py", 404),
)


@pytest.mark.parametrize(("method", "path", "status"), WRONG_ADDRESSES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_address(
    scene: Scene, method: str, path: str, status: int, language: Language
) -> None:
    headers = {"Accept-Language": language}
    answer = scene.spectator.client.request(method, path, headers=headers)
    assert answer.status_code == status
    if not path.startswith("/static/"):
        page = Page(answer.text)
        assert page.language == language
        assert str(status) in page.text
    if status == 405:
        assert answer.headers["allow"]

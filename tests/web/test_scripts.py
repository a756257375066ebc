"""Own scripts as they are sent: one file with its modules."""

import re
from pathlib import Path

from rjsmin import jsmin  # type: ignore[import-untyped]

from pasch.matches.lines import LINES_SHOWN
from pasch.web import scripts
from pasch.web.assets import STATIC, assets

ONE = """// What it is for.
import { two, three } from "./other.js";

const LONG = 5; // ms
const ADDRESS = "http://example"; // not a comment within
if (LONG) {
  two(`${ADDRESS}//x`);
}
"""
OTHER = """// The other one.
const LONG = 7; // ms, a name of its own

export function two(value) { return value + LONG; }
export async function three() {}
"""
SENT = """const { two, three } = (() => {
const LONG = 7;

function two(value) { return value + LONG; }
async function three() {}
return { two, three };
})();

const LONG = 5;
const ADDRESS = "http://example";
if (LONG) {
two(`${ADDRESS}//x`);
}
"""


def test_modules_come_along(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text(ONE, encoding="utf-8")
    (tmp_path / "other.js").write_text(OTHER, encoding="utf-8")
    assert jsmin(scripts.sent(tmp_path / "one.js").decode()) == jsmin(SENT)
    assert scripts.imported(tmp_path) == {"other.js"}


def test_nothing_is_asked_for_that_is_not_sent() -> None:
    """What a page names holds no import any more, and what is imported is no file of its own."""
    own = {name: a for name, a in assets().items() if name.endswith(".js") and "/" not in name}
    assert own
    for asset in own.values():
        assert re.findall(rb"^(import|export)\b", asset.content, re.MULTILINE) == []
    assert scripts.imported(STATIC) & set(assets()) == set()


def test_page_keeps_as_many_lines_of_a_chat_as_a_reload_shows() -> None:
    script = (STATIC / "chat.js").read_text(encoding="utf-8")
    assert f"const LINES_SHOWN = {LINES_SHOWN};" in script

"""What binds the throws of a match is on its page before the first of them."""

import re

from tests.web.visitors import Page, Visitors


def bound(html: str) -> tuple[str, list[str]]:
    """Return the seal and the shares that a page shows in its log."""
    found = re.search(r'<li id="fair-[^"]+".*?</li>', html, re.DOTALL)
    assert found is not None
    seal, *shares = re.findall(r'<code class="hash">(\w+)</code>', found[0])
    return seal, shares


def test_seal_and_shares_are_shown_before_the_first_throw(visitors: Visitors) -> None:
    group = visitors.seated(2)
    first, second = group.people
    seal = re.search(r'<code class="hash">(\w+)</code>', first.get(group.table).text)
    watcher = visitors.stranger().watch(group.table)
    watcher.snapshot()
    first.act(group.table, "ready", ready="1", share="ab" * 16)
    second.act(group.table, "ready", ready="1")
    watcher.until(lambda tab: tab.match != "")
    pages = [first.get(group.table).text, second.get(group.table).text, "".join(watcher.log)]
    assert seal is not None
    shown = [bound(page) for page in pages]
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][0] == seal[1]
    assert shown[0][1][0] == "ab" * 16
    assert len(shown[0][1][1]) == 32
    text = Page(pages[0]).text
    assert f"Anteil von {first.name}" in text
    assert f"Anteil von {second.name}, vom Server gewählt" in text

"""Matches of people who have deleted their accounts: what stands in the place of their names."""

from dataclasses import replace

from pasch.matches.model import Player
from pasch.matches.names import DELETED
from pasch.matches.position import Position, with_match
from pasch.web.i18n import Language, catalogue


def spoken(position: Position, language: Language) -> Position:
    """Return a position with the names as they are said in a language."""
    match = position.match
    if DELETED not in match.names:
        return position
    players = tuple(_spoken(player, language) for player in match.players)
    return with_match(position, replace(match, players=players))


def _spoken(player: Player, language: Language) -> Player:
    if player.name != DELETED:
        return player
    return replace(player, name=catalogue(language).gettext(DELETED))

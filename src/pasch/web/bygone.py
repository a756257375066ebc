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
    return replace(player, name=spoken_name(player.name, language))


def spoken_name(name: str, language: Language) -> str:
    """Return a name as it is said in a language."""
    return catalogue(language).gettext(DELETED) if name == DELETED else name

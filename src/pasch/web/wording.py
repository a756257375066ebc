"""What the pages around a game call its chance: dice that are thrown, or hands that are dealt."""

from typing import Final, NamedTuple

from pasch.games import discovery
from pasch.kernel.refusals import N_, NN_


class Wording(NamedTuple):
    """Texts about what chance gives in a game and what a chart counts; all are message ids.

    `watch` and `ready` say what comes when a match begins, `sealed` and `sealing` that nobody can
    choose it, `binding` what the seal binds. In the end `proof` and `proving` stand over the
    secrets, each of them a `secret`, `chart` and `chart_label` at the chart; `length` says, in
    singular and plural, how much was played.
    """

    watch: str
    ready: str
    sealed: str
    sealing: str
    binding: str
    proof: str
    proving: str
    secret: str
    chart: str
    chart_label: str
    length: tuple[str, str]


THROWS: Final = Wording(
    watch=N_("Stay here and you can watch from the first throw."),
    ready=N_("Say that you are ready. When everybody is, the first throw is due."),
    sealed=N_("Nobody can choose the throws"),
    sealing=N_(
        "The server has sealed its secret before you take your seats. Each seat adds a share of its"
        " own, so that neither the host nor a player can choose the dice. After the match the"
        " secret is opened, and everybody can recompute every throw."
    ),
    binding=N_(
        "The seal binds the server's secret, the shares are from the seats. Both stood before"
        " chance had its first turn."
    ),
    proof=N_("Throws that can be checked"),
    proving=N_(
        "The seal was there before the first throw, the secret is open now: every throw follows"
        " from them."
    ),
    secret=N_("Secret"),
    chart=N_("Points after each turn"),
    chart_label=N_("Line chart of the points after each of %(turns)d turns"),
    length=NN_("one throw", "%(num)d throws"),
)
HANDS: Final = Wording(
    watch=N_("Stay here and you can watch from the first hand."),
    ready=N_("Say that you are ready. When everybody is, the first hand is dealt."),
    sealed=N_("Nobody can choose what is dealt"),
    sealing=N_(
        "The server has sealed its secrets before you take your seats, one for each hand. Each seat"
        " adds a share of its own, so that neither the host nor a player can choose what is dealt."
        " After a hand its secret is opened, and in the end everybody can recompute every deal."
    ),
    binding=N_(
        "The seal binds the server's secrets of all hands, the shares are from the seats. Both"
        " stood before the first hand was dealt."
    ),
    proof=N_("Deals that can be checked"),
    proving=N_(
        "The seal was there before the first hand, the secrets are open now: everything that was"
        " dealt follows from them."
    ),
    secret=N_("Secret of hand %(hand)d"),
    chart=N_("Points after each hand"),
    chart_label=N_("Line chart of the points after each of %(turns)d hands"),
    length=NN_("one hand", "%(num)d hands"),
)


def wording_of(game: str) -> Wording:
    """Return what the pages around a game say of it."""
    return HANDS if discovery.meta(game).has_hands else THROWS

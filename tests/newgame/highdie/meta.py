"""The card of the game."""

from pasch.kernel.meta import GameMeta

META = GameMeta(
    slug="highdie",
    title="High die",
    tagline="One throw each, the higher one wins.",
    source="none",
    rules_version=1,
    seats=(2,),
    seat_labels=("Two at a die",),
    options=(),
    art=("6",),
    misfit=lambda _options, _seats: None,
    order=99,
)

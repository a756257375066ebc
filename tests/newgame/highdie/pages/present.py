"""High die for people."""

from collections.abc import Hashable, Mapping

from pasch.games.highdie.rules import State

from pasch.kernel.actors import CHANCE
from pasch.kernel.page import Cue, Line, Presenter, Region, Seen, Step


class HighDiePresenter(Presenter[State]):
    """Presents positions of High die."""

    def layout(self, seen: Seen[State]) -> Hashable:
        """Return that there is but one layout."""
        return "only"

    def regions(self, seen: Seen[State]) -> Mapping[str, Region]:
        """Return the faces and the button."""
        return {
            "faces": Region("faces", seen.view.faces),
            "throw": Region("throw", seen.legal),
        }

    def line(self, step: Step[State]) -> Line | None:
        """Return what the log says of a throw."""
        if step.actor != CHANCE:
            return None
        return Line("The die shows %(face)s", (("face", step.text),))

    def cues(self, step: Step[State]) -> tuple[Cue, ...]:
        """Return that nothing moves."""
        return ()


PRESENTER = HighDiePresenter()

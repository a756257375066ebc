"""Refusals of the service, in the kernel's tree."""

from pasch.kernel.refusals import N_, Reason, Refusal


class BadName(Refusal):
    """A name that nobody may bear."""

    code = "bad-name"


class NameTaken(Refusal):
    """Somebody bears this name, or one that looks like it."""

    code = "name-taken"


class UnknownTable(Refusal):
    """There is no such table."""

    code = "unknown-table"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("There is no such table.")))


class UnknownMatch(Refusal):
    """There is no such match, or its record is not open yet."""

    code = "unknown-match"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("There is no record of such a finished match.")))


class UnknownPerson(Refusal):
    """Nobody has this name or id."""

    code = "unknown-person"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("Nobody of this name is known here.")))


class NotSeated(Refusal):
    """Only who sits at the table may do this."""

    code = "not-seated"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("You have no seat at this table.")))


class NotOwner(Refusal):
    """Only the owner of the table may do this."""

    code = "not-owner"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("Only the owner of the table may do this.")))


class SeatTaken(Refusal):
    """Somebody was faster, or there is no such seat."""

    code = "seat-taken"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("This seat is taken.")))


class WrongMoment(Refusal):
    """The table is not in the state that this needs."""

    code = "wrong-moment"


class Paused(Refusal):
    """The match stands still."""

    code = "paused"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("The match is paused.")))


class CommandReused(Refusal):
    """The id of an accepted command came again with another body."""

    code = "command-reused"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("This command was sent before with another content.")))


class NeedsConfirmation(Refusal):
    """The event is legal, but costs something that a person should confirm first."""

    code = "needs-confirmation"


class BadMessage(Refusal):
    """A message that is empty or too long."""

    code = "bad-message"


class NoTeam(Refusal):
    """Who has no partner cannot write to one."""

    code = "no-team"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("You have no partner to write to.")))


class TooFast(Refusal):
    """Somebody does something too often."""

    code = "too-fast"


class UnknownSlash(Refusal):
    """There is no such command of the chat."""

    code = "unknown-slash-command"

    def __init__(self, word: str) -> None:
        """Name what was asked for."""
        message = N_("There is no command “%(word)s”. /help lists all of them.")
        super().__init__(Reason(message, None, (("word", word),)))


class NotWatchable(Refusal):
    """Only who has a seat may see this table."""

    code = "not-watchable"

    def __init__(self) -> None:
        """Say so."""
        message = N_("The people at this table want to play among themselves, without spectators.")
        super().__init__(Reason(message))


class BadPassword(Refusal):
    """A password that is too short or too long."""

    code = "bad-password"


class WrongPassword(Refusal):
    """Name and password do not belong together; nobody learns which of them is wrong."""

    code = "wrong-password"

    def __init__(self, message: str = N_("Name and password do not fit together.")) -> None:
        """Say so."""
        super().__init__(Reason(message))


class TooManyAttempts(Refusal):
    """Somebody has tried too often."""

    code = "too-many-attempts"

    def __init__(self, minutes: int) -> None:
        """Say when the next attempt may be made."""
        message = N_("That was tried too often. Please wait %(minutes)d min.")
        super().__init__(Reason(message, None, (("minutes", minutes),)))


class Banned(Refusal):
    """The host has banned this account."""

    code = "banned"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(Reason(N_("The host of this parlour has banned your account.")))


class StillPlaying(Refusal):
    """An account cannot be deleted while a match of its runs."""

    code = "still-playing"

    def __init__(self) -> None:
        """Say so."""
        message = N_("A match of yours is still running. Finish it, or leave it, and try again.")
        super().__init__(Reason(message))


class BadTablePassword(Refusal):
    """A text that cannot be a table's password."""

    code = "bad-table-password"


class Locked(Refusal):
    """The table is protected, and no password was shown."""

    code = "locked"

    def __init__(self, message: str = N_("This table is protected by a password.")) -> None:
        """Say so."""
        super().__init__(Reason(message))


class WrongTablePassword(Locked):
    """The password that was shown is not the table's."""

    code = "wrong-table-password"

    def __init__(self) -> None:
        """Say so."""
        super().__init__(N_("That is not the password of this table."))


class UnknownInvitation(Refusal):
    """The key of an invitation leads nowhere, or not any more."""

    code = "unknown-invitation"

    def __init__(self) -> None:
        """Say so."""
        message = N_("This invitation is not valid any more. Ask for a new one.")
        super().__init__(Reason(message))

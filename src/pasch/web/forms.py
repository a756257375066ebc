"""Posted forms: `application/x-www-form-urlencoded`, every field once."""

from urllib.parse import parse_qsl

from starlette.requests import Request

from pasch.kernel.refusals import N_, Reason, Unreadable
from pasch.web.fields import Fields

MOST_FIELDS = 32


async def read_form(request: Request) -> Fields:
    """Return the fields of a posted form; raise `Unreadable` for anything else."""
    try:
        text = (await request.body()).decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Unreadable(Reason(N_("This form cannot be read."))) from None
    return dict(pairs)

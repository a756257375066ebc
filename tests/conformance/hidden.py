"""Finds what games say of their hidden facts."""

from importlib.util import module_from_spec, spec_from_file_location
from typing import cast

from pasch.games import discovery
from tests.conformance.suite import Twins


def twins_of(slug: str) -> Twins | None:
    """Return the hook of a game with hidden facts: `twins` of its `tests/hidden.py`."""
    path = discovery.home(slug) / "tests" / "hidden.py"
    spec = spec_from_file_location(f"hidden_{slug}", path) if path.exists() else None
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast(Twins, module.twins)

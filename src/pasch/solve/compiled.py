"""Compilation of the inner loops by Numba; see `docs/decisions/`.

Functions that call one another stand in one module: Numba's cache on disk notices only that the
file of the function itself has changed.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])


def compiled(signature: str) -> Callable[[FunctionT], FunctionT]:
    """Compile a function for a Numba signature when its module is imported, or load it."""
    decorate = numba.njit(signature, cache=True, error_model="numpy")
    return cast(Callable[[FunctionT], FunctionT], decorate)

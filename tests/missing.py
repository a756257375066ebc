"""What a test does when the machine lacks a program that it needs."""

import os
from typing import NoReturn

import pytest


def missing(sentence: str) -> NoReturn:
    """Skip the test and say why; under CI=true fail, since there everything must be tested."""
    if os.environ.get("CI") == "true":
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)

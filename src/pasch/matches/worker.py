"""The process in which computers think: questions come in, texts of events go out.

It is told what its seat may know and nothing else. It ends with the process that has started it.
"""

import json
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from pasch.games import discovery

LENGTH_BYTES: Final = 4
"""Bytes that tell the length of the question behind them."""

LOOK_SECONDS: Final = 1.0
"""How often it is looked whether the process that has started this one is still there."""

NICENESS: Final = 5

Question = tuple[str, str, object, tuple[str, ...]]
"""Game, level, the seat's view, its legal events."""


def pack(question: object) -> bytes:
    """Return a question as it is sent."""
    body = pickle.dumps(question)
    return len(body).to_bytes(LENGTH_BYTES) + body


def answer_to(question: Question) -> bytes:
    """Return a line of JSON: the `text` of an event, or the `fault` of the level."""
    game, name, view, legal = question
    try:
        said = {"text": discovery.level(game, name).choose(view, legal)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it is, the match goes on
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = {"fault": f"{type(error).__name__} in {place.name}, line {place.lineno}"}
    return json.dumps(said).encode("ascii") + b"\n"


def main() -> None:
    """Answer questions until nobody asks any more."""
    serve(answer_to)


def serve(answer: Callable[[Any], bytes]) -> None:
    """Answer questions in this process until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # A level that prints disturbs nobody.
    while (question := _next(sys.stdin.buffer)) is not None:
        answers.write(answer(question))


def _next(stream: BinaryIO) -> object:
    """Return the next question, None at the end."""
    head = stream.read(LENGTH_BYTES)
    length = int.from_bytes(head)
    body = stream.read(length)
    if len(head) < LENGTH_BYTES or len(body) < length:
        return None
    question: object = pickle.loads(body)  # noqa: S301 - from the process that has started this
    return question


def _end_with(parent: int) -> None:
    """End as soon as the parent is gone, also in the middle of a thought."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(0)

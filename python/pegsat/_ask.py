"""Questions to the compiled module, and the types of what they are made of."""

import json
import operator
import os
import threading

from ._native import Session

#: A session about no problem.
NONE = Session()

#: Its `stop` ends the work of this thread, if it is set.
LOCAL = threading.local()

#: More than any board has holes.
MOST_STEPS = 2**32 - 1

_MOST = 2**64 - 1


def ask(session, do, **fields):
    """The answer, and the session that the question opened."""
    answer, opened = session.ask(json.dumps({"do": do, **fields}))
    return json.loads(answer), opened


def work(session, do, limits, progress=None, **fields):
    """The same, within the limits of time and memory."""
    stop = getattr(LOCAL, "stop", None)
    answer, opened = session.work(json.dumps({"do": do, **fields}), *limits, progress, stop)
    return json.loads(answer), opened


def expected(what, found):
    """Something is of another type."""
    return TypeError(f"expected {what}, not {type(found).__name__}")


def typed(name, value, kind):
    """The value of this argument, which is of this type or None."""
    if value is not None and not isinstance(value, kind):
        raise TypeError(f"argument '{name}': expected {kind.__name__}, not {type(value).__name__}")
    return value


def within(name, number, least, most=_MOST):
    """The number, if it is one of these."""
    try:
        number = operator.index(number)
    except TypeError:
        found = type(number).__name__
        raise TypeError(f"argument '{name}': expected a whole number, not {found}") from None
    if not least <= number <= most:
        words = f"{least} to {most}" if most < _MOST else f"{least} or more, below 2 to the 64"
        raise ValueError(f"{name}={number}: expected {words}")
    return number


def write(path, text):
    """Writes a file."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except OSError as error:
        text = f"{os.fspath(path)}: cannot be written: {error.strerror}"
        raise type(error)(text) from None

"""How far an answer is, told while it is worked on."""

import sys
import time
from typing import Any, Optional, TextIO

#: Seconds between two lines where they cannot be written over each other.
_PERIOD = 10.0


def _words(told: "dict[str, Any]") -> str:
    """What is told, in words."""
    kind = told["kind"]
    if kind == "cleared":
        return f"{told['of'] - told['pegs']} of {told['of']} pegs cleared"
    if kind == "refuted":
        return "no solution; looking for a certificate"
    if kind == "bounds":
        if told["value"] is None:
            return f"none found yet, none below {told['bound']}"
        return f"at most {told['value']}, at least {told['bound']}"
    if kind == "formula":
        layers = f", {told['layers']} layers" if told["layers"] is not None else ""
        return f"a formula of {told['variables']:,} variables, {told['clauses']:,} clauses{layers}"
    if kind == "many":
        return f"{told['done']} of {told['of']} problems"
    if kind == "level":
        return f"level {told['level']}, {told['positions']:,} positions"
    return str(kind)


class Bar:
    """Shows how far an answer is: ``pegsat.solve(problem, progress=pegsat.Bar())``.

    In a notebook it is a bar below the cell, on a terminal a line on standard error, which is
    written over; elsewhere a line now and then, every ten seconds at most. Any function of one
    argument will do in its place: it is called with a dictionary, whose ``kind`` is 'formula',
    'refuted', 'level', 'cleared', 'bounds' or 'many', beside the numbers that are told, and at
    last 'ended'.
    """

    def __init__(self, file: Optional[TextIO] = None) -> None:
        self._file = file
        self._begin = time.monotonic()
        self._shown: Optional[Any] = None
        self._line: Optional[float] = None
        self._width = 0
        self.last = ""
        self.has_ended = False

    def __call__(self, told: "dict[str, Any]") -> None:
        seconds = time.monotonic() - self._begin
        if told["kind"] == "ended":
            self._end(seconds)
            return
        self.last = _words(told)
        text = f"{self.last} ({seconds:.1f} s)"
        share = None
        if told["kind"] == "cleared" and told["of"]:
            share = 1 - told["pegs"] / told["of"]
        if told["kind"] == "many":
            share = told["done"] / told["of"]
        if not self._show_in_notebook(text, share):
            self._show_as_line(text, seconds)

    def _end(self, seconds: float) -> None:
        self.has_ended = True
        if self._shown is not None:
            self._show_in_notebook(f"ended after {seconds:.1f} s", 1.0)
        elif self._width:
            out = self._file or sys.stderr
            print("\r" + " " * self._width + "\r", end="", file=out, flush=True)

    def _show_as_line(self, text: str, seconds: float) -> None:
        out = self._file or sys.stderr
        if out.isatty():
            line = f"pegsat: {text}"
            self._width = max(self._width, len(line))
            print("\r" + line.ljust(self._width), end="", file=out, flush=True)
        elif self._line is None or seconds - self._line >= _PERIOD:
            self._line = seconds
            print(f"pegsat: {text}", file=out, flush=True)

    def _show_in_notebook(self, text: str, share: Optional[float]) -> bool:
        # Outside of a notebook IPython is not there, or has no display.
        module = sys.modules.get("IPython")
        shell = module.get_ipython() if module is not None else None
        if shell is None or not hasattr(shell, "kernel"):
            return False
        from IPython.display import HTML, display  # type: ignore[import-not-found, unused-ignore]

        value = "" if share is None else f' value="{share:.3f}"'
        shown = HTML(f"<progress{value}></progress> {text}")
        if self._shown is None:
            self._shown = display(shown, display_id=True)
        else:
            self._shown.update(shown)
        return True

"""How far an answer is, told while it is worked on."""

import sys
import time
from typing import Any, Optional


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
    if kind == "level":
        return f"level {told['level']}, {told['positions']:,} positions"
    return str(kind)


class Bar:
    """Shows how far an answer is: ``pegsat.solve(problem, progress=pegsat.Bar())``.

    In a notebook it is a bar below the cell, elsewhere a line on standard error. Any function
    of one argument will do in its place: it is called with a dictionary, whose ``kind`` is
    'formula', 'refuted', 'level', 'cleared' or 'bounds', beside the numbers that are told.
    """

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._shown: Optional[Any] = None
        self.last = ""

    def __call__(self, told: "dict[str, Any]") -> None:
        self.last = _words(told)
        seconds = time.monotonic() - self._begin
        text = f"{self.last} ({seconds:.1f} s)"
        share = None
        if told["kind"] == "cleared" and told["of"]:
            share = 1 - told["pegs"] / told["of"]
        if not self._show_in_notebook(text, share):
            print(f"pegsat: {text}", file=sys.stderr)

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

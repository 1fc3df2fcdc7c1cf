"""Positions that play: legal jumps, push, pop, hints."""

from __future__ import annotations

from typing import Any, Optional, Union

from ._pegsat import Answer, Jump, Problem, _hint, solve

_Hole = tuple[int, int]
_Time = Union[float, str, None]
_Size = Union[int, str, None]


class Position:
    """A game: a problem, and the jumps that were made so far.

    >>> import pegsat
    >>> game = pegsat.Position("triangle5/free:0,0")
    >>> len(game.legal_jumps)
    2
    >>> game.push("2,2-0,0")
    Jump(2,2-0,0)
    >>> game.is_win()
    False
    >>> game.hint() in game.legal_jumps
    True
    >>> game.pop()
    Jump(2,2-0,0)
    """

    def __init__(self, problem: Any = "central") -> None:
        self.problem: Problem = Problem(problem)
        self.pegs: set[_Hole] = set(self.problem.pegs)
        self.made: list[Jump] = []

    @property
    def legal_jumps(self) -> list[Jump]:
        """The jumps that can be made, in their order on the board."""
        return [jump for jump in self.problem.jumps if self._why_not(jump) is None]

    def push(self, jump: Union[Jump, str]) -> Jump:
        """Makes a jump, or one such as '3,1-3,3'; ValueError says why it cannot be made."""
        named = {str(one): one for one in self.problem.jumps}
        found = named.get(str(jump))
        why = f"{jump} is no jump on this board" if found is None else self._why_not(found)
        if found is None or why is not None:
            raise ValueError(why)
        self.pegs -= {found.from_, found.over}
        self.pegs.add(found.to)
        self.made.append(found)
        return found

    def pop(self) -> Jump:
        """Takes the last jump back; IndexError if there is none."""
        jump = self.made.pop()
        self.pegs.remove(jump.to)
        self.pegs |= {jump.from_, jump.over}
        return jump

    def is_win(self) -> bool:
        """Whether the goal is reached."""
        return self.as_problem().is_solved

    def is_stuck(self) -> bool:
        """Whether no jump can be made."""
        return not self.legal_jumps

    def solve(self, **settings: Any) -> Answer:
        """A solution from here on, by the settings of `pegsat.solve`."""
        return solve(self.as_problem(), **settings)

    def hint(self, *, timeout: _Time = None, memory: _Size = None) -> Optional[Jump]:
        """A jump that can still win; None if none can, or this is the goal; TimeoutError if that is not known."""
        verdict, jumps, _, _ = _hint(self.problem, self.made, timeout=timeout, memory=memory)
        if verdict == "open":
            raise TimeoutError("neither a win nor a loss was found within the limits")
        return jumps[0] if jumps else None

    def judge(self, *, timeout: _Time = None, memory: _Size = None) -> dict[Jump, str]:
        """Every jump that can be made: 'won', 'lost' or 'open', as the position after it is."""
        told = _hint(self.problem, self.made, judge=True, timeout=timeout, memory=memory)
        return dict(told[2])

    def lost_for(self, *, timeout: _Time = None, memory: _Size = None) -> Optional[int]:
        """How many jumps to take back until it can be won; 0 if it can, None if that is not known."""
        verdict, _, _, back = _hint(self.problem, self.made, timeout=timeout, memory=memory)
        return 0 if verdict == "won" else back

    def as_problem(self) -> Problem:
        """The problem that begins here."""
        return self.problem.starting(list(self.pegs))

    def copy(self) -> Position:
        """The same game, on its own."""
        other = Position(self.problem)
        other.pegs, other.made = set(self.pegs), list(self.made)
        return other

    __copy__ = copy

    def _why_not(self, jump: Jump) -> Optional[str]:
        for hole in (jump.from_, jump.over):
            if hole not in self.pegs:
                return f"{jump} cannot be made: there is no peg in {hole[0]},{hole[1]}"
        if jump.to in self.pegs:
            return f"{jump} cannot be made: there is a peg in {jump.to[0]},{jump.to[1]}"
        return None

    def __len__(self) -> int:
        return len(self.made)

    def __eq__(self, other: object) -> bool:
        """Whether the problem is the same, and pegs are in the same holes."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.problem == other.problem and self.pegs == other.pegs

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<position of {self.problem.name}: {len(self.made)} jumps made, {len(self.pegs)} pegs>"

    def __str__(self) -> str:
        text = self.as_problem().text
        return text.partition("start:\n")[2].partition("goal:")[0].rstrip("\n")

    def _repr_svg_(self) -> str:
        return self.as_problem()._repr_svg_()

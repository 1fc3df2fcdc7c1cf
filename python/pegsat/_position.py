"""Positions that play: legal jumps, push, pop, hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

from ._pegsat import Answer, Jump, Problem, _hint, solve

_Hole = tuple[int, int]
_Time = Union[float, str, None]
_Size = Union[int, str, None]


@dataclass(frozen=True, repr=False)
class Hint:
    """What is known of a game: true if a jump wins.

    >>> import pegsat
    >>> pegsat.Position("triangle5/free:0,0").hint()
    <hint: 2,2-0,0 wins>
    """

    #: 'won' if a jump can still win, 'lost' if none can, 'solved' if the goal is reached.
    verdict: Literal["won", "lost", "solved"]
    #: A jump that can still win.
    jump: Optional[Jump] = None
    #: How many jumps to take back until a lost game can be won, where that is known.
    back: Optional[int] = None

    def __bool__(self) -> bool:
        return self.jump is not None

    def __repr__(self) -> str:
        if self.jump is not None:
            return f"<hint: {self.jump} wins>"
        if self.verdict == "solved":
            return "<hint: the goal is reached>"
        jumps = "1 jump" if self.back == 1 else f"{self.back} jumps"
        return "<hint: lost>" if self.back is None else f"<hint: lost; it could be won {jumps} ago>"


def _text(jump: Any) -> str:
    """What a jump is written as: of Jump(3,1-3,3) what it prints, of holes its ends, and the one
    between if it is named."""
    if isinstance(jump, Hint):
        jump = jump.jump
    if isinstance(jump, (tuple, list)):
        holes = list(zip(jump[::2], jump[1::2])) if len(jump) in (4, 6) else jump
        (x, y), *between, (to_x, to_y) = holes
        return f"{x},{y}-{to_x},{to_y}" + "".join(f"/{x},{y}" for x, y in between)
    text = str(jump).strip()
    return text[5:-1] if text.startswith("Jump(") and text.endswith(")") else text


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
    >>> game.hint().jump in game.legal_jumps
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

    def push(self, jump: Union[Jump, Hint, str, tuple[_Hole, ...], tuple[int, ...]]) -> Jump:
        """Makes a jump: a Jump, a Hint that has one, '3,1-3,3', or its ends, ((3, 1), (3, 3)) or
        (3, 1, 3, 3), with the hole between or without; ValueError says why it cannot be made."""
        if isinstance(jump, Jump):
            named = [jump] if jump in self.problem.jumps else []
        else:
            try:
                text = _text(jump)
            except (TypeError, ValueError):
                raise ValueError(f"{jump!r} is no jump; expected one such as '3,1-3,3'") from None
            # With the hole between: on a board with lines of its own ends may not tell.
            named = [one for one in self.problem.jumps if text in (one, "{}/{},{}".format(one, *one.over))]
        named.sort(key=lambda one: self._why_not(one) is not None)
        why = self._why_not(named[0]) if named else f"{jump} is no jump on this board"
        if len(named) > 1 and self._why_not(named[1]) is None:
            why = f"{jump} may be two jumps; name the hole between, as in {named[0]}/{named[0].over[0]},{named[0].over[1]}"
        if why is not None:
            raise ValueError(why)
        found = named[0]
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

    def hint(self, *, timeout: _Time = None, memory: _Size = None) -> Hint:
        """Whether the game can be won, by which jump, or how far back it could; TimeoutError if that is not known."""
        verdict, jumps, _, back = _hint(self.problem, self.made, timeout=timeout, memory=memory)
        if verdict == "open":
            raise TimeoutError("neither a win nor a loss was found within the limits")
        if verdict == "lost":
            return Hint("lost", back=back)
        return Hint("won", jumps[0]) if jumps else Hint("solved")

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

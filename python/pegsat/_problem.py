"""Problems, jumps, solutions and pictures."""

import json
import os
import re
from dataclasses import dataclass

from ._ask import NONE, ask, expected, write

# An object of its own: a source that was given is told from one that was not.
_CENTRAL = "".join(["cent", "ral"])


# A picture in one line, its rows between slashes.
_ROW = re.compile(r"(?=.*O)(?=.*[O.].*[O.].*[O.])[O. /]+")


def _opening(source):
    """The question that opens what a source names.

    As the command line has it: a file if there is one, or if it looks like a file's name; a
    picture where there is more than a line, or nothing but pegs and holes; else a name.
    """
    if isinstance(source, str):
        if _ROW.fullmatch(source) and not os.path.exists(source):
            source = source.replace("/", "\n") + "\n"
        if "\n" in source:
            if ":" not in source:  # a picture of the start alone
                return {"do": "state", "start": source}
            return {"do": "open", "source": source, "name": "picture"}
        is_file = source.startswith((".", "/")) or source.endswith(".peg")
        if not is_file and not os.path.exists(source):
            return {"do": "open", "source": source}
    elif not isinstance(source, os.PathLike):
        raise expected("a Problem, a name, a picture, or a path", source)
    path = os.fspath(source)
    if os.path.isdir(path):
        raise ValueError(f"{path} is a folder; expected a .peg file or a problem's name")
    return {"do": "read", "path": path}


def _part(given):
    """A start or a goal."""
    if given is None or isinstance(given, (str, int)):
        return given
    try:
        holes = [[int(x), int(y)] for x, y in given]
    except (TypeError, ValueError):
        what = "a picture, the holes with a peg, or a number of pegs"
        raise expected(what, given) from None
    if isinstance(given, dict):
        raise expected("a picture, the holes with a peg, or a number of pegs", given)
    return holes


class Problem:
    """A problem: a board, its start, and its goal.

    From a name, a picture (in one line 'O O . O', its rows between slashes), or a file (a path, or text that ends in .peg); or
    from a start and a goal, each a picture or the holes with a peg, on a board by name where
    the start is no picture. A number as goal, or none, is that number of pegs, or one.

    >>> from pegsat import Problem
    >>> Problem("central").name
    'central'
    >>> row = Problem("start:\\nO O .\\ngoal:\\n. . O\\n")
    >>> row.holes
    [(0, 0), (1, 0), (2, 0)]
    >>> Problem(start=[(3, 2), (3, 3)], goal=[(3, 4)], board="english").pegs
    [(3, 2), (3, 3)]
    >>> Problem("centrall")
    Traceback (most recent call last):
    ...
    ValueError: no problem is called 'centrall'; did you mean 'central'? ('pegsat problems' lists them)
    """

    __slots__ = ("_jumps", "_session", "_text", "_told")

    def __init__(self, source=_CENTRAL, *, start=None, goal=None, board=None, lattice=None):
        if start is not None:
            if source is not _CENTRAL:
                raise ValueError("a problem has a source or a start, not both")
            question = {"do": "state", "start": _part(start), "goal": _part(goal)}
            question.update(board=board, lattice=lattice)
        elif goal is not None or board is not None or lattice is not None:
            raise ValueError("goal, board and lattice go with a start")
        elif isinstance(source, Problem):
            self._take(source._session, source._text)
            return
        else:
            question = _opening(source)
        self._text, self._session = NONE.ask(json.dumps(question))
        self._take(self._session, self._text)

    def _take(self, session, text):
        self._session, self._text, self._told, self._jumps = session, text, None, None

    @staticmethod
    def _of(session):
        """The problem of a session."""
        problem = object.__new__(Problem)
        problem._take(session, None)
        return problem

    @property
    def _what(self):
        """What is told of it; read when it is first asked for."""
        if self._told is None:
            if self._text is None:
                self._text, _ = self._session.ask('{"do": "problem"}')
            self._told = json.loads(self._text)
        return self._told

    @property
    def name(self):
        """Its name."""
        return self._what["name"]

    @property
    def board(self):
        """The name of its board."""
        return self._what["board"]

    @property
    def holes(self):
        """The holes of the board, as (column, row)."""
        return [tuple(cell) for cell in self._what["cells"]]

    @property
    def pegs(self):
        """The holes that hold a peg at the start."""
        return [hole for hole, mark in zip(self.holes, self._what["start"]) if mark == "1"]

    @property
    def _numbered(self):
        if self._jumps is None:
            holes, jumps = self.holes, self._what["jumps"]
            self._jumps = [
                Jump(holes[from_], holes[over], holes[to], number)
                for number, (from_, over, to) in enumerate(jumps)
            ]
        return self._jumps

    @property
    def jumps(self):
        """All jumps of the board, by number; the meanings of variables use these numbers."""
        return list(self._numbered)

    @property
    def text(self):
        """The text of its .peg file."""
        return self._what["text"]

    def check(self, jumps):
        """The solution that these jumps are: as text such as '3,1-3,3 3,4-3,2', or whatever
        'pegsat check' reads. A jump that cannot be made is a ValueError that says which.

        >>> Problem("start:\\nO O .\\ngoal:\\n. . O\\n").check("0,0-2,0").sweeps
        1
        """
        if not isinstance(jumps, str):
            try:
                jumps = list(jumps)
            except TypeError:
                raise expected("jumps, or a text such as '3,1-3,3'", jumps) from None
            for jump in jumps:
                if not isinstance(jump, Jump):
                    raise expected("jumps, or a text such as '3,1-3,3'", jump)
            # With the hole between: on a board with lines of its own ends may not tell.
            jumps = " ".join("{}/{},{}".format(jump, *jump.over) for jump in jumps)
        checked, _ = ask(self._session, "check", jumps=jumps)
        return Solution._of(self, checked["jumps"], None)

    def starting(self, pegs):
        """The problem with the same goal that begins with pegs in these holes."""
        return Problem._of(ask(self._session, "starting", pegs=list(pegs))[1])

    @property
    def is_solved(self):
        """Whether the start is the goal."""
        return self._what["solved"]

    def __eq__(self, other):
        """Whether board, start and goal are the same."""
        if not isinstance(other, Problem):
            return NotImplemented
        return self.text == other.text

    def __hash__(self):
        return hash(self.text)

    def __str__(self):
        """The boards of start and goal."""
        return self._draw("text")

    def __repr__(self):
        return f"Problem('{self.name}')"

    def __reduce__(self):
        """For pickle and copy."""
        try:
            is_named = ask(NONE, "open", source=self.name)[0]["text"] == self.text
        except ValueError:
            is_named = False
        return (Problem, (self.name if is_named else self.text,))

    def _repr_svg_(self):
        return self._draw("svg")

    def _draw(self, form, **fields):
        fields["as"] = form
        return ask(self._session, "picture", **fields)[0]


@dataclass(frozen=True, repr=False, eq=False)
class Jump:
    """A jump, by its holes as (column, row).

    It is equal to its text, sorts by its number, and unpacks into the hole that the peg leaves,
    the hole that is leapt over, and the hole that it comes to.

    >>> import pegsat
    >>> jump = pegsat.solve("O O .").jumps[0]
    >>> jump == "0,0-2,0"
    True
    >>> from_, over, to = jump
    >>> to
    (2, 0)
    """

    __slots__ = ("from_", "number", "over", "to")

    #: The hole that the peg leaves.
    from_: "tuple[int, int]"
    #: The hole of the peg that is leapt over and removed.
    over: "tuple[int, int]"
    #: The hole that it comes to.
    to: "tuple[int, int]"
    #: The jump's number on its board.
    number: int

    def __reduce__(self):
        """For pickle and copy."""
        return (Jump, (self.from_, self.over, self.to, self.number))

    @property
    def _key(self):
        return (self.number, self.from_, self.over, self.to)

    def __iter__(self):
        """The holes from_, over and to."""
        return iter((self.from_, self.over, self.to))

    def __eq__(self, other):
        """Whether the jump is the same, or has this text."""
        if isinstance(other, str):
            return other == str(self)
        return self._key == other._key if isinstance(other, Jump) else NotImplemented

    def __lt__(self, other):
        """Whether its number is less."""
        return self._key < other._key if isinstance(other, Jump) else NotImplemented

    def __le__(self, other):
        """Whether its number is less, or the jump is the same."""
        return self._key <= other._key if isinstance(other, Jump) else NotImplemented

    def __gt__(self, other):
        """Whether its number is greater."""
        return self._key > other._key if isinstance(other, Jump) else NotImplemented

    def __ge__(self, other):
        """Whether its number is greater, or the jump is the same."""
        return self._key >= other._key if isinstance(other, Jump) else NotImplemented

    def __hash__(self):
        return hash(str(self))

    def __str__(self):
        return "{},{}-{},{}".format(*self.from_, *self.to)

    def __repr__(self):
        return f"Jump({self})"


class Solution:
    """A solution, which was replayed.

    >>> import pegsat
    >>> solution = pegsat.solve("triangle5/reversal:0,0").solution
    >>> len(solution.jumps), len(solution.boards())
    (13, 14)
    >>> print(solution.boards()[0])
        .
       O O
      O O O
     O O O O
    O O O O O
    """

    __slots__ = ("_numbers", "_problem", "_sizes", "_sweeps")

    @staticmethod
    def _of(problem, numbers, sizes):
        """The solution of these jumps, by their numbers, and the sizes of its layers."""
        solution = object.__new__(Solution)
        solution._problem, solution._numbers, solution._sizes = problem, numbers, sizes
        solution._sweeps = None
        return solution

    @property
    def problem(self):
        """The problem that it solves."""
        return self._problem

    @property
    def jumps(self):
        """Its jumps, in order."""
        jumps = self._problem._numbered
        return [jumps[number] for number in self._numbers]

    @property
    def _layers(self):
        if self._sizes is None:
            self._sizes, _ = ask(self._problem._session, "layers", jumps=self._numbers)
        return self._sizes

    @property
    def layers(self):
        """Its jumps, a list for each layer: those of the model that found it, if it has layers;
        else runs of jumps that share no hole."""
        jumps = iter(self.jumps)
        return [[next(jumps) for _ in range(size)] for size in self._layers]

    @property
    def sweeps(self):
        """The number of its sweeps: chains of jumps by one peg."""
        if self._sweeps is None:
            self._sweeps, _ = ask(self._problem._session, "sweeps", jumps=self._numbers)
        return self._sweeps

    def _draw(self, form, layers=False, **fields):
        sizes = self._layers if layers else None
        return self._problem._draw(form, jumps=self._numbers, layers=sizes, **fields)

    def boards(self, *, layers=False):
        """The boards from the start to the end, as text."""
        return self._draw("boards", layers)

    def svg(self, *, layers=False):
        """A picture of all boards, as SVG."""
        return self._draw("svg", layers)

    def animation(self, *, layers=False, seconds=0.7):
        """One board that changes: shown by itself at the end of a notebook's cell."""
        return Picture._of(self._draw("animation", layers, seconds=float(seconds)))

    def __str__(self):
        return self._draw("text")

    def __getitem__(self, index):
        """A jump, from the end if the index is negative; of a slice a list of them."""
        try:
            return self.jumps[index]
        except IndexError:
            raise IndexError("there are fewer jumps") from None
        except TypeError:
            raise expected("an index or a slice", index) from None

    def __reversed__(self):
        """The last jump first."""
        return reversed(self.jumps)

    def __reduce__(self):
        """For pickle and copy: it is replayed, and its layers are runs of jumps that share no
        hole."""
        return (Problem.check, (self._problem, " ".join(map(str, self.jumps))))

    def __len__(self):
        return len(self._numbers)

    def __eq__(self, other):
        """Whether problem and jumps are the same."""
        if not isinstance(other, Solution):
            return NotImplemented
        return self._numbers == other._numbers and self._problem == other._problem

    def __repr__(self):
        return f"<solution of {self._problem.name}: {len(self)} jumps in {self.sweeps} sweeps>"

    def _repr_svg_(self):
        """All boards, fewer of a large one."""
        return self._draw("shown", True)


class Picture:
    """A picture that a notebook shows."""

    __slots__ = ("_svg",)

    @staticmethod
    def _of(svg):
        picture = object.__new__(Picture)
        picture._svg = svg
        return picture

    @property
    def svg(self):
        """Its SVG."""
        return self._svg

    def save(self, path):
        """Writes it into a file."""
        name = os.fspath(path)
        ending = os.path.splitext(name)[1]
        if ending and ending.lower() != ".svg":
            raise ValueError(f"{name}: pictures are SVG; expected a name that ends in .svg")
        write(path, self._svg)

    def __reduce__(self):
        """For pickle and copy."""
        from ._pegsat import _restore

        return (_restore, ("picture", None, json.dumps(self._svg)))

    def __repr__(self):
        return f"<picture, {len(self._svg.encode())} bytes of SVG>"

    def _repr_html_(self):
        """The picture, and below one that plays a button that halts it and a slider of its
        time."""
        seconds = self._svg.partition(' dur="')[2].partition('s"')[0]
        if not seconds:
            return self._svg
        svg = "var s=this.parentNode.parentNode.querySelector('svg');"
        return (
            f'<div>{self._svg}<div><button type="button" title="Halt, or go on" onclick="{svg}'
            's.animationsPaused()?s.unpauseAnimations():s.pauseAnimations()">&#9199;</button> '
            f'<input type="range" min="0" max="{seconds}" step="0.05" value="0" '
            f'title="Time" style="width:20em" oninput="{svg}s.pauseAnimations();'
            's.setCurrentTime(+this.value)"></div></div>'
        )

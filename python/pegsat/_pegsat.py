"""The engine's functions, with the command line's words, and their answers."""

import concurrent.futures
import html
import json
import os

from ._ask import LOCAL, MOST_STEPS, NONE, ask, expected, typed, within, work, write
from ._native import Stop, __version__
from ._problem import Jump, Picture, Problem, Solution, _CENTRAL

__all__ = [
    "Accepted",
    "Answer",
    "Certificate",
    "Explored",
    "Formula",
    "Jump",
    "Optimum",
    "Picture",
    "Problem",
    "Solution",
    "__version__",
    "_hint",
    "_restore",
    "certify",
    "encode",
    "explore",
    "models",
    "optimise",
    "problems",
    "solve",
    "solve_many",
    "verify",
]

#: The longest certificate that is read, in bytes.
_MOST_BYTES = 64 << 20


def _opened(problem):
    if hasattr(problem, "as_problem"):  # a Position
        problem = problem.as_problem()
    return problem if isinstance(problem, Problem) else Problem(problem)


class _Kept:
    """What is pickled as JSON, perhaps with a problem."""

    __slots__ = ()

    def __reduce__(self):
        """For pickle and copy."""
        return (_restore, (type(self).__name__.lower(), *self._kept()))

    def _same(self):
        """What two that are equal have in common."""
        return self._kept()

    def __eq__(self, other):
        """Whether both say the same, whatever time they took."""
        return self._same() == other._same() if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash(repr(self))


class _About(_Kept):
    """What was told of a problem."""

    __slots__ = ("_problem", "_told")

    @classmethod
    def _of(cls, problem, told):
        one = object.__new__(cls)
        one._problem, one._told = problem, told
        return one

    def _kept(self):
        return self._problem, json.dumps(self._told)


class Certificate(_Kept):
    """Why a problem has no solution: what `pegsat verify` reads."""

    __slots__ = ("_kind", "_text")

    @staticmethod
    def _of(kind, text):
        certificate = object.__new__(Certificate)
        certificate._kind, certificate._text = kind, text
        return certificate

    @property
    def kind(self):
        """Its kind, such as 'position-class' or 'pagoda'."""
        return self._kind

    @property
    def text(self):
        """Its text."""
        return self._text

    def save(self, path):
        """Writes it into a file."""
        write(path, self._text)

    def _kept(self):
        return None, json.dumps([self._kind, self._text])

    def __repr__(self):
        return f"<certificate: {self._kind}>"


class Accepted(_Kept):
    """A certificate was accepted."""

    __slots__ = ("_told",)

    @staticmethod
    def _of(told):
        accepted = object.__new__(Accepted)
        accepted._told = told
        return accepted

    @property
    def name(self):
        """The name that it gives its problem; that proves nothing."""
        return self._told["name"]

    @property
    def kind(self):
        """Its kind."""
        return self._told["kind"]

    @property
    def work(self):
        """What was looked at, in words."""
        return self._told["work"]

    @property
    def most_sweeps(self):
        """None: there is no solution at all; otherwise none has at most this number of sweeps."""
        return self._told["most_sweeps"]

    def _kept(self):
        return None, json.dumps(self._told)

    def __repr__(self):
        return f"<accepted: {self.kind} ({self.work})>"


class Answer(_About):
    """What `solve` and `certify` come to.

    `outcome` is 'solved', 'unsolvable' or 'unknown'; then `reason` says why: 'timeout',
    'memory', 'solver-failed'.

    >>> import pegsat
    >>> answer = pegsat.solve("central")
    >>> answer.outcome, len(answer.jumps), answer.checked
    ('solved', 31, 'replay')
    >>> pegsat.solve("french/pair:3,0:3,6").certificate.kind
    'position-class'

    An answer is neither true nor false, as there are three outcomes.
    """

    __slots__ = ()

    def __bool__(self):
        raise TypeError("an answer is 'solved', 'unsolvable' or 'unknown': compare its outcome")

    def _same(self):
        # Seconds and memory are in what is printed.
        told = {key: told for key, told in self._told.items() if key != "printed"}
        return self._problem, told, self.refuted_layers

    @property
    def problem(self):
        """The problem."""
        return self._problem

    @property
    def outcome(self):
        """'solved', 'unsolvable' or 'unknown'."""
        return self._told["outcome"]

    @property
    def reason(self):
        """Why it is unknown."""
        return self._told["reason"]

    @property
    def checked(self):
        """What the answer was checked by: 'replay', 'certificate', 'proof', 'exhaustion', or None."""
        return self._told["checked"]

    @property
    def road(self):
        """What led to the answer, such as 'formula' or 'position-class'."""
        return self._told["road"]

    @property
    def solution(self):
        """The solution, if there is one."""
        if "jumps" not in self._told:
            return None
        return Solution._of(self._problem, self._told["jumps"], self._told["layers"])

    @property
    def solutions(self):
        """All solutions that were found, if more than one was asked for: each another sequence of
        jumps."""
        first = self.solution
        if first is None:
            return []
        others = self._told.get("others", [])
        return [first, *(Solution._of(self._problem, jumps, None) for jumps in others)]

    @property
    def solutions_are_all(self):
        """Whether these are known to be all that there are."""
        return self._told.get("are_all", False) or self.outcome == "unsolvable"

    @property
    def jumps(self):
        """The jumps of the solution; none without one."""
        return [] if self.solution is None else self.solution.jumps

    @property
    def layers(self):
        """The same, a list for each layer."""
        return [] if self.solution is None else self.solution.layers

    @property
    def sweeps(self):
        """The sweeps of the solution."""
        return self._told.get("sweeps")

    def _solved(self):
        if self.solution is None:
            name = self._problem.name
            raise ValueError(f"{name} is {self.outcome}: there is no solution to show")
        return self.solution

    def boards(self, *, layers=False):
        """The boards of the solution, as text; without one a ValueError."""
        return self._solved().boards(layers=layers)

    def animation(self, *, layers=False, seconds=0.7):
        """The solution as one board that changes; without one a ValueError."""
        return self._solved().animation(layers=layers, seconds=seconds)

    @property
    def certificate(self):
        """Why there is no solution, if that is certified."""
        if "kind" not in self._told:
            return None
        return Certificate._of(self._told["kind"], self._told["text"])

    @property
    def seconds(self):
        """Seconds in all."""
        return self._told["printed"]["seconds"]["total"]

    @property
    def formula(self):
        """Variables and clauses of the formula that answered, if one did."""
        size = self._told["printed"]["formula"]
        return None if size is None else (size["variables"], size["clauses"])

    @property
    def refuted_layers(self):
        """The most layers that were refuted, if any were; more of them may hold a solution."""
        return self._told["printed"]["refuted_layers"]

    @property
    def notes(self):
        """What you should know, such as an addition that excludes nothing."""
        return list(self._told["printed"]["notes"])

    @property
    def message(self):
        """What went wrong, if something did."""
        return self._told["message"]

    def __repr__(self):
        more = ""
        if self.solution is not None:
            more = f", {len(self.solution)} jumps in {self.sweeps} sweeps"
        elif self.checked is not None:
            more = f", checked by {self.checked}"
        elif self.reason is not None:
            more = f", {self.reason}"
        elif self.refuted_layers is not None:
            more = f", no solution in {self.refuted_layers} layers or fewer"
        return f"<{self._problem.name}: {self.outcome}{more}>"

    def to_dict(self):
        """The same as the command line's JSON."""
        return json.loads(json.dumps(self._told["printed"]))

    def row(self):
        """The same as a flat dict, for a row of a table: pandas.DataFrame(a.row() for a in answers)."""
        variables, clauses = self.formula or (None, None)
        return {
            "problem": self._problem.name,
            "outcome": self.outcome,
            "reason": self.reason,
            "jumps": len(self.jumps) if self.solution is not None else None,
            "sweeps": self.sweeps,
            "checked": self.checked,
            "certificate": self._told.get("kind"),
            "road": self.road,
            "variables": variables,
            "clauses": clauses,
            "seconds": self.seconds,
        }

    def _repr_html_(self):
        """The verdict, what it rests on, and the boards."""
        kind = f" ({self._told['kind']})" if "kind" in self._told else ""
        return f"<p><b>{html.escape(repr(self).strip('<>'))}</b>{kind}</p>{self._repr_svg_()}"

    def _repr_svg_(self):
        return (self.solution or self._problem)._repr_svg_()


class Formula(_About):
    """A problem as clauses, with what each variable means.

    >>> import pegsat
    >>> formula = pegsat.encode("start:\\nO O .\\ngoal:\\n. . O\\n", model="C")
    >>> formula.meanings[0]
    {'kind': 'bState', 'step': 1, 'hole': [0, 0]}
    >>> formula.decode([1]).jumps
    Traceback (most recent call last):
    ...
    ValueError: the model does not satisfy the formula
    """

    __slots__ = ()

    @property
    def problem(self):
        """The problem that it states."""
        return self._problem

    @property
    def n_variables(self):
        """Its variables are 1 to this number."""
        return self._told["variables"]

    @property
    def clauses(self):
        """Its clauses in DIMACS numbers, as PySAT takes them; made anew at each call."""
        lines = self._told["dimacs"].partition("\np cnf ")[2].splitlines()[1:]
        return [[int(word) for word in line.split()[:-1]] for line in lines]

    @property
    def meanings(self):
        """What variables 1, 2, … mean, each a dict with 'kind'; those beyond the last were made
        by the encodings of constraints."""
        return [dict(meaning) for meaning in self._told["meanings"]]

    @property
    def layers(self):
        """The number of its layers, if its model has layers."""
        return self._told["layers"]

    @property
    def notes(self):
        """What you should know, such as an addition that excludes nothing."""
        return list(self._told["notes"])

    def save(self, path):
        """The formula in DIMACS, into a file."""
        write(path, self._told["dimacs"])

    def decode(self, model):
        """The solution that a model of the formula is: literals as PySAT's get_model gives them;
        variables that it does not name are false. The model is held against the formula, and
        the jumps are replayed."""
        fields = {name: self._told[name] for name in ("dimacs", "meanings", "layers")}
        fields["model"] = [int(literal) for literal in model]
        found, _ = ask(self._problem._session, "decode", **fields)
        return Solution._of(self._problem, found["jumps"], found["layers"])

    def __len__(self):
        """The number of clauses."""
        return self._told["clauses"]

    def __repr__(self):
        size = f"{self.n_variables} variables, {len(self)} clauses"
        return f"<formula of {self._problem.name}: {size}>"


class Optimum(_About):
    """What `optimise` comes to."""

    __slots__ = ()

    @property
    def value(self):
        """The value of the best solution that was found."""
        return self._told["value"]

    @property
    def bound(self):
        """No solution is better than this."""
        return self._told["bound"]

    @property
    def proved(self):
        """Whether the optimum is known: the value is the bound, or there is no solution."""
        return self._told["proved"]

    @property
    def checked(self):
        """By what the bound was checked: 'proof', 'exhaustion' or 'certificate'; None where
        nothing had to be refuted, or where only a solver's word was taken (trust=True)."""
        return self._told["checked"]

    @property
    def jumps(self):
        """The jumps of the best solution."""
        return [] if self.solution is None else self.solution.jumps

    @property
    def solution(self):
        """The best solution; for dead ends a way to one, whatever the goal."""
        if self._told["jumps"] is None:
            return None
        return Solution._of(self._problem, self._told["jumps"], None)

    @property
    def reason(self):
        """Why it ended early: 'timeout', 'memory', 'solver-failed', or None."""
        return self._told["reason"]

    def __repr__(self):
        value = "none" if self.value is None else self.value
        if self._told["unsolvable"]:
            return "<optimum: unsolvable>"
        if not self.proved:
            return f"<optimum: {value}, not better than {self.bound}>"
        return f"<optimum: {value}, {'unchecked' if self._told['trusted'] else 'proved'}>"


class Explored(_Kept):
    """What `explore` saw."""

    __slots__ = ("_keeps", "_problem", "_told")

    @staticmethod
    def _of(problem, told, keeps):
        """`keeps`: whether the problem's session keeps the positions that can win."""
        explored = object.__new__(Explored)
        explored._problem, explored._told, explored._keeps = problem, told, keeps
        return explored

    def _kept(self):
        stored = self._problem._session.ask('{"do": "stored"}')[0] if self._keeps else None
        return self._problem, json.dumps([self._told, stored])

    def _standing(self, picture):
        return ask(self._problem._session, "can-win", picture=picture)[0]

    def can_win(self, picture):
        """Whether a game from the start to the goal can pass through the position of this picture."""
        return self._standing(picture)["can_win"]

    def keeping(self, picture):
        """The jumps after which it still can."""
        return [self._problem._numbered[number] for number in self._standing(picture)["keeping"]]

    @property
    def sequences(self):
        """By jumps: how many sequences were looked at, and how many states were kept of them, if
        that was asked for."""
        counts = self._told.get("sequences")
        return None if counts is None else [tuple(count) for count in counts]

    @property
    def table(self):
        """Vacancy, finish, fewest sweeps and a solution that has so few, if that was asked for."""
        if "table" not in self._told:
            return None
        rows = []
        for vacancy, finish, sweeps, jumps in self._told["table"]:
            _, pair = ask(self._problem._session, "pair", vacancy=vacancy, finish=finish)
            solution = Solution._of(Problem._of(pair), jumps, None)
            rows.append((tuple(vacancy), tuple(finish), sweeps, solution))
        return rows

    @property
    def positions(self):
        """After 0, 1, … jumps: how many positions can be reached, symmetric ones counted once."""
        return list(self._told.get("positions", []))

    @property
    def dead_ends(self):
        """How many of them have no jump."""
        return list(self._told.get("dead_ends", []))

    @property
    def winning(self):
        """How many can still win, by jumps from the start, if that was asked for."""
        winning = self._told.get("winning")
        return None if winning is None else list(winning)

    @property
    def solutions(self):
        """How many solutions there are as sequences of jumps, if that was asked for."""
        digits = self._told.get("solutions")
        return None if digits is None else int(digits)

    @property
    def fewest_sweeps(self):
        """The fewest sweeps of a solution, if that was asked for and there is one."""
        fewest = self._told.get("fewest_sweeps")
        return None if fewest is None else fewest[0]

    @property
    def solution(self):
        """A solution that has so few."""
        fewest = self._told.get("fewest_sweeps")
        return None if fewest is None else Solution._of(self._problem, fewest[1], None)

    def __repr__(self):
        return f"<{sum(self.positions)} positions in {len(self.positions)} levels>"


def _restore(kind, problem, state):
    """An object from its pickle."""
    try:
        state = json.loads(state)
        if kind == "explored":
            told, stored = state
            if stored is not None:
                problem = Problem._of(ask(problem._session, "store", stored=stored)[1])
            return Explored._of(problem, told, stored is not None)
        with_problem = {"answer": Answer, "formula": Formula, "optimum": Optimum}
        if kind in with_problem:
            return with_problem[kind]._of(problem, state)
        if kind == "certificate":
            return Certificate._of(*state)
        return {"accepted": Accepted, "picture": Picture}[kind]._of(state)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"the pickle is damaged: {error}") from None


def _stated(model, add, layers=None, order=None, sweeps=None):
    """What is asked of a model."""
    if layers is not None and not isinstance(layers, str):
        if not hasattr(layers, "__index__"):
            raise expected("a number, or 'auto'", layers)
        layers = str(within("layers", layers, 1, MOST_STEPS))
    if sweeps is not None:
        sweeps = within("sweeps", sweeps, 0, MOST_STEPS)
    words = {"model": model, "add": add, "order": order}
    asked = {name: typed(name, word, str) for name, word in words.items()}
    return {**asked, "layers": layers, "sweeps": sweeps}


def solve(
    problem=_CENTRAL,
    *,
    model=None,
    add=None,
    layers=None,
    order=None,
    sweeps=None,
    solver="varisat",
    seed=0,
    solutions=1,
    distinct=None,
    jobs=1,
    approach="auto",
    trust=False,
    timeout=None,
    memory=None,
    progress=None,
):
    """Finds a solution, or shows that there is none: an Answer.

    What a keyword means is what it means on the command line: model='C+independence',
    layers=4 or 'auto', order='ripple', solver='varisat' or 'batsat', approach='formula',
    solutions=3 or 'all', distinct='symmetry' or 'order', timeout=30 or '30s', memory='2G'.
    progress=Bar() shows how it goes; another function is called with a dictionary. The same
    arguments give the same answer, with one job.

    >>> import pegsat
    >>> pegsat.solve("reversal:2,0")
    <reversal:2,0: solved, 31 jumps in 30 sweeps>
    >>> pegsat.solve("central", model="Q")
    Traceback (most recent call last):
    ...
    ValueError: no model is called 'Q'; expected A, B, C, D, E, S (an example of what may stand here: C+independence+pagoda=2)
    """
    problem = _opened(problem)
    if isinstance(solutions, str):
        if solutions != "all":
            raise ValueError("solutions: expected a number from 1, or 'all'")
    elif not hasattr(solutions, "__index__"):
        raise expected("a number, or 'all'", solutions)
    else:
        solutions = within("solutions", solutions, 1)
    if typed("distinct", distinct, str) not in (None, "symmetry", "order"):
        raise ValueError("distinct: expected symmetry or order")
    told, _ = work(
        problem._session,
        "answer",
        (timeout, memory),
        progress,
        **_stated(model, add, layers, order, sweeps),
        solver=typed("solver", solver, str),
        seed=within("seed", seed, 0),
        jobs=within("jobs", jobs, 1, 256),
        approach=typed("approach", approach, str),
        trust=typed("trust", trust, bool),
        solutions=solutions,
        distinct=distinct,
    )
    return Answer._of(problem, told)


def solve_many(problems, *, workers=None, progress=None, **settings):
    """Solves many problems at once, by as many threads as there are processors or `workers`: a list
    of Answers in the order of the problems.

    The settings are those of `solve`, for each problem; all that work at a time share the limit of
    memory. progress is called with {'kind': 'many', 'done': 3, 'of': 100}; Bar() shows that. Ctrl-C
    ends what is not done: these answers are 'unknown', by the reason 'interrupted'.

    >>> import pegsat
    >>> [answer.outcome for answer in pegsat.solve_many(["central", "french/pair:3,0:3,6"])]
    ['solved', 'unsolvable']
    """
    opened = []
    for number, problem in enumerate(problems):
        try:
            opened.append(_opened(problem))
        except (OSError, TypeError, ValueError) as error:
            kind = next(kind for kind in (OSError, TypeError, ValueError) if isinstance(error, kind))
            raise kind(f"problem {number}: {error}") from error
    if workers is None:
        workers = min(os.cpu_count() or 1, 256)
    workers = within("workers", workers, 1, 256)
    stop = Stop()

    def begin():
        LOCAL.stop = stop

    with concurrent.futures.ThreadPoolExecutor(workers, initializer=begin) as pool:
        asked = []
        try:
            asked += (pool.submit(solve, problem, **settings) for problem in opened)
            for done, one in enumerate(concurrent.futures.as_completed(asked), 1):
                one.result()  # an error ends the others
                if progress is not None:
                    progress({"kind": "many", "done": done, "of": len(asked)})
        except KeyboardInterrupt:
            stop.set()
            asked += (pool.submit(solve, problem, **settings) for problem in opened[len(asked) :])
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        answers = [one.result() for one in asked]
    if progress is not None:
        progress({"kind": "ended"})
    return answers


def _hint(problem, made, *, judge=False, timeout=None, memory=None):
    """What is known of a game: 'won', 'lost' or 'open'; the jumps to the goal; every jump that can
    be made with what is known of it, if they are to be judged; how many jumps a lost game is to be
    taken back until it can be won."""
    problem = _opened(problem)
    numbers = [jump.number for jump in made]
    limits = (timeout, memory)
    told, _ = work(problem._session, "hint", limits, made=numbers, judge=judge)
    jumps = problem._numbered
    judged = [(jumps[number], verdict) for number, verdict in told["judged"]]
    return told["verdict"], [jumps[number] for number in told.get("jumps", [])], judged, told["back"]


def encode(
    problem=_CENTRAL,
    *,
    model=None,
    add=None,
    layers=None,
    order=None,
    sweeps=None,
    timeout=None,
    memory=None,
):
    """The problem as clauses for another solver, by the default model where none is named: a
    Formula. As many layers as any solution can need, unless their number is given.

    >>> import pegsat
    >>> pegsat.encode("central", model="C")
    <formula of central: 3412 variables, 104629 clauses>
    """
    problem = _opened(problem)
    asked = _stated(model, add, layers, order, sweeps)
    limits = (timeout, memory)
    told, _ = work(problem._session, "encode", limits, dimacs=True, meanings=True, **asked)
    return Formula._of(problem, told)


def explore(
    problem=_CENTRAL,
    *,
    winning=False,
    count=False,
    fewest_sweeps=False,
    positions=False,
    sequences=None,
    table=None,
    timeout=None,
    memory=None,
):
    """Every position that can be reached, and what they tell: an Explored.

    With positions=True it also tells of any position whether it can still win; sequences=N
    merges the sequences of up to N jumps; table='sweeps' asks for the fewest sweeps between all
    vacancies and finishes of the board.

    >>> import pegsat
    >>> explored = pegsat.explore("triangle5/reversal:0,0", winning=True, count=True)
    >>> explored.positions[:4], explored.solutions
    ([1, 1, 4, 19], 6816)
    >>> explored = pegsat.explore("start:\\nO O . O\\ngoal:\\n. O . .\\n", positions=True)
    >>> explored.can_win("O O . O"), explored.keeping("O O . O")
    (True, [Jump(0,0-2,0)])
    """
    if table not in (None, "sweeps"):
        raise ValueError("table: expected sweeps")
    if sequences is not None:
        sequences = within("sequences", sequences, 0, MOST_STEPS)
    told, opened = work(
        _opened(problem)._session,
        "explore",
        (timeout, memory),
        winning=winning,
        count=count,
        fewest_sweeps=fewest_sweeps,
        positions=positions,
        sequences=sequences,
        table=table is not None,
    )
    keeps = positions and sequences is None and table is None
    return Explored._of(Problem._of(opened), told, keeps)


def optimise(
    problem=_CENTRAL,
    *,
    fewest,
    model=None,
    add=None,
    solver="varisat",
    seed=0,
    trust=False,
    timeout=None,
    memory=None,
    progress=None,
):
    """The best solution, and the proof that there is no better one: an Optimum.

    fewest is 'sweeps' (Long-hop Solitaire), 'jumps-to-dead-end' (Fool's Solitaire) or 'pegs', as
    few as can be left.

    >>> import pegsat
    >>> pegsat.optimise("central", fewest="jumps-to-dead-end")
    <optimum: 6, proved>
    """
    told, solved = work(
        _opened(problem)._session,
        "optimise",
        (timeout, memory),
        progress,
        **_stated(model, add),
        fewest=typed("fewest", fewest, str),
        solver=typed("solver", solver, str),
        seed=within("seed", seed, 0),
        trust=typed("trust", trust, bool),
    )
    return Optimum._of(Problem._of(solved), told)


def certify(problem=_CENTRAL, *, kind="auto", solver="varisat", timeout=None, memory=None):
    """A certificate that there is no solution, or a solution: an Answer.

    >>> import pegsat
    >>> pegsat.certify("french/reversal:3,3").certificate
    <certificate: position-class>
    """
    problem = _opened(problem)
    fields = {"approach": typed("kind", kind, str), "solver": typed("solver", solver, str)}
    told, _ = work(problem._session, "certify", (timeout, memory), **fields)
    return Answer._of(problem, told)


def verify(certificate, *, problem=None, timeout=None):
    """Checks a certificate by a checker of its own, and that it is about this problem if one is
    named: an Accepted, or a ValueError that says why it is rejected.

    >>> import pegsat
    >>> certificate = pegsat.certify("french/reversal:3,3").certificate
    >>> pegsat.verify(certificate).kind
    'position-class'
    >>> pegsat.verify(certificate, problem="central")
    Traceback (most recent call last):
    ...
    ValueError: rejected: it is about another problem than central
    >>> pegsat.verify(certificate.text.replace("7", "8"))
    Traceback (most recent call last):
    ...
    ValueError: rejected: it was altered or damaged: its checksum does not fit
    """
    if isinstance(certificate, Certificate):
        text, folder = certificate.text, ""
    elif isinstance(certificate, str) and certificate.lstrip().startswith("{"):
        text, folder = certificate, ""
    elif isinstance(certificate, (str, os.PathLike)):
        text, folder = _read(certificate), os.path.dirname(os.fspath(certificate)) or "."
    else:
        raise expected("a Certificate, its text, or a path", certificate)
    session = NONE if problem is None else _opened(problem)._session
    told, _ = work(session, "verify", (timeout, None), text=text, folder=folder)
    return Accepted._of(told)


def _read(path):
    """A file's text."""
    try:
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise type(error)(f"{os.fspath(path)}: cannot be read: {error.strerror}") from None
    if len(content) > _MOST_BYTES:
        raise ValueError(f"{os.fspath(path)}: it is longer than {_MOST_BYTES} bytes")
    return content.decode()


def problems():
    """The names of problems that are listed; there are more, such as 'square9/pair:4,4:4,4'."""
    return ask(NONE, "names")[0]["problems"]


def models():
    """The models: letter and what it is."""
    return [tuple(model) for model in ask(NONE, "names")[0]["models"]]

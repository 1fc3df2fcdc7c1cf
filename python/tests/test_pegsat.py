"""The module against the engine's own answers, the real PySAT, and its own promises."""

import concurrent.futures
import copy
import doctest
import inspect
import io
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import pegsat
import pytest
from pysat.solvers import Solver


def test_examples_of_docstrings():
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    examples = 0
    for owner in [pegsat, *(getattr(pegsat, name) for name in pegsat.__all__)]:
        texts = [(owner, inspect.getdoc(owner))]
        if inspect.isclass(owner):
            texts += [(member, inspect.getdoc(member)) for member in vars(owner).values()]
        for member, text in texts:
            if text and ">>>" in text and not isinstance(owner, str):
                name = getattr(member, "__name__", str(member))
                globs = {"pegsat": pegsat, "Problem": pegsat.Problem}
                test = doctest.DocTestParser().get_doctest(text, globs, name, None, 0)
                examples += len(test.examples)
                runner.run(test)
    assert examples > 15
    assert runner.failures == 0


def test_everything_has_a_docstring():
    seen = 0
    for name in pegsat.__all__:
        one = getattr(pegsat, name)
        members = vars(one).items() if inspect.isclass(one) else []
        # The fields of dataclasses have comments, and are no functions.
        shown = [(key, member) for key, member in members if callable(member) or isinstance(member, property)]
        for key, member in [(name, one), *shown]:
            if not key.startswith("_"):
                assert inspect.getdoc(member), f"{name}.{key}"
                seen += 1
    assert seen > 100


def test_solutions_replay_on_a_board_of_their_own():
    for name in ["central", "reversal:2,0", "triangle5/free:1,2", "wiegleb/reversal:4,4"]:
        answer = pegsat.solve(name)
        pegs = set(answer.problem.pegs)
        holes = set(answer.problem.holes)
        for jump in answer.jumps:
            (x, y), (to_x, to_y) = jump.from_, jump.to
            assert jump.over == ((x + to_x) // 2, (y + to_y) // 2)
            assert {jump.from_, jump.over} <= pegs and jump.to in holes - pegs
            pegs = pegs - {jump.from_, jump.over} | {jump.to}
        assert len(pegs) == 1
        assert [jump for layer in answer.layers for jump in layer] == answer.jumps
        assert len(answer.boards()) == len(answer.jumps) + 1
        assert len(answer.boards(layers=True)) == len(answer.layers) + 1
        assert answer.problem.check(" ".join(map(str, answer.jumps))).jumps == answer.jumps


@pytest.mark.parametrize("model", ["A", "C+independence", "D+layers=8", "E+layers=5", "S"])
def test_pysat_solves_what_is_encoded(model):
    formula = pegsat.encode("ipc2008:p05", model=model)
    with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        solution = formula.decode(solver.get_model())
    assert len(solution) == len(solution.jumps) == 8
    assert solution.layers


def test_pysat_refutes_what_has_no_solution():
    formula = pegsat.encode("triangle4/pair:0,0:1,1", model="C")
    with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
        assert not solver.solve()
    assert pegsat.solve("triangle4/pair:0,0:1,1").outcome == "unsolvable"


def test_a_wrong_model_is_refused():
    formula = pegsat.encode("ipc2008:p05", model="C")
    for model, message in [([], "does not satisfy"), ([10**6], "no literal"), ([0], "no literal")]:
        with pytest.raises(ValueError, match=message):
            formula.decode(model)


def test_the_words_of_the_command_line():
    answer = pegsat.solve("central", model="E+none", layers=5, order="mixed", seed=3)
    assert (answer.outcome, answer.road) == ("solved", "formula")
    assert 1 <= len(answer.layers) <= 5
    assert answer.formula[0] > 100
    assert pegsat.solve("central", timeout="1m", memory="2G", approach="beam").road == "beam"
    assert pegsat.solve(jobs=2).outcome == "solved"


def test_lists_of_solutions():
    whole = pegsat.solve("triangle5/reversal:0,0", solutions="all")
    assert len(whole.solutions) == 6816 and whole.solutions_are_all
    some = pegsat.solve("triangle5/reversal:0,0", solutions=10)
    assert len({str(list(one)) for one in some.solutions}) == 10 and not some.solutions_are_all
    halves = pegsat.solve("triangle5/reversal:0,0", solutions="all", distinct="symmetry")
    assert len(halves.solutions) == 3408 and halves.solutions_are_all
    none = pegsat.solve("french/reversal:3,3", solutions="all")
    assert none.solutions == [] and none.solutions_are_all


def test_other_solutions_differ_by_more_than_order():
    answer = pegsat.solve("central", solutions=3, distinct="order")
    sets = {tuple(sorted(jump.number for jump in one.jumps)) for one in answer.solutions}
    assert len(sets) == len(answer.solutions) == 3
    assert answer.solutions[0] == answer.solution


def test_the_same_arguments_give_the_same_answer():
    first, second = pegsat.solve("reversal:2,1", seed=4), pegsat.solve("reversal:2,1", seed=4)
    assert first.jumps == second.jumps


def test_problems_by_picture_and_by_file(tmp_path):
    text = "start:\nO O . O\ngoal:\n. O . .\n"
    problem = pegsat.Problem(text)
    path = tmp_path / "row.peg"
    path.write_text(problem.text)
    for source in [problem, text, path, str(path)]:
        assert list(map(str, pegsat.solve(source).jumps)) == ["0,0-2,0", "3,0-1,0"]
        assert pegsat.Problem(source) == problem
    assert hash(pegsat.Problem(path)) == hash(problem)
    assert pickle.loads(pickle.dumps(problem)) == problem
    assert pickle.loads(pickle.dumps(pegsat.Problem())).name == "central"
    assert "O O . O" in str(problem)


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: pegsat.solve("nowhere"), ValueError, "no problem is called 'nowhere'"),
        (lambda: pegsat.solve("no.peg"), FileNotFoundError, "no.peg: cannot be read"),
        (lambda: pegsat.solve("start:\nx\n"), ValueError, "picture:2:1"),
        (lambda: pegsat.solve("french"), ValueError, "it is a board"),
        (lambda: pegsat.solve(model="E@cadical"), ValueError, "command line"),
        (lambda: pegsat.solve(model="C", layers=3), ValueError, "steps of one jump"),
        (lambda: pegsat.solve(layers=0), ValueError, "layers=0: expected 1"),
        (lambda: pegsat.encode("square25/free:3,3", model="A", timeout=0.2), TimeoutError, "time"),
        (lambda: pegsat.encode("square20/free:3,3", model="A", memory="30M"), MemoryError, "memory"),
        (lambda: pegsat.solve(solutions=0), ValueError, "solutions=0"),
        (lambda: pegsat.solve(layers=-1), ValueError, "layers=-1: expected 1"),
        (lambda: pegsat.solve(solver="cmd:ls"), ValueError, "expected auto, varisat, batsat"),
        (lambda: pegsat.solve(order="best"), ValueError, "order"),
        (lambda: pegsat.solve(solver="none"), ValueError, "none"),
        (lambda: pegsat.solve(approach="luck"), ValueError, "expected one of auto"),
        (lambda: pegsat.solve(timeout="soon"), ValueError, "timeout='soon'"),
        (lambda: pegsat.solve(timeout=-1), ValueError, "timeout=-1"),
        (lambda: pegsat.solve(timeout=float("nan")), ValueError, "timeout"),
        (lambda: pegsat.solve(memory="much"), ValueError, "memory='much'"),
        (lambda: pegsat.solve(jobs=0), ValueError, "jobs=0"),
        (lambda: pegsat.solve(jobs=-1), ValueError, "jobs=-1: expected 1 to 256"),
        (lambda: pegsat.solve(seed=-1), ValueError, "seed=-1: expected 0 or more"),
        (lambda: pegsat.solve(seed=1 << 70), ValueError, "seed=1180591620717411303424: expected"),
        (lambda: pegsat.solve(seed="one"), TypeError, "'seed'"),
        (lambda: pegsat.solve(sweeps=-2), ValueError, "sweeps=-2"),
        (lambda: pegsat.solve(memory=0), ValueError, "memory=0: too little"),
        (lambda: pegsat.solve(memory=-1), ValueError, "memory=-1: expected 0 or more"),
        (lambda: pegsat.explore(table="jumps"), ValueError, "expected sweeps"),
        (lambda: pegsat.explore("ipc2008:p05").can_win("O"), ValueError, "positions=True"),
        (lambda: pegsat.solve(jobs=257), ValueError, "expected 1 to 256"),
        (lambda: pegsat.solve("/tmp"), ValueError, "is a folder"),
        (lambda: pegsat.solve("./none"), FileNotFoundError, "cannot be read"),
        (lambda: pegsat.certify(kind="beam"), ValueError, "certifies nothing"),
        (lambda: pegsat.verify("{}"), ValueError, "rejected"),
        (lambda: pegsat.encode("ipc2008:p05", model="C").decode([1, -1]), ValueError, "both"),
        (lambda: pegsat.optimise(fewest="holes"), ValueError, "expected sweeps"),
        (lambda: pegsat.solve(solutions="some"), ValueError, "or 'all'"),
        (lambda: pegsat.solve(distinct="colour"), ValueError, "symmetry"),
        (lambda: pegsat.solve(5), TypeError, "expected a Problem, a name, a picture, or a path, not int"),
        (lambda: pegsat.solve(timeout=[]), TypeError, "expected seconds, or a text such as '30s', not list"),
        (lambda: pegsat.solve(memory={}), TypeError, "expected bytes, or a text such as '2G', not dict"),
        (lambda: pegsat.solve(memory="lots"), ValueError, "memory='lots': expected a size such as 500M"),
        (lambda: pegsat.solve(timeout=-2), ValueError, "timeout=-2: expected seconds from 0"),
        (lambda: pegsat.solve(layers=[]), TypeError, "expected a number, or 'auto', not list"),
        (lambda: pegsat.verify(3), TypeError, "expected a Certificate, its text, or a path, not int"),
        (lambda: pegsat.Problem(start={}), TypeError, "expected a picture, the holes with a peg"),
        (lambda: pegsat.Problem().check(3), TypeError, "expected jumps, or a text"),
        (lambda: pegsat.solve("central").animation().save("x.png"), ValueError, "ends in .svg"),
        (lambda: pegsat.explore("square12/free:5,5"), ValueError, "144 holes"),
        (lambda: pegsat.explore(memory=1 << 24), MemoryError, "memory"),
        (lambda: pegsat.explore("french/free:0,2", timeout=0.1), TimeoutError, "time limit"),
        (lambda: pegsat.verify("{}\n"), ValueError, "rejected"),
        (lambda: pegsat.verify(pathlib.Path("no.json")), FileNotFoundError, "cannot be read"),
        (lambda: pegsat.Problem("central").check("3,1-3,4"), ValueError, "jump 1"),
        (lambda: pegsat.Problem("central").check("3,1-3,3"), ValueError, "after the last jump"),
        (lambda: pegsat.certify("central").solution.animation(seconds=0), ValueError, "seconds=0"),
    ],
)
def test_errors_say_what_is_wrong(call, error, message):
    with pytest.raises(error) as raised:
        call()
    assert message in str(raised.value)


def test_a_timeout_is_an_answer():
    answer = pegsat.solve("wiegleb/pair:4,0:4,0", timeout=0.3)
    assert (answer.outcome, answer.reason, answer.jumps) == ("unknown", "timeout", [])
    with pytest.raises(ValueError, match="is unknown"):
        answer.boards()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_it():
    # Where tests run in the background the signal is ignored, and children inherit that.
    program = """
import pegsat, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
pegsat.solve("wiegleb/pair:4,0:4,0")
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=10)
    assert "KeyboardInterrupt" in errors


def test_python_goes_on_meanwhile():
    worker = threading.Thread(target=lambda: pegsat.solve("wiegleb/pair:4,0:4,0", timeout=1))
    worker.start()
    turns = 0
    while worker.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 20  # with the lock held there would be one


def test_certificates_are_kept_and_verified(tmp_path):
    path = tmp_path / "certificate.json"
    answer = pegsat.certify("triangle5/pair:1,2:1,2")
    assert answer.outcome == "unsolvable" and answer.checked == "certificate"
    answer.certificate.save(path)
    for evidence in [path, str(path), answer.certificate, path.read_text()]:
        accepted = pegsat.verify(evidence)
        assert accepted.kind == answer.certificate.kind
    assert pegsat.certify("central").outcome == "solved"


def test_optima_and_exploration_have_the_published_numbers():
    optimum = pegsat.optimise("central", fewest="jumps-to-dead-end")
    assert (optimum.value, optimum.bound, optimum.proved) == (6, 6, True)
    assert optimum.checked == "exhaustion"
    assert len(optimum.jumps) == 6 and optimum.solution.boards()
    sweeps = pegsat.optimise("triangle5/reversal:0,0", fewest="sweeps")
    explored = pegsat.explore("triangle5/reversal:0,0", fewest_sweeps=True, winning=True)
    assert sweeps.value == explored.fewest_sweeps == explored.solution.sweeps
    assert explored.winning[0] == explored.winning[-1] == 1
    assert sum(explored.positions) > 100 and sum(explored.dead_ends) > 0


def test_exploration_tells_of_positions_sequences_and_tables():
    explored = pegsat.explore("triangle5/reversal:0,0", positions=True)
    solution = pegsat.solve("triangle5/reversal:0,0").solution
    for picture, jump in zip(solution.boards(), solution.jumps):
        assert explored.can_win(picture)
        assert jump in explored.keeping(picture)
    assert not explored.can_win(solution.boards()[0].replace("O", "."))
    with pytest.raises(ValueError, match="in their places"):
        explored.can_win("O")
    central = pegsat.explore("central", sequences=3).sequences
    assert central[0] == (1, 1) and len(central) == 4
    table = pegsat.explore("triangle5/free:0,0", table="sweeps").table
    assert all(solution.sweeps == sweeps for _, _, sweeps, solution in table)
    # Published: the fewest moves on 15 holes are 9 (OEIS A127500).
    assert min(sweeps for _, _, sweeps, _ in table) == 9


def test_memory_ends_a_formula():
    answer = pegsat.solve("central", model="A+pagoda=2", memory="20M", timeout=60)
    assert (answer.outcome, answer.reason) == ("unknown", "memory")


def test_what_few_layers_refute_is_told():
    answer = pegsat.solve("central", layers=1)
    assert (answer.outcome, answer.refuted_layers) == ("unknown", 1)
    assert "no solution in 1 layers" in repr(answer)


def test_large_answers_are_shown_small():
    answer = pegsat.solve("square24/free:2,2")
    assert answer.solution == answer.solution
    assert len(answer._repr_svg_()) < 6_000_000
    assert "\x1b" not in str(pegsat.solve().solution) + str(pegsat.Problem())


def test_pictures():
    answer = pegsat.solve("triangle5/reversal:0,0")
    animation = answer.animation()
    assert animation.svg.count("<text") == 14  # captions of the start and of 13 jumps
    shown = animation._repr_html_()
    assert animation.svg in shown and "<button" in shown and 'type="range"' in shown
    assert answer._repr_svg_().count("<use") == 14
    assert pegsat.Problem()._repr_svg_().count("<use") == 2
    assert pegsat.solve("french/reversal:3,3")._repr_svg_().startswith("<svg")


def test_a_position_plays() -> None:
    game = pegsat.Position("triangle5/pair:0,0:0,0")
    assert len(game.legal_jumps) == 2
    moves = 0
    while not game.is_win():
        hint = game.hint()
        assert hint and hint.verdict == "won" and hint.jump in game.legal_jumps
        game.push(hint)
        moves += 1
    assert moves == 13 and game.is_stuck() and game.pegs == {(0, 0)}
    assert not game.hint() and game.hint().verdict == "solved" and "goal" in repr(game.hint())
    game.problem.check(" ".join(map(str, game.made)))
    half = game.copy()
    for _ in range(6):
        half.pop()
    assert len(half) == 7 and len(game) == 13 and half != game
    assert half.as_problem().pegs == sorted(half.pegs, key=lambda hole: (hole[1], hole[0]))
    assert str(half).count("O") == len(half.pegs)
    with pytest.raises(ValueError, match="there is no peg in"):
        game.push("2,2-0,0")
    with pytest.raises(ValueError, match="no jump on this board"):
        game.push("9,9-0,0")
    lost = pegsat.Position("french/pair:3,3:3,3")
    assert lost.hint() == pegsat.Hint("lost") and lost.lost_for() is None
    assert set(lost.judge().values()) == {"lost"}
    game = pegsat.Position("triangle5/free:0,0")
    for jump in ("0,2-0,0", "2,2-0,2"):
        game.push(jump)
    judged = {str(jump): verdict for jump, verdict in game.judge().items()}
    assert judged["2,4-2,2"] == "lost" and judged["4,4-2,2"] == "won" and game.lost_for() == 0
    game.push("2,4-2,2")
    assert game.hint() == pegsat.Hint("lost", back=1) and game.lost_for() == 1
    # It can be won, though no game from the start passes through it.
    other = pegsat.Problem("triangle5/free:0,0").starting(
        [hole for hole in pegsat.Problem("triangle5/free:0,0").holes if hole != (1, 1)]
    )
    assert pegsat.Position(other).hint()
    with pytest.raises(IndexError):
        lost.pop()


def test_answers_say_what_they_are() -> None:
    answer = pegsat.solve("french/pair:3,0:3,6")
    assert "unsolvable" in answer._repr_html_() and "position-class" in answer._repr_html_()
    told = answer.to_dict()
    assert told["outcome"] == "unsolvable" and told["certificate"]["kind"] == "position-class"
    found = pegsat.solve("triangle5/reversal:0,0")
    assert "<svg" in found._repr_html_()
    assert [jump["to"] for jump in found.to_dict()["jumps"]] == [list(jump.to) for jump in found.jumps]


def test_jumps_go_back_in_and_solutions_are_gone_through() -> None:
    solution = pegsat.solve("triangle5/reversal:0,0").solution
    assert list(solution) == solution.jumps and solution[0] == solution.jumps[0]
    assert solution.problem.check(solution.jumps) == solution
    with pytest.raises(ValueError, match="after the last jump"):
        solution.problem.check(solution.jumps[:5])
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert solution[-1] == solution.jumps[12] and solution[-13] == solution[0]
    assert solution[2:9:3] == solution.jumps[2:9:3] and solution[::-1] == solution.jumps[::-1]
    assert list(reversed(solution)) == solution.jumps[::-1] and solution[20:] == []
    for wrong in (-14, 13):
        with pytest.raises(IndexError):
            solution[wrong]
    with pytest.raises(TypeError, match="an index or a slice"):
        solution["0"]
    with pytest.raises(IndexError):
        solution[13]


def test_everything_is_pickled_and_copied() -> None:
    certified = pegsat.solve("french/pair:3,0:3,6")
    formula = pegsat.encode("start:\nO O .\ngoal:\n. . O\n", model="C")
    explored = pegsat.explore("triangle5/reversal:0,0", winning=True, count=True, fewest_sweeps=True, positions=True)
    table = pegsat.explore("triangle4/free:0,0", table="sweeps")
    things = [
        certified,
        pegsat.solve("central", solutions=3),
        certified.certificate,
        pegsat.verify(certified.certificate),
        pegsat.optimise("triangle5/reversal:0,0", fewest="sweeps"),
        formula,
        explored,
        table,
        pegsat.solve("central").animation(),
    ]
    for thing in things:
        for again in (pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)):
            assert type(again) is type(thing) and repr(again) == repr(thing)
            assert again.__reduce__()[1][2] == thing.__reduce__()[1][2]
    again = pickle.loads(pickle.dumps(formula))
    assert again.clauses == formula.clauses and again.meanings == formula.meanings
    assert pickle.loads(pickle.dumps(table)).table == table.table


def test_answers_come_from_other_processes() -> None:
    names = ["central", "french/pair:3,0:3,6", "triangle5/free:0,0"]
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        answers = list(pool.map(pegsat.solve, names))
    assert [answer.outcome for answer in answers] == ["solved", "unsolvable", "solved"]
    assert pegsat.verify(answers[1].certificate).kind == "position-class"


def test_fewest_pegs() -> None:
    optimum = pegsat.optimise(pegsat.Problem("start:\n. O O .\n. . O .\nO . . O\ngoal: pegs 1\n"), fewest="pegs")
    assert (optimum.value, optimum.bound, optimum.checked) == (2, 2, "certificate")


def test_a_bar_is_one_line_where_it_is_not_seen() -> None:
    out = io.StringIO()
    bar = pegsat.Bar(out)
    pegsat.optimise("central", fewest="jumps-to-dead-end", progress=bar)
    assert bar.has_ended and len(out.getvalue().splitlines()) == 1


def test_problems_from_start_and_goal():
    row = pegsat.Problem("start:\nO O .\ngoal:\n. . O\n")
    assert pegsat.Problem(start="O O .", goal=". . O") == row
    assert pegsat.Problem(start="O O .", goal=[(2, 0)]) == row
    one = pegsat.Problem("start:\nO O .\ngoal: pegs 1\n")
    assert pegsat.Problem(start="O O .") == one == pegsat.Problem("O O .\n")
    assert pegsat.Problem(start="O O .", goal=1) == one
    cross = pegsat.Problem(start=[(3, 2), (3, 3)], goal=[(3, 4)])
    assert pegsat.solve(cross).jumps[0].to == (3, 4)
    triangle = pegsat.Problem(start=" O\nO .", lattice="triangular")
    assert len(triangle.holes) == 3
    corner = pegsat.Problem(start="O . .\n. O .\n. . .", goal=[(2, 2)], lattice="diagonal")
    assert pegsat.solve(corner).jumps[0].to == (2, 2)
    walled = "edges: only\n0,0 1,0\n1,0 2,0\n2,0 3,0\n3,0 0,0\nstart:\nO O . O\ngoal: pegs 1\n"
    for cycle in (pegsat.Problem(walled), pegsat.Problem("graph6:Cr/free:0,0")):
        solved = pegsat.solve(cycle).solution
        assert cycle.check(solved.jumps).jumps == solved.jumps and "lines: only" in cycle.text
    french = pegsat.Problem(start=[(2, 0)], goal=1, board="french")
    assert len(french.holes) == 37 and french.is_solved
    swap = "start:\nO . O\ngoal: survivor 0,0 at 2,0 survivor 2,0 at 0,0\n"
    assert not pegsat.Problem(swap).is_solved
    for wrong, why in [
        (dict(start=[(0, 0)]), "no hole at 0,0"),
        (dict(start=3), "not a number"),
        (dict(start="O O .", board="french"), "leave board out"),
        (dict(start=[(3, 2)], lattice="square"), "leave lattice out"),
        (dict(start=[(3, 2)], goal=". ."), "the goal is one too"),
        (dict(start=[(3, 2)], board="frensh"), "french"),
        (dict(goal=1), "go with a start"),
        (dict(source="central", start="O O ."), "not both"),
        (dict(start="O X ."), "X"),
    ]:
        with pytest.raises(ValueError, match=why):
            pegsat.Problem(**wrong)


def test_jumps_are_pickled_and_made():
    jump = pegsat.solve("central").jumps[0]
    assert pickle.loads(pickle.dumps(jump)) == copy.deepcopy(jump) == jump
    assert pegsat.Jump(jump.from_, jump.over, jump.to, jump.number) == jump


def test_progress_is_told(capsys):
    heard = []
    pegsat.optimise("central", fewest="jumps-to-dead-end", progress=heard.append)
    assert heard and all(isinstance(told["kind"], str) for told in heard)
    last = [told for told in heard if told["kind"] == "bounds"][-1]
    assert last["value"] == 6 and last["bound"] == 6
    bar = pegsat.Bar()
    pegsat.solve("square20/pair:8,9:8,10", progress=bar)
    assert "pegs cleared" in capsys.readouterr().err and bar.last

    def wrong(told):
        raise KeyError("told")

    with pytest.raises(KeyError, match="told"):
        pegsat.optimise("central", fewest="jumps-to-dead-end", progress=wrong)


def test_many_at_once() -> None:
    names = ["central", "french/pair:3,0:3,6", "triangle5/free:0,0", "O O . O"] * 5
    heard = []
    answers = pegsat.solve_many(names, workers=2, progress=heard.append)
    assert [answer.outcome for answer in answers] == ["solved", "unsolvable", "solved", "solved"] * 5
    assert answers == [pegsat.solve(name) for name in names[:4]] * 5
    assert heard[-2:] == [{"kind": "many", "done": 20, "of": 20}, {"kind": "ended"}]
    rows = [answer.row() for answer in answers]
    assert rows[0]["jumps"] == 31 and rows[1]["certificate"] == "position-class"
    assert all(not isinstance(value, (dict, list)) for row in rows for value in row.values())
    assert pegsat.solve_many([]) == []
    assert pegsat.solve_many(iter(names[:2]), model="E", timeout=20)[0].problem.name == "central"
    with pytest.raises(ValueError, match="problem 1: no problem is called 'nowhere'"):
        pegsat.solve_many(["central", "nowhere"])
    with pytest.raises(ValueError, match="no model is called 'Q'"):
        pegsat.solve_many(names, model="Q")
    with pytest.raises(ValueError, match="workers=0"):
        pegsat.solve_many(names, workers=0)
    bar = pegsat.Bar(io.StringIO())
    pegsat.solve_many(names[:3], progress=bar)
    assert bar.last == "3 of 3 problems" and bar.has_ended


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_keeps_what_is_done_of_many() -> None:
    program = """
import pegsat, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
names = ["central", *["wiegleb/pair:4,0:4,0"] * 3]
answers = pegsat.solve_many(names, workers=2, progress=lambda told: print(told["kind"], flush=True))
print(*(answer.reason or answer.outcome for answer in answers))
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "many\n"
    child.send_signal(signal.SIGINT)
    out, errors = child.communicate(timeout=20)
    assert out.splitlines()[-1] == "solved interrupted interrupted interrupted", errors


def test_habits_of_python() -> None:
    solution = pegsat.solve("central").solution
    jump = solution[0]
    from_, over, to = jump
    assert (from_, over, to) == (jump.from_, jump.over, jump.to) and jump == str(jump) != "0,0-0,2"
    assert {str(jump): 1}[jump] == 1 and str(jump) in solution.jumps
    assert sorted(solution.jumps, reverse=True)[0].number == max(one.number for one in solution)
    with pytest.raises(TypeError):
        jump < "3,1-3,3"  # text has no order
    game = pegsat.Position("central")
    printed = repr(game.legal_jumps)  # [Jump(3,1-3,3), …]
    for text in printed.strip("[]").split(", "):
        assert game.push(text) == game.pop() == text[5:-1]
    for way in (((3, 1), (3, 3)), (3, 1, 3, 3), [(3, 1), (3, 2), (3, 3)], "3,1-3,3", game.legal_jumps[0]):
        assert str(game.push(way))[-3:] == "3,3"
        game.pop()
    star = pegsat.Position("lines: only\n0,0 1,0 2,0\n0,0 3,0 2,0\nstart:\nO O . O\ngoal: pegs 2\n")
    with pytest.raises(ValueError, match="0,0-2,0 may be two jumps; name the hole between, as in 0,0-2,0/1,0"):
        star.push("0,0-2,0")
    assert star.push("0,0-2,0/3,0").over == star.pop().over == (3, 0)
    assert star.push(((0, 0), (1, 0), (2, 0))).over == (1, 0)
    for wrong in ((3, 1), (1, 2, 3), 7, None, ((3, 1), (4, 1)), pegsat.Hint("lost")):
        with pytest.raises(ValueError):
            game.push(wrong)
    assert pegsat.solve(game) == pegsat.solve(game.as_problem())
    few = [pegsat.solve("central", layers=layers) for layers in (1, 2, 2)]
    assert few[0] != few[1] == few[2] and hash(few[1]) == hash(few[2])
    first, second = (pegsat.solve("french/pair:3,0:3,6") for _ in range(2))
    assert first == second and hash(first) == hash(second) and first != pegsat.solve("central")
    assert first.certificate == second.certificate
    assert pegsat.verify(first.certificate) == pegsat.verify(second.certificate)
    assert pegsat.optimise("O O .", fewest="sweeps") == pegsat.optimise("O O .", fewest="sweeps")
    with pytest.raises(TypeError, match="compare its outcome"):
        bool(first)
    assert pegsat.Problem("O O . O") == pegsat.Problem("O O . O\n")
    assert pegsat.Problem(". O O").pegs == [(1, 0), (2, 0)]
    assert pegsat.Problem("O O ./O O O").holes == pegsat.Problem("O O .\nO O O\n").holes

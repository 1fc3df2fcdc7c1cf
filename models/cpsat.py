"""Models A, B and C of Jefferson, Miguel, Miguel and Tarim (2006) in OR-tools' CP-SAT.

    pegsat export PROBLEM --model C --to pycsp3 -o problem.json
    python cpsat.py C problem.json [SEED [FORM]]        FORM of C: table or reified

  bState[t][h]  bState[i,j,t+1]: is there a peg in hole h before step t (from 0)?
  M[t][j]       the paper's M[i,j,t+1,d], and in B and C what moves[t+1] = j says; M[t][NONE] is
                no jump: the goal was reached before
  Changes, PegIn, PegOut, Support, Conflict  the paper's sets of jumps

Options of the data: the paper's search, independence, symmetric and identical states (B, C), pagoda
functions (A, C), a dead end, fewest jumps, fewest sweeps. Prints what MiniZinc would: moves, from
1, 0 for no jump.
"""
import json
import sys

from ortools.sat.python import cp_model

model_name, path = sys.argv[1:3]
form = sys.argv[4] if len(sys.argv) > 4 else "table"
with open(path) as file:
    data = json.load(file)
jumps = data["jumps"]
# The marks of the holes, row by row; None is no hole.
start, goal = ([mark for row in board for mark in row if mark is not None]
               for board in (data["init_board"], data["final_board"]))
n, least = data["max_steps"], data["min_steps"]
HOLES, STEPS, NONE = range(len(start)), range(n), len(jumps)

model = cp_model.CpModel()
M = [[model.new_bool_var(f"M{t},{j}") for j in range(NONE + 1)] for t in STEPS]
PegIn = [[j for j, jump in enumerate(jumps) if h == jump[2]] for h in HOLES]
PegOut = [[j for j, jump in enumerate(jumps) if h in jump[:2]] for h in HOLES]

for t in STEPS:
    model.add_exactly_one(M[t])
    if t < least:
        model.add(M[t][NONE] == 0)
    elif t > 0:
        model.add_implication(M[t - 1][NONE], M[t][NONE])


def states():
    """A and C: bState, with start and goal."""
    b = [[model.new_bool_var(f"bState{t},{h}") for h in HOLES] for t in range(n + 1)]
    for h in HOLES:
        model.add(b[0][h] == start[h])
        if goal[h] >= 0:
            model.add(b[n][h] == goal[h])
    for weights, sum_at_least in zip(data["pagodas"], data["pagoda_goals"]):
        for t in range(n + 1):
            model.add(sum(w * v for w, v in zip(weights, b[t]) if w) >= sum_at_least)
    return b


def made(t, of):
    """Whether the move at step t is one of these: M has exactly one."""
    literal = model.new_bool_var("")
    model.add(sum(M[t][j] for j in of) == literal)
    return literal


def iff_both(literal, one, other):
    """literal <-> one and other"""
    model.add_bool_and([one, other]).only_enforce_if(literal)
    model.add_bool_or([~one, ~other, literal])


if model_name == "A":
    bState = states()
    for t in STEPS:
        for j, (frm, over, to) in enumerate(jumps):  # (2)-(13)
            model.add(M[t][j] <= bState[t][frm])
            model.add(M[t][j] <= bState[t][over])
            model.add(M[t][j] <= 1 - bState[t][to])
        for h in HOLES:  # (14)
            model.add(
                bState[t][h] - bState[t + 1][h]
                == sum(M[t][j] for j in PegOut[h]) - sum(M[t][j] for j in PegIn[h])
            )
    last = bState[n]
elif model_name == "C":
    bState = states()
    moves = [model.new_int_var(0, NONE, f"moves{t}") for t in STEPS]
    for t in STEPS:
        model.add_map_domain(moves[t], M[t])
        for h in HOLES:
            before, after = bState[t][h], bState[t + 1][h]
            if form == "reified":
                # As the paper states them, each side of '<->' a literal.
                iff_both(made(t, PegIn[h]), ~before, after)
                iff_both(made(t, PegOut[h]), before, ~after)
                stays = ~made(t, PegIn[h] + PegOut[h])
                model.add(before == after).only_enforce_if(stays)
                model.add(before != after).only_enforce_if(~stays)
                continue
            # The three constraints of a hole and step, as the one table that they are.
            changes = {j: (0, 1) for j in PegIn[h]} | {j: (1, 0) for j in PegOut[h]}
            rows = [(j, *changes[j]) for j in changes]
            rows += [(j, v, v) for j in range(NONE + 1) if j not in changes for v in (0, 1)]
            model.add_allowed_assignments([moves[t], bState[t][h], bState[t + 1][h]], rows)
    last = bState[n]
elif model_name == "B":
    assert not data["pagodas"], "model B has no state for pagoda functions"

    def some(t, of):
        """Whether the move at step t is one of these."""
        var = model.new_bool_var("")
        model.add_bool_or([M[t][j] for j in of] + [~var])
        for j in of:
            model.add_implication(M[t][j], var)
        return var

    def holds(h, peg, t, brings, takes):
        """Whether there is a peg (or none) in hole h before step t: Support and Conflict."""
        Support, Conflict = (brings, takes) if peg else (takes, brings)
        true = model.new_bool_var("")
        ways = []
        if start[h] == peg:
            way = model.new_bool_var("")
            model.add_bool_and([~Conflict[k] for k in range(t)]).only_enforce_if(way)
            ways.append(way)
        for g in range(t):
            way = model.new_bool_var("")
            model.add_implication(way, Support[g])
            model.add_bool_and([~Conflict[k] for k in range(g + 1, t)]).only_enforce_if(way)
            ways.append(way)
        model.add_bool_or(ways + [~true])
        return true

    brings = [[some(t, PegIn[h]) for t in STEPS] for h in HOLES]
    takes = [[some(t, PegOut[h]) for t in STEPS] for h in HOLES]
    for t in STEPS:
        known = [[holds(h, peg, t, brings[h], takes[h]) for peg in (0, 1)] for h in HOLES]
        for j, (frm, over, to) in enumerate(jumps):
            for precondition in (known[frm][1], known[over][1], known[to][0]):
                model.add_implication(M[t][j], precondition)
    last = []
    for h in HOLES:
        if goal[h] >= 0:
            model.add(holds(h, goal[h], n, brings[h], takes[h]) == 1)
        elif data["dead_end"]:
            none = holds(h, 0, n, brings[h], takes[h])
            peg = holds(h, 1, n, brings[h], takes[h])
            model.add(none + peg == 1)
            last.append(peg)
else:
    sys.exit(f"no model is called '{model_name}' here; expected A, B or C")

if data["dead_end"]:
    for frm, over, to in jumps:
        model.add_bool_or([~last[frm], ~last[over], last[to]])

if data["first_moves"]:  # symmetric and identical states: what may come first
    rows = []
    for row in data["first_moves"]:
        rows.append(model.new_bool_var(""))
        for t, j in enumerate(row):
            model.add_implication(rows[-1], M[t][j])
    model.add_bool_or(rows)

if data["independence"]:
    for t in range(n - 1):
        for j in range(NONE):
            for k in range(j):
                if not set(jumps[j]) & set(jumps[k]):
                    model.add_bool_or([~M[t][j], ~M[t + 1][k]])

if data["fewest"] == "jumps":
    model.minimize(sum(~M[t][NONE] for t in STEPS))
elif data["fewest"] == "sweeps":
    # A sweep begins at every jump that is not made by the peg that jumped last.
    hop = [model.new_bool_var(f"hop{t}") for t in STEPS]
    for t in STEPS:
        for j, (frm, _, _) in enumerate(jumps):
            goes_on = [M[t - 1][k] for k in PegIn[frm]] if t > 0 else []
            model.add_bool_or([~M[t][j], hop[t]] + goes_on)
    model.minimize(sum(hop))

solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
if data.get("search") == "paper":  # moves in their order, jumps by number
    all_moves = [M[t][j] for t in STEPS for j in range(NONE + 1)]
    model.add_decision_strategy(all_moves, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
solver.parameters.random_seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
status = solver.solve(model)
if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    found = [next(j for j in range(NONE + 1) if solver.value(M[t][j])) for t in STEPS]
    print("moves =", [0 if j == NONE else j + 1 for j in found])
    print("----------")
    if status == cp_model.OPTIMAL:
        print("==========")
elif status == cp_model.INFEASIBLE:
    print("=====UNSATISFIABLE=====")
else:
    print("=====UNKNOWN=====")

"""Model C of Jefferson, Miguel, Miguel and Tarim (2006), section 2.2, in CPMpy, which hands it to
several solvers.

    pegsat export PROBLEM --model C --to pycsp3 -o problem.json
    python C_cpmpy.py SOLVER problem.json [SEED]        SOLVER: choco, exact, ortools, ...

  bState[t,h]  bState[i,j,t+1]: is there a peg in hole h before step t (from 0)?
  moves[t]     the paper's moves[t+1]; the number after the last jump's is no jump
  Changes      the paper's set of jumps: of each hole, with what it is before and after

Options of the data: independence, symmetric and identical states, pagoda functions, a dead end,
fewest jumps, fewest sweeps. Prints what MiniZinc would: moves, from 1, 0 for no jump.
"""
import json
import sys

import cpmpy as cp
from cpmpy.solvers.solver_interface import ExitStatus

solver, path = sys.argv[1:3]
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
with open(path) as file:
    data = json.load(file)
jumps, n, least = data["jumps"], data["max_steps"], data["min_steps"]
# The marks of the holes, row by row; None is no hole.
start, goal = ([mark for row in board for mark in row if mark is not None]
               for board in (data["init_board"], data["final_board"]))
HOLES, STEPS, NONE = range(len(start)), range(n), len(jumps)

bState = cp.boolvar(shape=(n + 1, len(HOLES)), name="bState")
moves = cp.intvar(0, NONE, shape=n, name="moves")
model = cp.Model()

model += [bState[0, h] == start[h] for h in HOLES]
model += [bState[n, h] == goal[h] for h in HOLES if goal[h] >= 0]

# The three constraints of a hole and step, as the one table that they are.
for h in HOLES:
    Changes = {j: (0, 1) for j, (_, _, to) in enumerate(jumps) if to == h}
    Changes |= {j: (1, 0) for j, (frm, over, _) in enumerate(jumps) if h in (frm, over)}
    rows = [[j, *Changes[j]] for j in Changes]
    rows += [[j, v, v] for j in range(NONE + 1) if j not in Changes for v in (0, 1)]
    model += [cp.Table([moves[t], bState[t, h], bState[t + 1, h]], rows) for t in STEPS]

# No jump, and none later: only beyond the fewest that a solution can have.
model += [moves[t] != NONE for t in range(least)]
model += [(moves[t - 1] == NONE).implies(moves[t] == NONE) for t in range(max(1, least), n)]

for weights, needed in zip(data["pagodas"], data["pagoda_goals"]):
    model += [cp.sum(w * bState[t, h] for h, w in enumerate(weights) if w) >= needed for t in range(n + 1)]

if data["dead_end"]:
    model += [~bState[n, frm] | ~bState[n, over] | bState[n, to] for frm, over, to in jumps]

if data["first_moves"]:
    model += cp.Table(list(moves[: len(data["first_moves"][0])]), data["first_moves"])

if data["independence"]:
    disjoint = [[j, k] for j in range(NONE) for k in range(j) if not set(jumps[j]) & set(jumps[k])]
    if disjoint:
        model += [cp.NegativeTable([moves[t], moves[t + 1]], disjoint) for t in range(n - 1)]

if data["fewest"] == "jumps":
    model.minimize(cp.sum(moves != NONE))
elif data["fewest"] == "sweeps":
    # A sweep begins at every jump that is not made by the peg that jumped last.
    ALL = range(NONE + 1)
    goes_on = {(k, j) for j in range(NONE) for k in range(NONE) if jumps[k][2] == jumps[j][0]}
    rows = [[k, j, int(j != NONE and (k, j) not in goes_on)] for k in ALL for j in ALL]
    hop = cp.boolvar(shape=n, name="hop")
    model += hop[0] == (moves[0] != NONE)
    model += [cp.Table([moves[t - 1], moves[t], hop[t]], rows) for t in range(1, n)]
    model.minimize(cp.sum(hop))

options = {"ortools": {"num_workers": 1, "random_seed": seed}}
model.solve(solver=solver, **options.get(solver, {}))
status = model.status().exitstatus
if status in (ExitStatus.OPTIMAL, ExitStatus.FEASIBLE):
    print("moves =", [0 if j == NONE else int(j) + 1 for j in moves.value()])
    print("----------")
    if status == ExitStatus.OPTIMAL:
        print("==========")
elif status == ExitStatus.UNSATISFIABLE:
    print("=====UNSATISFIABLE=====")
else:
    print("=====UNKNOWN=====")

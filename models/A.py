"""Model A of Jefferson, Miguel, Miguel and Tarim (2006), section 2.1, in PyCSP3.

  bState[t][h]  bState[i,j,t+1]: is there a peg in hole h before step t (from 0)?
  M[t][j]       the paper's M[i,j,t+1,d]: jump j is made at step t

Options of the data: independence, pagoda functions, a dead end, fewest jumps, fewest sweeps. Left
out: the paper's objective (most pegs in the goal's holes), which is a constraint here.

    pegsat export PROBLEM --model A --to pycsp3 -o problem.json
    python A.py -data=problem.json          writes A-problem.xml; with -solve ACE solves it
"""
from pycsp3 import *

jumps, n = data.jumps, data.max_steps
# The marks of the holes, row by row; None is no hole.
start, goal = ([mark for row in board for mark in row if mark is not None]
               for board in (data.init_board, data.final_board))
HOLES, STEPS, JUMPS = range(len(start)), range(n), range(len(jumps))

bState = VarArray(size=[n + 1, len(HOLES)], dom={0, 1})
M = VarArray(size=[n, len(jumps)], dom={0, 1})

satisfy(
    [bState[0][h] == start[h] for h in HOLES],
    [bState[n][h] == goal[h] for h in HOLES if goal[h] >= 0],

    # (2)-(13): a move needs a peg, a peg, and a hole.
    [M[t][j] <= bState[t][h] for t in STEPS for j in JUMPS for h in jumps[j][:2]],
    [M[t][j] + bState[t][jumps[j][2]] <= 1 for t in STEPS for j in JUMPS],

    # (14): what moves take from a hole, less what they bring to it.
    [Sum([bState[t][h], -bState[t + 1][h]]
         + [-M[t][j] for j in JUMPS if h in jumps[j][:2]]
         + [M[t][j] for j in JUMPS if h == jumps[j][2]]) == 0 for t in STEPS for h in HOLES],

    # (15): one move a step; beyond the fewest that a solution can have, none or one.
    [Sum(M[t]) == 1 for t in range(data.min_steps)],
    [Sum(M[t]) <= 1 for t in range(data.min_steps, n)],
    [Sum(M[t]) <= Sum(M[t - 1]) for t in range(max(1, data.min_steps), n)],

    # Weights never fall below what the goal needs.
    # tag(redundant-constraints)
    [Sum(bState[t][h] * weights[h] for h in HOLES if weights[h]) >= least
     for weights, least in zip(data.pagodas, data.pagoda_goals) for t in range(n + 1)],
)

if data.dead_end:
    satisfy(
        Sum([bState[n][frm], bState[n][over], -bState[n][to]]) <= 1 for frm, over, to in jumps
    )

if data.independence:
    satisfy(
        # Neighbours without a common hole stand in number order.
        # tag(symmetry-breaking)
        M[t][j] + M[t + 1][k] <= 1 for t in range(n - 1) for j in JUMPS for k in range(j)
        if not set(jumps[j]) & set(jumps[k])
    )

if data.fewest == "jumps":
    minimize(Sum(M))
elif data.fewest == "sweeps":
    # A sweep begins at every jump that is not made by the peg that jumped last.
    hop = VarArray(size=n, dom={0, 1})
    satisfy(
        Sum([hop[t], -M[t][j]]
            + [M[t - 1][k] for k in JUMPS if t > 0 and jumps[k][2] == jumps[j][0]]) >= 0
        for t in STEPS for j in JUMPS
    )
    minimize(Sum(hop))

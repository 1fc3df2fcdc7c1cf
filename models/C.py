"""Model C of Jefferson, Miguel, Miguel and Tarim (2006), section 2.2, in PyCSP3.

  bState[t][h]  bState[i,j,t+1]: is there a peg in hole h before step t (from 0)?
  moves[t]      the paper's moves[t+1]; the number after the last jump's is no jump
  Changes, PegIn, PegOut  the paper's sets of jumps

Options of the data: independence, symmetric and identical states, pagoda functions, a dead end,
fewest jumps, fewest sweeps.

    pegsat export PROBLEM --model C --to pycsp3 -o problem.json
    python C.py -data=problem.json          writes C-problem.xml; with -solve ACE solves it
    python C.py -data=problem.json -variant=table       the constraints of a hole and step as a table
"""
from pycsp3 import *

jumps, n = data.jumps, data.max_steps
# The marks of the holes, row by row; None is no hole.
start, goal = ([mark for row in board for mark in row if mark is not None]
               for board in (data.init_board, data.final_board))
HOLES, STEPS, NONE = range(len(start)), range(n), len(jumps)

PegIn = [[j for j, (_, _, to) in enumerate(jumps) if to == h] for h in HOLES]
PegOut = [[j for j, (frm, over, _) in enumerate(jumps) if h in (frm, over)] for h in HOLES]
Changes = [sorted(PegIn[h] + PegOut[h]) for h in HOLES]

bState = VarArray(size=[n + 1, len(HOLES)], dom={0, 1})
moves = VarArray(size=n, dom=lambda t: range(NONE) if t < data.min_steps else range(NONE + 1))

satisfy(
    [bState[0][h] == start[h] for h in HOLES],
    [bState[n][h] == goal[h] for h in HOLES if goal[h] >= 0],

    # No jump, and none later: only beyond the fewest that a solution can have.
    [If(moves[t - 1] == NONE, Then=moves[t] == NONE) for t in range(max(1, data.min_steps), n)],

    # Weights never fall below what the goal needs.
    # tag(redundant-constraints)
    [Sum(bState[t][h] * weights[h] for h in HOLES if weights[h]) >= least
     for weights, least in zip(data.pagodas, data.pagoda_goals) for t in range(n + 1)],
)

if variant("table"):
    def rows(h):
        """The move, and the hole before and after it."""
        return ({(j, 0, 1) for j in PegIn[h]} | {(j, 1, 0) for j in PegOut[h]}
                | {(j, v, v) for j in range(NONE + 1) if j not in Changes[h] for v in (0, 1)})

    satisfy((moves[t], bState[t][h], bState[t + 1][h]) in rows(h) for h in HOLES for t in STEPS)
else:
    satisfy(
        # The state of a hole changes if and only if a jump changes it.
        [(bState[t][h] != bState[t + 1][h]) == (moves[t] in Changes[h])
         for h in HOLES if Changes[h] for t in STEPS],
        [both(bState[t][h] == 0, bState[t + 1][h] == 1) == (moves[t] in PegIn[h])
         for h in HOLES if PegIn[h] for t in STEPS],
        [both(bState[t][h] == 1, bState[t + 1][h] == 0) == (moves[t] in PegOut[h])
         for h in HOLES if PegOut[h] for t in STEPS],
        [bState[t][h] == bState[t + 1][h] for h in HOLES if not Changes[h] for t in STEPS],
    )

if data.dead_end:
    satisfy(
        either(either(bState[n][frm] == 0, bState[n][over] == 0), bState[n][to] == 1)
        for frm, over, to in jumps
    )

if data.first_moves:
    satisfy(
        # Symmetric and identical states: what may come first.
        # tag(symmetry-breaking)
        tuple(moves[:len(data.first_moves[0])]) in {tuple(row) for row in data.first_moves}
    )

if data.independence:
    satisfy(
        # Neighbours without a common hole stand in number order.
        # tag(symmetry-breaking)
        (moves[t], moves[t + 1]) not in {(j, k) for j in range(NONE) for k in range(j)
                                        if not set(jumps[j]) & set(jumps[k])}
        for t in range(n - 1)
    )

if data.fewest == "jumps":
    minimize(Sum(moves[t] != NONE for t in STEPS))
elif data.fewest == "sweeps":
    # A sweep begins at every jump that is not made by the peg that jumped last.
    hop = VarArray(size=n, dom={0, 1})
    goes_on = {(k, j) for j in range(NONE) for k in PegIn[jumps[j][0]]}
    ALL = range(NONE + 1)
    table = {(k, j, int(j != NONE and (k, j) not in goes_on)) for k in ALL for j in ALL}
    satisfy(
        hop[0] == (moves[0] != NONE),
        [(moves[t - 1], moves[t], hop[t]) in table for t in range(1, n)],
    )
    minimize(Sum(hop))

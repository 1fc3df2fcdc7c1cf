"""Runs SCIP (PyPI pyscipopt) on an LP or MPS file, and writes SCIP's solution file.

    python scip_mps.py problem.mps solution.sol [SEED]
"""
import sys

from pyscipopt import Model

problem, solution = sys.argv[1:3]
model = Model()
model.hideOutput()
model.setParam("lp/threads", 1)
if len(sys.argv) > 3:
    model.setParam("randomization/randomseedshift", int(sys.argv[3]))
model.readProblem(problem)
model.optimize()
print("Nodes", model.getNTotalNodes())
if model.getNSols() > 0:
    model.writeBestSol(solution, write_zeros=False)
    with open(solution) as file:
        text = file.read()
else:
    text = ""
with open(solution, "w") as file:
    if not text.startswith("solution status"):
        file.write(f"solution status: {model.getStatus()}\n")
    file.write(text)

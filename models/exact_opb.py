"""Runs Exact (PyPI exact) on an OPB file, and prints s and v lines.

    python exact_opb.py problem.opb [SEED]
"""
import re
import sys

import exact

TERM = re.compile(r"([+-]?\d+)\s+(x\d+)")

seed = sys.argv[2] if len(sys.argv) > 2 else "0"
solver = exact.Exact([("seed", str(int(seed) + 1))])  # it takes no 0
names = []
with open(sys.argv[1]) as file:
    for line in file:
        if line.startswith("*"):
            found = re.search(r"#variable=\s*(\d+)", line)
            if found:
                names = [f"x{number}" for number in range(1, int(found[1]) + 1)]
                for name in names:
                    solver.addVariable(name, 0, 1)
            continue
        terms = [(int(weight), name) for weight, name in TERM.findall(line)]
        if line.startswith("min:"):
            continue  # the goal stands among the constraints, too
        bound = re.search(r"(>=|=)\s*([+-]?\d+)\s*;", line)
        if bound:
            least = int(bound[2])
            solver.addConstraint(terms, True, least, bound[1] == "=", least)
state = solver.runFull(False)
if solver.hasSolution():
    values = solver.getLastSolutionFor(names)
    print("s SATISFIABLE")
    print("v", " ".join(name if value else f"-{name}" for name, value in zip(names, values)))
elif state in ("UNSAT", "INCONSISTENT"):
    print("s UNSATISFIABLE")
else:
    print("s UNKNOWN")

"""Executes the notebooks beside it; with --write keeps what they show."""

import os
import pathlib
import sys
import time

import nbformat
from nbclient import NotebookClient

folder = pathlib.Path(__file__).parent
runs = [(path, {}) for path in sorted(folder.glob("*.ipynb"))]
# The study bench goes on: its records are packed. It is first, so that --write keeps the others' figures.
runs.insert(0, (folder / "figures.ipynb", {"STUDY": "bench", "FIGURES": "figures/bench"}))
for path, variables in runs:
    begin = time.monotonic()
    os.environ.update(variables)
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(folder)}}).execute()
    if "--write" in sys.argv:
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)  # the time of day
        nbformat.write(notebook, path)
    for name in variables:
        del os.environ[name]
    print(f"{path.name}: {time.monotonic() - begin:.1f} s", *variables.values())

"""Executes the notebooks beside it; with --write keeps what they show."""

import pathlib
import sys
import time

import nbformat
from nbclient import NotebookClient

folder = pathlib.Path(__file__).parent
for path in sorted(folder.glob("*.ipynb")):
    begin = time.monotonic()
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(folder)}}).execute()
    if "--write" in sys.argv:
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)  # the time of day
        nbformat.write(notebook, path)
    print(f"{path.name}: {time.monotonic() - begin:.1f} s")

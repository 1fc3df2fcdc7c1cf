"""Solves peg solitaire by constraint models, and checks what it finds.

>>> import pegsat
>>> answer = pegsat.solve("central")
>>> answer.outcome, len(answer.jumps)
('solved', 31)
>>> print(answer.boards()[-1])
    . . .
    . . .
. . . . . . .
. . . O . . .
. . . . . . .
    . . .
    . . .
"""

from ._pegsat import (
    Accepted,
    Answer,
    Certificate,
    Explored,
    Formula,
    Jump,
    Optimum,
    Picture,
    Problem,
    Solution,
    __version__,
    certify,
    encode,
    explore,
    models,
    optimise,
    problems,
    solve,
    solve_many,
    verify,
)
from ._bar import Bar
from ._position import Hint, Position

__all__ = [
    "Accepted",
    "Answer",
    "Bar",
    "Certificate",
    "Explored",
    "Formula",
    "Hint",
    "Jump",
    "Optimum",
    "Picture",
    "Position",
    "Problem",
    "Solution",
    "__version__",
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

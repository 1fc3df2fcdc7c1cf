//! Certificates: why a problem has no solution, in a file that stands for
//! itself.
//!
//! Parity and weights argue without search, exhaustion lists every
//! position, [`refutation`] carries a formula and a proof of it. What is made
//! here counts only once [`pegsat_check`] has accepted it, by code of its own.

mod ends;
pub mod layers;
mod patches;
mod program;
pub mod refutation;
mod rounding;
mod separation;
pub mod sweeps;
mod tables;
mod weights;

pub use program::{Besides, Trees};
pub use separation::{EndsOf, Node, RoundedOf, Separation, Sum, Table};
pub use weights::{cut, separating_weights};

use crate::{
    board::{Board, Hole, Jump, Lattice, Position},
    exact::Reachable,
    problem::{
        Goal, Problem,
        class::{finishes, separating_set, separating_sets},
        track,
    },
    solution::checker::checked_goal,
    watch::{Stop, Watch},
};
use serde::Serialize;

/// A certificate as it is written: the problem in full, and the argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Certificate {
    format: &'static str,
    version: u32,
    pegsat: &'static str,
    problem: String,
    lattice: Lattice,
    cells: Vec<(i32, i32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<[Hole; 3]>>,
    start: Vec<Hole>,
    goal: pegsat_check::Goal,
    /// `last-peg`, `position-class`, `track`, `pagoda`, `jump-bounds`, `ends`, `tables`,
    /// `cutting-planes`, `exhaustion`, `refutation`, `layers` or `sweeps`.
    pub kind: &'static str,
    proof: Proof,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Proof {
    Cases(Vec<Case>),
    Exhaustion(Reachable),
    Refutation(refutation::Refutation),
    Sweeps(sweeps::Sweeps),
    Layers(layers::Layers),
}

/// An argument about all final positions, or those with one peg in one hole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Case {
    finish: Option<Hole>,
    by: Argument,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Argument {
    LastPeg,
    Parity(Vec<Hole>),
    Parities(Vec<Vec<Hole>>),
    Weights(Vec<Node>),
    CuttingPlanes {
        rounded: Vec<RoundedOf>,
        tree: Vec<Node>,
    },
    Track,
}

impl Certificate {
    fn new(problem: &Problem, kind: &'static str, proof: Proof) -> Self {
        Certificate {
            format: pegsat_check::FORMAT,
            version: pegsat_check::VERSION,
            pegsat: env!("CARGO_PKG_VERSION"),
            problem: problem.name().into(),
            lattice: problem.board().drawn_on(),
            cells: problem.board().cells().to_vec(),
            lines: problem.board().own_lines(),
            start: problem.start().pegs().collect(),
            goal: checked_goal(problem),
            kind,
            proof,
        }
    }

    /// The text of its file, sealed by a checksum.
    ///
    /// # Panics
    /// Never: the fields have no other keys than strings.
    pub fn text(&self) -> String {
        pegsat_check::seal(&serde_json::to_string(self).expect("it is plain data"))
    }

    /// By the closed set of positions.
    pub fn by_exhaustion(problem: &Problem, closed: Reachable) -> Self {
        Certificate::new(problem, "exhaustion", Proof::Exhaustion(closed))
    }
}

/// The board that an accepted certificate is about; `None` if it is none of ours.
pub fn board(accepted: &pegsat_check::Accepted) -> Option<Board> {
    let lattice = accepted.lattice.parse().ok()?;
    let cells = || accepted.cells.iter().copied();
    let board = match &accepted.lines {
        None => Board::new(lattice, cells()),
        Some(lines) => {
            let lines = lines
                .iter()
                .map(|line| line.map(|hole| accepted.cells[hole]));
            Board::with_lines(lattice, cells(), lines)
        }
    };
    board.ok()
}

/// A jump as certificates name it: the holes left and landed in, and where the board has lines of
/// its own the hole leapt over.
fn named(board: &Board, jump: &Jump) -> Vec<Hole> {
    let over = board.lattice().is_none().then_some(jump.over);
    [jump.from, jump.to].into_iter().chain(over).collect()
}

/// A certificate by parity and weights alone, with such trees (see
/// [`separating_weights`]), if there is one. One peg anywhere is argued finish by
/// finish.
pub fn without_search(
    problem: &Problem,
    trees: Trees,
    watch: &Watch,
) -> Result<Option<Certificate>, Stop> {
    let empty = problem.accepts(&Position::empty(problem.board().n_holes()));
    if empty && *problem.goal().pegs().end() == 0 && problem.start().n_pegs() > 0 {
        let by = Argument::LastPeg;
        let cases = vec![Case { finish: None, by }];
        let proof = Proof::Cases(cases);
        return Ok(Some(Certificate::new(problem, "last-peg", proof)));
    }
    let mut cases = Vec::new();
    let mut add = |finish, by| cases.push(Case { finish, by });
    let mut kind = "position-class";
    let goal = problem.goal();
    let track = goal.survivor().map(|peg| track(problem.board(), peg));
    // What parity leaves open.
    let mut open: Vec<Option<Hole>> = vec![None];
    if goal.pegs_anywhere() == Some(1) {
        let sets = separating_sets(problem);
        if !sets.is_empty() {
            add(None, Argument::Parities(sets));
        }
        if track.is_some() {
            add(None, Argument::Track);
            kind = "track";
        }
        let finishes = finishes(problem).iter().enumerate();
        let possible = finishes.filter(|(_, open)| **open);
        open = possible.map(|(hole, _)| Some(hole)).collect();
    } else if goal.marks().is_some() {
        let leads =
            |track: Vec<bool>| (0..track.len()).any(|h| track[h] && goal.fixed(h) == Some(true));
        if let Some(holes) = separating_set(problem) {
            add(None, Argument::Parity(holes));
            open.clear();
        } else if track.is_some_and(|track| !leads(track)) {
            add(None, Argument::Track);
            kind = "track";
            open.clear();
        }
    } else if goal.stuck_with().is_some() {
        return Ok(None); // dead ends are everywhere
    }
    by_weights(problem, trees, &open, (cases, kind), watch)
}

/// By weights alone, also where parity would do.
pub fn by_weights_alone(
    problem: &Problem,
    trees: Trees,
    watch: &Watch,
) -> Result<Option<Certificate>, Stop> {
    let finishes = (0..problem.board().n_holes()).map(Some);
    let open: Vec<Option<Hole>> = match problem.goal().pegs_anywhere() {
        Some(1) => finishes.collect(),
        _ if problem.goal().stuck_with().is_some() => return Ok(None),
        _ => vec![None],
    };
    by_weights(problem, trees, &open, (Vec::new(), "pagoda"), watch)
}

/// A certificate of these cases, and of weights for what they leave open.
fn by_weights(
    problem: &Problem,
    trees: Trees,
    open: &[Option<Hole>],
    (mut cases, mut kind): (Vec<Case>, &'static str),
    watch: &Watch,
) -> Result<Option<Certificate>, Stop> {
    for &finish in open {
        let found = match finish {
            Some(hole) => {
                let goal = Goal::one_peg(problem.board().n_holes(), hole);
                separating_weights(&problem.with_goal(goal), trees, watch)?
            }
            None => separating_weights(problem, trees, watch)?,
        };
        let Some(found) = found else { return Ok(None) };
        let strength = |kind| STRENGTHS.iter().position(|known| *known == kind);
        if strength(found.kind()) >= strength(kind) {
            kind = found.kind();
        }
        let Separation { nodes, rounded } = found;
        let by = match rounded.is_empty() {
            true => Argument::Weights(nodes),
            false => Argument::CuttingPlanes {
                rounded,
                tree: nodes,
            },
        };
        cases.push(Case { finish, by });
    }
    Ok(Some(Certificate::new(problem, kind, Proof::Cases(cases))))
}

/// The kinds of weights, the weakest first: a certificate is called by its strongest case.
const STRENGTHS: [&str; 5] = ["pagoda", "jump-bounds", "ends", "tables", "cutting-planes"];

/// Whether the certificate speaks of this problem.
pub fn is_about(accepted: &pegsat_check::Accepted, problem: &Problem) -> bool {
    let sorted = |goal: &pegsat_check::Goal| {
        let mut goal = goal.clone();
        if let Some(picture) = &mut goal.picture {
            picture.filled.sort_unstable();
            picture.either.sort_unstable();
        }
        goal
    };
    let mut start = accepted.start.clone();
    start.sort_unstable();
    sorted(&accepted.goal) == checked_goal(problem)
        && accepted.lattice == problem.board().drawn_on().to_string()
        && accepted.lines == problem.board().own_lines()
        && accepted.cells == problem.board().cells()
        && start.into_iter().eq(problem.start().pegs())
}

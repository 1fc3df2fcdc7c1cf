//! Model S: one layer a sweep, for Long-hop Solitaire.
//!
//! A *line* is three holes that two jumps lead along, one each way; a *track* is
//! a set of holes that one peg's jumps connect. The way of a sweep is a trail on
//! its track: the set of its lines has an odd number at exactly the two holes
//! where it starts and ends (none if it comes back), is connected, leaps over
//! filled holes, each once, and touches only empty ones but for its start. The
//! holes leapt over and those touched have different parity, so within a sweep
//! no order is needed: any trail through the lines can be jumped.
//!
//! **Variables** for each sweep l = 1..K: `line[l,e]`, `from[l,h]`, `to[l,h]`, and
//! `track[l,k]`; `bState[h,l]` = a peg in hole h before sweep l, for l = 1..K+1.
//!
//! **Constraints** for each sweep l, hole h, and line e with ends a, b over m:
//! 1. exactly one `from[l,·]`, one `to[l,·]` and one `track[l,·]`; `line[l,e]`,
//!    `from[l,h]` and `to[l,h]` imply their track, so the sweep keeps to one;
//! 2. the number of lines at h, plus `from[l,h]`, plus `to[l,h]` is even, and
//!    `from[l,h]`, `to[l,h]` imply a line at h;
//! 3. `line[l,e] ⟹ bState[m,l] ∧ ¬bState[m,l+1]`; where jumps across corners are allowed,
//!    `¬line[l,e] ∨ ¬line[l,f]` for two lines of a track that cross in m;
//! 4. `line[l,e] ⟹ ¬bState[a,l] ∨ from[l,a]`, `¬bState[a,l+1] ∨ to[l,a]`, and for b;
//! 5. `from[l,h] ⟹ bState[h,l]`, `to[l,h] ⟹ bState[h,l+1]`, and the peg leaves
//!    its start, and was not at its end, unless they are the same;
//! 6. a peg that goes was `from` or leapt over, one that comes is `to`;
//! 7. for each closed way on a track, a connected set C of lines with an even
//!    number at every hole: if all of C is used, the sweep starts in a hole of C
//!    or uses another line there. A part of the lines apart from the rest is
//!    such a C, so the sweep is connected;
//!
//! and the goal at K+1. (7) needs the list of closed ways: 35 on the English
//! board. Where a track has too many, (7) is left out for it, and the clauses that an
//! assignment lacks are added until it lacks none ([`Model::lacks`]). Without (7)
//! the model is a relaxation, whose refutations hold all the same.
//!
//! **Sweeps.** A solution with fewer sweeps is one with K, if it has K jumps: cut
//! one in two. So a refutation of K sweeps speaks of all fewer. Where the number
//! of jumps is open, sweeps beyond the fewest jumps may be idle, the last ones.
//!
//! **Size** on a board of h holes and e lines: (3h + e + tracks)K + h variables, and
//! what `regions` counts with; with at most 4 lines at a hole 32h clauses a sweep
//! for (2), about h² for (1).
//!
//! **Added**: `self`, the first sweep starts in the first of the holes that
//! symmetries of start and goal move to each other, and the second one likewise
//! by those symmetries that keep a first sweep of one jump; `regions`, before each sweep no
//! more sets of holes are full that stay full until one of their pegs begins a sweep than
//! there are sweeps left, besides those that a goal of several pegs leaves; and their number
//! falls by one at most (counted in unary, so that it can be compared). They are counted in
//! several families of disjoint ones, a hole that no jump leads over among them:
//! `full[l,r] ⟺ ⋀ bState[h,l]` for h in r, and `full[l,r] ∧ ¬full[l+1,r] ⟹ ⋁ from[l,h]`.

use super::{
    Additions, Encoding, Meaning, Model, ModelError, Options, PLAIN, Step,
    additions::{Full, SELF_SYMMETRY, no_symmetry, of_moves},
    connected, layers,
    parity::is_even,
    steps::signed,
    tracks::{self, Closed, Line, Track},
    value::Value,
};
use crate::{
    board::Hole,
    formula::Lit,
    problem::{Problem, regions::Regions},
    watch::Watch,
};
use serde::Serialize;

/// Model S.
pub const S: Model = Model {
    name: "S",
    summary: "sweeps: each layer the jumps of one peg, as a set of lines",
    step: Step::Sweep,
    is_relaxed,
    lacks: connected::lacking,
    rows_a_step: [0, 3, 0],
    state,
    ..PLAIN
};

fn state(problem: &Problem, options: &Options, watch: &Watch) -> Result<Encoding, ModelError> {
    if options
        .additions
        .values(&SELF_SYMMETRY)
        .any(|value| !value.is_empty())
    {
        return Err(of_moves());
    }
    let layers = layers::number(problem, options)?;
    let board = Geometry::new(problem);
    let mut encoding = Encoding::watched(watch);
    let mut before = board.declare_states(&mut encoding, 0);
    encoding.formula.family("the start");
    for (hole, &lit) in before.iter().enumerate() {
        let has_peg = problem.start().has_peg(hole);
        encoding.formula.add_clause(&[signed(lit, has_peg)]);
    }
    // Sweeps that must be made, because every solution has at least that many jumps.
    let fewest = problem.n_jumps().map_or(0, |jumps| *jumps.start());
    let mut idle: Option<Lit> = None;
    let symmetries = problem.symmetries();
    let mut first: Option<Sweep<'_>> = None;
    let mut full = Full::new(problem, &options.additions);
    for layer in 1..=layers {
        if encoding.formula.is_full() {
            break;
        }
        let after = board.declare_states(&mut encoding, layer);
        let was_idle = idle;
        idle = (layer > fewest).then(|| encoding.new_lit(Meaning::Idle { step: layer }));
        if let (Some(was), Some(is)) = (was_idle, idle) {
            encoding.formula.family("no sweep after the last");
            encoding.formula.add_implication(was, is);
        }
        let sweep = Sweep::new(&mut encoding, &board, layer, idle);
        sweep.keeps_to_a_track(&mut encoding);
        sweep.is_a_trail(&mut encoding);
        sweep.moves_pegs(&mut encoding, &before, &after);
        sweep.is_connected(&mut encoding);
        if options.additions.has(&SELF_SYMMETRY) {
            match &first {
                None => first_of_its_orbit(&mut encoding, &symmetries, &sweep)?,
                Some(first) if layer == 2 => {
                    second_of_its_orbit(&mut encoding, &symmetries, first, &sweep);
                }
                Some(_) => {}
            }
        }
        full.post(&mut encoding, &before, &sweep.from, layers + 1 - layer);
        first.get_or_insert(sweep);
        before = after;
    }
    let end: Vec<Value> = before.into_iter().map(Value::Lit).collect();
    layers::add_goal(&mut encoding, problem, options, &end);
    Ok(encoding)
}

fn is_relaxed(problem: &Problem) -> bool {
    let lines = tracks::lines(problem.board());
    let tracks = tracks::tracks(problem.board().n_holes(), &lines);
    !tracks.iter().all(Track::has_few_closed_ways)
}

/// What the formula is made of besides the problem and the number of sweeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Parts {
    /// The ends of each line, in the order of its variables.
    pub lines: Vec<[Hole; 2]>,
    /// The closed ways of tracks that have few, as places in the list of lines.
    pub closed: Vec<Vec<usize>>,
    /// The sets of holes that are counted while they are full.
    pub regions: Vec<Vec<Hole>>,
    /// Disjoint ones that are counted together, as places in that list.
    pub families: Vec<Vec<usize>>,
    /// The symmetries that `self` uses; none where it is not added.
    pub symmetries: Vec<Vec<Hole>>,
}

/// What the formula with these additions is made of.
pub fn parts(problem: &Problem, additions: &Additions) -> Parts {
    let board = Geometry::new(problem);
    let symmetries = match additions.has(&SELF_SYMMETRY) {
        true => problem.symmetries(),
        false => Vec::new(),
    };
    let Regions {
        holes: regions,
        families,
    } = Full::new(problem, additions).regions;
    Parts {
        lines: board.lines.iter().map(|line| line.ends).collect(),
        closed: board.closed.into_iter().map(|way| way.lines).collect(),
        regions,
        families,
        symmetries: symmetries.into_iter().map(<[Hole]>::to_vec).collect(),
    }
}

/// A board as the model sees it.
struct Geometry<'a> {
    problem: &'a Problem,
    lines: Vec<Line>,
    tracks: Vec<Track>,
    closed: Vec<Closed>,
    /// For each hole the lines that end in it, and those that lead over it.
    ending: Vec<Vec<usize>>,
    over: Vec<Vec<usize>>,
    /// Lines over one hole that one peg could jump along.
    crossing: Vec<[usize; 2]>,
}

impl<'a> Geometry<'a> {
    fn new(problem: &'a Problem) -> Self {
        let n_holes = problem.board().n_holes();
        let lines = tracks::lines(problem.board());
        let tracks = tracks::tracks(n_holes, &lines);
        let ways = tracks.iter().filter(|track| track.has_few_closed_ways());
        let closed = ways.flat_map(|track| tracks::closed(track, &lines));
        let closed = closed.collect();
        let mut ending = vec![Vec::new(); n_holes];
        let mut over = vec![Vec::new(); n_holes];
        for (number, line) in lines.iter().enumerate() {
            line.ends.iter().for_each(|&end| ending[end].push(number));
            over[line.over].push(number);
        }
        let crossing = tracks::crossing(&lines, &tracks, &over);
        Geometry {
            problem,
            lines,
            tracks,
            closed,
            ending,
            over,
            crossing,
        }
    }

    /// Makes the variables of the position after this number of sweeps.
    fn declare_states(&self, encoding: &mut Encoding, layer: usize) -> Vec<Lit> {
        let (step, cells) = (layer + 1, self.problem.board().cells().iter());
        encoding.new_lits(cells.map(|&hole| Meaning::State { step, hole }))
    }
}

/// The variables of one sweep.
struct Sweep<'a> {
    board: &'a Geometry<'a>,
    lines: Vec<Lit>,
    from: Vec<Lit>,
    to: Vec<Lit>,
    tracks: Vec<Lit>,
    idle: Option<Lit>,
}

impl<'a> Sweep<'a> {
    fn new(
        encoding: &mut Encoding,
        board: &'a Geometry<'a>,
        step: usize,
        idle: Option<Lit>,
    ) -> Self {
        let cells = board.problem.board().cells().iter();
        let line = |line: &Line| Meaning::Line {
            step,
            jump: line.jump,
        };
        Sweep {
            board,
            lines: encoding.new_lits(board.lines.iter().map(line)),
            from: encoding.new_lits(cells.clone().map(|&hole| Meaning::SweepFrom { step, hole })),
            to: encoding.new_lits(cells.map(|&hole| Meaning::SweepTo { step, hole })),
            tracks: encoding.new_lits(board.tracks.iter().map(|_| Meaning::Auxiliary)),
            idle,
        }
    }

    /// Family 1.
    fn keeps_to_a_track(&self, encoding: &mut Encoding) {
        encoding.formula.family("1. a sweep keeps to one track");
        for one in [&self.from, &self.to, &self.tracks] {
            let lits = one.iter().copied().chain(self.idle);
            encoding.formula.add_exactly_one(lits.collect());
        }
        for (track, &on_it) in self.board.tracks.iter().zip(&self.tracks) {
            for &line in &track.lines {
                encoding.formula.add_implication(self.lines[line], on_it);
            }
            for ends in [&self.from, &self.to] {
                for &hole in &track.holes {
                    encoding.formula.add_implication(ends[hole], on_it);
                }
                let some = track.holes.iter().map(|&hole| ends[hole]);
                let clause: Vec<Lit> = some.chain([!on_it]).collect();
                encoding.formula.add_clause(&clause);
            }
        }
    }

    /// Family 2.
    fn is_a_trail(&self, encoding: &mut Encoding) {
        encoding
            .formula
            .family("2. its lines are a trail from where it starts to where it ends");
        for (hole, ending) in self.board.ending.iter().enumerate() {
            let ending: Vec<Lit> = ending.iter().map(|&line| self.lines[line]).collect();
            let mut all = ending.clone();
            all.extend([self.from[hole], self.to[hole]]);
            is_even(encoding, &all);
            for end in [self.from[hole], self.to[hole]] {
                let clause: Vec<Lit> = ending.iter().copied().chain([!end]).collect();
                encoding.formula.add_clause(&clause);
            }
        }
    }

    /// Families 3 to 6.
    fn moves_pegs(&self, encoding: &mut Encoding, before: &[Lit], after: &[Lit]) {
        (encoding.formula).family("3.-6. what a sweep leaps over goes, and it moves one peg");
        let formula = &mut encoding.formula;
        for (line, &used) in self.board.lines.iter().zip(&self.lines) {
            formula.add_implication(used, before[line.over]);
            formula.add_implication(used, !after[line.over]);
            for end in line.ends {
                formula.add_clause(&[!used, !before[end], self.from[end]]);
                formula.add_clause(&[!used, !after[end], self.to[end]]);
            }
        }
        for pair in &self.board.crossing {
            formula.add_clause(&pair.map(|line| !self.lines[line]));
        }
        for (hole, over) in self.board.over.iter().enumerate() {
            let (from, to) = (self.from[hole], self.to[hole]);
            formula.add_implication(from, before[hole]);
            formula.add_implication(to, after[hole]);
            formula.add_clause(&[!from, to, !after[hole]]);
            formula.add_clause(&[!to, from, !before[hole]]);
            let mut goes = vec![!before[hole], after[hole], from];
            goes.extend(over.iter().map(|&line| self.lines[line]));
            formula.add_clause(&goes);
            formula.add_clause(&[before[hole], !after[hole], to]);
        }
    }

    /// Family 7.
    fn is_connected(&self, encoding: &mut Encoding) {
        encoding.formula.family("7. its lines are connected");
        for way in &self.board.closed {
            let used = way.lines.iter().map(|&line| !self.lines[line]);
            let leaving = way.leaving.iter().map(|&line| self.lines[line]);
            let from = way.holes.iter().map(|&hole| self.from[hole]);
            let clause: Vec<Lit> = used.chain(leaving).chain(from).collect();
            encoding.formula.add_clause(&clause);
        }
    }
}

/// The addition `self` for the first sweep.
fn first_of_its_orbit(
    encoding: &mut Encoding,
    symmetries: &[&[Hole]],
    sweep: &Sweep<'_>,
) -> Result<(), ModelError> {
    if symmetries.len() < 2 {
        return Err(no_symmetry());
    }
    for (hole, &from) in sweep.from.iter().enumerate() {
        if symmetries.iter().any(|symmetry| symmetry[hole] < hole) {
            encoding.formula.add_clause(&[!from]);
        }
    }
    Ok(())
}

/// The addition `self` for the second sweep, after a first one of a single jump
/// that some symmetries keep.
fn second_of_its_orbit(
    encoding: &mut Encoding,
    symmetries: &[&[Hole]],
    first: &Sweep<'_>,
    second: &Sweep<'_>,
) {
    let lines = &first.board.lines;
    for (number, line) in lines.iter().enumerate() {
        for (from, to) in [(line.ends[0], line.ends[1]), (line.ends[1], line.ends[0])] {
            let keep = |symmetry: &&&[Hole]| symmetry[from] == from && symmetry[to] == to;
            let keeping: Vec<_> = symmetries.iter().filter(keep).collect();
            // The sweep is this line alone if no other meets its ends.
            let mut clause = vec![!first.lines[number], !first.from[from], !first.to[to]];
            let meeting = [from, to].map(|end| &first.board.ending[end]);
            let others = meeting
                .into_iter()
                .flatten()
                .filter(|&&other| other != number);
            clause.extend(others.map(|&other| first.lines[other]));
            for (hole, &begins) in second.from.iter().enumerate() {
                if keeping.iter().any(|symmetry| symmetry[hole] < hole) {
                    clause.push(!begins);
                    encoding.formula.add_clause(&clause);
                    clause.pop();
                }
            }
        }
    }
}

//! Search in state spaces, uninformed and informed, as textbooks have it (S. Russell and
//! P. Norvig, *Artificial Intelligence: A Modern Approach*): a [`Space`] says what follows
//! what, a [`Strategy`] which state is taken next.
//!
//! Every strategy can be had as tree search, which remembers no states but those on its
//! fringe, and as graph search, which takes no state twice. [`Counts`] are what agents are
//! compared by. Time, memory and interruption are the [`Watch`]'s; memory is counted, so
//! that a search ends by itself and says how far it came.

mod best;
mod depth;
pub mod formulas;
pub mod koutack;
pub mod pegs;
pub mod queens;
mod store;
pub mod tenpair;
mod wide;

use pegsat::{
    nearest::listed,
    watch::{Reserved, Stop, Watch},
};
use serde::Serialize;
use std::{fmt, hash::Hash, str::FromStr};

/// What a search goes through.
pub trait Space {
    /// A state. Two that are equal have the same future.
    type State: Clone + Eq + Hash;
    /// What leads from one state to another.
    type Move: Copy + Eq + fmt::Debug;

    /// The first state.
    fn start(&self) -> Self::State;

    /// Whether the state is what is looked for.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Adds the moves from the state, in the order in which they are to be tried.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Where the move leads.
    fn after(&self, state: &Self::State, step: Self::Move) -> Self::State;

    /// What the move costs.
    fn cost(&self, _step: Self::Move) -> u32 {
        1
    }

    /// What it will cost at least to the goal, for strategies that ask; `None` if the goal
    /// is out of reach. Optimal ones need an estimate that is never too high.
    fn estimate(&self, _state: &Self::State) -> Option<u32> {
        Some(0)
    }

    /// A state that stands for all that are symmetric to this one, for graph search.
    fn representative(&self, state: Self::State) -> Self::State {
        state
    }

    /// Bytes of the state that are not in itself.
    fn heap(&self, _state: &Self::State) -> usize {
        0
    }

    /// Whether depth first takes the last move first, as a stack does to which all are
    /// appended.
    fn is_stacked(&self) -> bool {
        false
    }
}

/// Why a text is no start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {reason}")]
pub struct StartError {
    line: usize,
    column: usize,
    reason: String,
}

impl StartError {
    /// In this line and column, from 0; for people they count from 1.
    fn at(line: usize, column: usize, reason: &str) -> Self {
        StartError {
            line: line + 1,
            column: column + 1,
            reason: reason.into(),
        }
    }
}

/// Which state is taken next.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The newest one.
    #[default]
    DepthFirst,
    /// The oldest one.
    BreadthFirst,
    /// The newest one, down to this number of moves.
    DepthLimited(u32),
    /// The same with limits of 0, 1, 2, …
    IterativeDeepening,
    /// The one that is cheapest to come to.
    UniformCost,
    /// The one with the least estimate.
    Greedy,
    /// The one with the least sum of both.
    AStar,
    /// Depth first down to a limit of that sum, which rises to the least that was beyond.
    IdaStar,
}

impl Strategy {
    /// All without a limit, by name.
    pub const NAMED: [(Strategy, &'static str); 7] = [
        (Strategy::DepthFirst, "depth-first"),
        (Strategy::BreadthFirst, "breadth-first"),
        (Strategy::IterativeDeepening, "iterative-deepening"),
        (Strategy::UniformCost, "uniform-cost"),
        (Strategy::Greedy, "greedy"),
        (Strategy::AStar, "a-star"),
        (Strategy::IdaStar, "ida-star"),
    ];
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Strategy::NAMED.into_iter().find(|one| one.1 == text);
        let limit = text.strip_prefix("depth-limited=");
        let limited = limit.and_then(|limit| limit.parse().ok().map(Strategy::DepthLimited));
        named.map(|one| one.0).or(limited).ok_or_else(|| {
            let names = Strategy::NAMED.map(|one| one.1);
            format!(
                "expected depth-limited=K, or one of {}",
                listed(text, &names)
            )
        })
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Strategy::DepthLimited(limit) = self {
            return write!(f, "depth-limited={limit}");
        }
        let named = Strategy::NAMED.into_iter().find(|one| one.0 == *self);
        f.write_str(named.map_or("", |one| one.1))
    }
}

/// What a search did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// States taken from the fringe.
    pub explored: u64,
    /// States that moves led to.
    pub generated: u64,
    /// Those of them, or of the fringe, that were known already: in graph search alone.
    pub met_again: u64,
    /// The most states on the fringe at a time.
    pub largest_fringe: u64,
    /// The most moves from the start.
    pub deepest: u64,
    /// The most bytes that states took.
    pub peak_bytes: u64,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End<M> {
    /// With a solution: its moves, and what they cost.
    Solved {
        /// From the start to a goal.
        moves: Vec<M>,
        /// What they cost together.
        cost: u64,
    },
    /// All states were looked at.
    Exhausted,
    /// All down to the limit of depth were.
    Cut,
    /// A limit was reached.
    Stopped(Stop),
}

/// What a search found, and what it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<M> {
    /// How it ended.
    pub end: End<M>,
    /// What it did.
    pub counts: Counts,
}

/// A space whose search is compiled with this crate, so that a program that calls it need not
/// be optimised itself.
pub trait Compiled: Space {
    /// [`search`] in this space.
    fn search(&self, strategy: Strategy, is_graph: bool, watch: &Watch) -> Found<Self::Move>;
}

macro_rules! compiled {
    ($($space:ty),*) => {
        $(impl Compiled for $space {
            fn search(
                &self,
                strategy: Strategy,
                is_graph: bool,
                watch: &Watch,
            ) -> Found<Self::Move> {
                search(self, strategy, is_graph, watch)
            }
        })*
    };
}

compiled!(
    koutack::Koutack,
    pegs::Pegs<u64>,
    pegs::Pegs<u128>,
    queens::Queens,
    tenpair::TenPair
);

/// Searches the space.
pub fn search<S: Space>(
    space: &S,
    strategy: Strategy,
    is_graph: bool,
    watch: &Watch,
) -> Found<S::Move> {
    let mut counts = Counts::default();
    let deepen = |counts: &mut Counts, limit, is_informed| {
        depth::search(space, limit, is_informed, is_graph, watch, counts)
    };
    let end = match strategy {
        Strategy::DepthFirst => deepen(&mut counts, u64::MAX, false).map(|(end, _)| end),
        Strategy::DepthLimited(limit) => {
            deepen(&mut counts, limit.into(), false).map(|(end, _)| end)
        }
        Strategy::IterativeDeepening | Strategy::IdaStar => {
            let is_informed = strategy == Strategy::IdaStar;
            let first = match is_informed {
                true => space.estimate(&space.start()).unwrap_or(0),
                false => 0,
            };
            let mut limit = u64::from(first);
            loop {
                match deepen(&mut counts, limit, is_informed) {
                    Ok((End::Cut, least)) => limit = least,
                    other => break other.map(|(end, _)| end),
                }
            }
        }
        Strategy::BreadthFirst => wide::search(space, is_graph, watch, &mut counts),
        Strategy::UniformCost => best::search(space, (1, 0), is_graph, watch, &mut counts),
        Strategy::Greedy => best::search(space, (0, 1), is_graph, watch, &mut counts),
        Strategy::AStar => best::search(space, (1, 1), is_graph, watch, &mut counts),
    };
    Found {
        end: end.unwrap_or_else(End::Stopped),
        counts,
    }
}

/// The moves that lead through these states, the start first: each the cheapest that leads
/// to a state which is kept as the next one.
fn replay<S: Space>(
    space: &S,
    states: &[&S::State],
    kept: impl Fn(S::State) -> S::State,
) -> End<S::Move> {
    let mut state = space.start();
    let (mut found, mut moves) = (Vec::new(), Vec::new());
    for next in states.iter().skip(1) {
        moves.clear();
        space.moves(&state, &mut moves);
        let leads = |step: &&S::Move| kept(space.after(&state, **step)) == **next;
        let ways = moves.iter().filter(leads);
        if let Some(&step) = ways.min_by_key(|&&step| space.cost(step)) {
            state = space.after(&state, step);
            found.push(step);
        }
    }
    let cost = cost_of(space, &found);
    End::Solved { moves: found, cost }
}

/// What the moves cost.
fn cost_of<S: Space>(space: &S, moves: &[S::Move]) -> u64 {
    moves.iter().map(|&step| u64::from(space.cost(step))).sum()
}

/// How many states are taken before their work is counted, and between two looks at the
/// clock: a large state may take a millisecond.
const BATCH: u64 = 1 << 12;
const LOOK: u64 = 1 << 5;

/// Counts a state that was taken, and looks at the clock now and then.
fn take(counts: &mut Counts, watch: &Watch) -> Result<(), Stop> {
    counts.explored += 1;
    match counts.explored {
        explored if explored.is_multiple_of(BATCH) => watch.work(BATCH / 4),
        explored if explored.is_multiple_of(LOOK) => watch.check(),
        _ => Ok(()),
    }
}

/// Memory that is asked for before it is taken, and given back with this.
struct Room(Reserved);

impl Room {
    fn new(watch: &Watch) -> Self {
        Room(Reserved::none(watch))
    }

    /// Asks for this number of bytes in all.
    fn hold(&mut self, bytes: usize, counts: &mut Counts) -> Result<(), Stop> {
        self.0.grow(bytes as u64)?;
        counts.peak_bytes = counts.peak_bytes.max(self.0.bytes());
        Ok(())
    }

    /// Room for one more in the vector, which doubles.
    fn push<T>(
        &mut self,
        into: &mut Vec<T>,
        one: T,
        besides: usize,
        counts: &mut Counts,
    ) -> Result<(), Stop> {
        let is_full = into.len() == into.capacity();
        let more = if is_full { into.len().max(1 << 10) } else { 0 };
        if is_full || besides > 0 {
            self.hold((into.capacity() + more) * size_of::<T>() + besides, counts)?;
        }
        into.reserve_exact(more);
        into.push(one);
        Ok(())
    }
}

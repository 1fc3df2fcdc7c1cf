//! Whether there is a solution: depth first, each position once.
//!
//! One thread, one table, no levels: where a start has few pegs this ends in
//! milliseconds, whichever way. The positions that it has seen when it ends
//! without a solution are a closed set, which certifies that there is none,
//! but for positions that weights rule out (`cuts.rs`).

use super::{
    Reachable,
    bits::Bits,
    cuts::{Cuts, Cutting},
    few,
    geometry::Geometry,
    levels::Accepts,
    set::Table,
};
use crate::{
    board::JumpNumber,
    problem::Problem,
    watch::{Stop, Watch},
};

/// What the search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The jumps of a solution, by number.
    Solved(Vec<JumpNumber>),
    /// There is none. The positions that can be reached, if they are no more than
    /// was asked for.
    Unsolvable(Option<Reachable>),
}

/// Searches, with no more than `memory` bytes for positions, and lists up to `most`
/// of them. With `cutting`, weights rule positions out.
///
/// # Errors
/// If a limit was reached, or the board has too many holes.
pub fn decide(
    problem: &Problem,
    memory: u64,
    most: usize,
    cutting: Option<Cutting<'_>>,
    watch: &Watch,
) -> Result<Decision, Stop> {
    let group = few(problem.goal_symmetries());
    let symmetries: Vec<_> = group.iter().map(|symmetry| symmetry.to_vec()).collect();
    with_geometry!(problem, group, geometry => {
        let mut seen = Seen::new(memory, watch);
        let accepts = Accepts::of_marked(problem);
        let accepts = |position| accepts.holds(position);
        // Jumps only take pegs.
        let jumps = problem.n_jumps().map_or(0, |jumps| *jumps.end());
        let mut cuts = Cuts::new(problem, &symmetries, cutting);
        let start = geometry.start;
        let solution = search(&geometry, start, accepts, jumps, &mut seen, &mut cuts, watch)?;
        Ok(match solution {
            Some(jumps) => Decision::Solved(jumps),
            None => {
                let start = geometry.canonical(start);
                if problem.goal().survivors().len() > 1 {
                    return Ok(Decision::Unsolvable(None)); // a list says where one is
                }
                let is_open = |bits| bits == start || !cuts.rules_out(geometry.state(bits).0);
                // Most of them may be ruled out by what was found later.
                let bytes = (seen.len() * size_of_val(&start)) as u64;
                let room = watch.reserve(bytes);
                if seen.len() > most.saturating_mul(SEEN_A_LISTED) || room.is_err() {
                    return Ok(Decision::Unsolvable(None));
                }
                let seen = seen.sorted();
                let mut positions = Vec::new();
                for (number, bits) in seen.into_iter().enumerate() {
                    // What is known counts even if there is no time to list it.
                    let is_over = (number as u64).is_multiple_of(BATCH)
                        && watch.work(BATCH / LISTED_A_UNIT).is_err();
                    if is_over || positions.len() > most {
                        return Ok(Decision::Unsolvable(None));
                    }
                    if is_open(bits) {
                        positions.push(geometry.state(bits));
                    }
                }
                drop(room);
                let bytes = (positions.len() * BYTES_A_LISTED) as u64;
                let is_few = positions.len() <= most && watch.reserve(bytes).is_ok();
                let cuts = cuts.into_known();
                Decision::Unsolvable(is_few.then_some(Reachable {
                    symmetries,
                    positions,
                    cuts,
                }))
            }
        })
    })
}

/// This many times as many positions may be seen as are listed.
const SEEN_A_LISTED: usize = 8;

/// What a listed position takes, in a certificate and in its check too, as measured.
const BYTES_A_LISTED: usize = 213;

/// A position on the way, the line to try next there, and the jump that led to it.
struct Place<B> {
    position: B,
    next: usize,
    by: JumpNumber,
}

/// So many positions are met, or listed, in a unit of work: an estimate.
const POSITIONS_A_UNIT: u64 = 8;
const LISTED_A_UNIT: u64 = 64;

/// Work is counted once for this many positions.
const BATCH: u64 = 1 << 10;

/// The jumps, `most` or fewer, to a position that is accepted. Positions that were seen
/// before, or are cut off, are not gone on from.
pub(super) fn search<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    start: B,
    accepts: impl Fn(B) -> bool,
    most: usize,
    seen: &mut Seen<'_, B>,
    cuts: &mut Cuts<'_>,
    watch: &Watch,
) -> Result<Option<Vec<JumpNumber>>, Stop> {
    if !seen.insert(geometry.canonical(start))? {
        return Ok(None);
    }
    if accepts(start) {
        return Ok(Some(Vec::new()));
    }
    let mut path = vec![Place {
        position: start,
        next: 0,
        by: JumpNumber(0),
    }];
    let mut met = 0;
    while let Some(place) = path.last_mut() {
        let Some((line, by, position)) = geometry.jump_from(place.position, place.next) else {
            path.pop();
            cuts.leave(path.len());
            continue;
        };
        place.next = line + 1;
        met += 1;
        if met % BATCH == 0 {
            watch.work(BATCH / POSITIONS_A_UNIT)?;
        }
        if path.len() > most {
            continue;
        }
        if cuts.rule_out(by) && !accepts(position) || !seen.insert(geometry.canonical(position))? {
            continue;
        }
        if cuts.rows_rule_out(by, geometry.state(position).0) && !accepts(position) {
            continue;
        }
        path.push(Place {
            position,
            next: 0,
            by,
        });
        if accepts(position) {
            return Ok(Some(path[1..].iter().map(|place| place.by).collect()));
        }
        cuts.go_on(by);
        path.truncate(cuts.learn(path[1..].iter().map(|place| place.by))?);
    }
    watch.work(met % BATCH / POSITIONS_A_UNIT)?;
    Ok(None)
}

/// The positions seen so far; the one without pegs, which no table holds, stands apart.
pub(super) struct Seen<'a, B> {
    table: Table<B>,
    has_empty: bool,
    memory: u64,
    watch: &'a Watch,
}

impl<'a, B: Bits> Seen<'a, B> {
    pub(super) fn new(memory: u64, watch: &'a Watch) -> Self {
        Seen {
            table: Table::default(),
            has_empty: false,
            memory,
            watch,
        }
    }

    /// Whether the position is new.
    pub(super) fn insert(&mut self, position: B) -> Result<bool, Stop> {
        match position == B::default() {
            true => Ok(!std::mem::replace(&mut self.has_empty, true)),
            false => self.table.insert(position, self.memory, self.watch),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.table.len() + usize::from(self.has_empty)
    }

    pub(super) fn contains(&self, position: B) -> bool {
        match position == B::default() {
            true => self.has_empty,
            false => self.table.contains(position),
        }
    }

    /// All of them, in no order that means anything.
    pub(super) fn iter(&self) -> impl Iterator<Item = B> + '_ {
        let pegs = self.table.iter();
        pegs.chain(self.has_empty.then(B::default))
    }

    /// All of them, least first.
    fn sorted(self) -> Vec<B> {
        let mut all: Vec<B> = self.iter().collect();
        all.sort_unstable();
        all
    }
}

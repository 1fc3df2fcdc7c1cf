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
    geometry::Geometry,
    levels::Accepts,
    set::{contains, place},
};
use crate::{
    board::JumpNumber,
    problem::Problem,
    watch::{Reserved, Stop, Watch},
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
    let group = problem.goal_symmetries();
    let symmetries: Vec<_> = group.iter().map(|symmetry| symmetry.to_vec()).collect();
    with_geometry!(problem, group, geometry => {
        let mut seen = Seen::new(memory, watch);
        let accepts = Accepts::new(problem);
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
                let is_open = |bits| bits == start || !cuts.rules_out(geometry.state(bits).0);
                // Most of them may be ruled out by what was found later.
                let seen = match seen.len <= most.saturating_mul(SEEN_A_LISTED) {
                    true => seen.sorted(),
                    false => return Ok(Decision::Unsolvable(None)),
                };
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
                let cuts = cuts.into_known();
                Decision::Unsolvable((positions.len() <= most).then_some(Reachable {
                    symmetries,
                    positions,
                    cuts,
                }))
            }
        })
    })
}

/// So many times as many positions may be seen as are listed.
const SEEN_A_LISTED: usize = 8;

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

/// The positions seen so far, in an open-addressing table; a free slot is the
/// position without pegs, which stands apart.
pub(super) struct Seen<'a, B> {
    slots: Vec<B>,
    len: usize,
    has_empty: bool,
    memory: u64,
    room: Reserved,
    watch: &'a Watch,
}

impl<'a, B: Bits> Seen<'a, B> {
    /// The slots of the first table.
    const LEAST: usize = 1 << 10;

    pub(super) fn new(memory: u64, watch: &'a Watch) -> Self {
        Seen {
            slots: Vec::new(),
            len: 0,
            has_empty: false,
            memory,
            room: Reserved::none(watch),
            watch,
        }
    }

    /// Whether the position is new.
    pub(super) fn insert(&mut self, position: B) -> Result<bool, Stop> {
        if position == B::default() {
            self.len += usize::from(!self.has_empty);
            return Ok(!std::mem::replace(&mut self.has_empty, true));
        }
        if 4 * (self.len + 1) > 3 * self.slots.len() {
            self.grow()?;
        }
        let is_new = place(&mut self.slots, position);
        self.len += usize::from(is_new);
        Ok(is_new)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn contains(&self, position: B) -> bool {
        match position == B::default() {
            true => self.has_empty,
            false => contains(&self.slots, position),
        }
    }

    /// All of them, in no order that means anything.
    pub(super) fn iter(&self) -> impl Iterator<Item = B> + '_ {
        let slots = self.slots.iter().copied();
        let pegs = slots.filter(|&slot| slot != B::default());
        pegs.chain(self.has_empty.then(B::default))
    }

    fn grow(&mut self) -> Result<(), Stop> {
        let larger = (2 * self.slots.len()).max(Self::LEAST);
        let bytes = (larger * size_of::<B>()) as u64;
        // Both tables stand side by side while the positions move.
        if bytes + bytes / 2 > self.memory {
            return Err(Stop::Memory(self.memory));
        }
        let room = self.watch.reserve(bytes)?;
        let mut slots = vec![B::default(); larger];
        for &position in self.slots.iter().filter(|&&slot| slot != B::default()) {
            place(&mut slots, position);
        }
        (self.slots, self.room) = (slots, room);
        Ok(())
    }

    /// All of them, least first.
    fn sorted(&self) -> Vec<B> {
        let mut all: Vec<B> = self.iter().collect();
        all.sort_unstable();
        all
    }
}

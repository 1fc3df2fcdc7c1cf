//! The searches that one writes first: every sequence of jumps in turn, depth
//! first or breadth first, without a memory of positions.
//!
//! No one should use them; they are what the models are compared with (M.
//! Persson, *Kan ett datorprogram spela solitär?*, Linköping 2010).

use super::{Stop, Watch, bits::Bits, levels::Accepts};
use crate::problem::Problem;

/// How the search goes through the sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// The jumps in the order of their numbers, each followed to its end.
    DepthFirst,
    /// All sequences of one jump, of two, and so on.
    BreadthFirst,
}

/// What such a search found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sequences {
    /// The first solution, as jump numbers.
    pub jumps: Option<Vec<usize>>,
    /// How many jumps were made.
    pub made: u64,
    /// The most jumps of a sequence.
    pub deepest: usize,
}

/// How many jumps are made between two looks at the clock.
const BATCH: u64 = 1 << 20;

/// Searches. What was found so far is returned besides the reason why it ended.
///
/// Jumps are tried in the order of their numbers, or, by a seed that is not 0, in
/// an order by chance.
pub fn plain(
    problem: &Problem,
    way: Plain,
    seed: u64,
    watch: &Watch,
) -> (Sequences, Result<(), Stop>) {
    match problem.board().n_holes() {
        holes if holes <= 64 => search::<u64>(problem, way, seed, watch),
        holes if holes <= 128 => search::<u128>(problem, way, seed, watch),
        holes => (Sequences::default(), Err(Stop::TooManyHoles(holes))),
    }
}

fn search<B: Bits>(
    problem: &Problem,
    way: Plain,
    seed: u64,
    watch: &Watch,
) -> (Sequences, Result<(), Stop>) {
    let jumps = problem.board().jumps();
    let mut order: Vec<usize> = (0..jumps.len()).collect();
    if seed != 0 {
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
    }
    let masks = |&number: &usize| {
        let jump = &jumps[number];
        [B::holes(jump.holes()), B::holes([jump.from, jump.over])]
    };
    let search = Search::<B> {
        jumps: order.iter().map(masks).collect(),
        accepts: Accepts::new(problem),
        start: B::holes(problem.start().pegs()),
        watch,
    };
    let mut found = Sequences::default();
    let result = match way {
        _ if search.accepts.holds(search.start) => {
            found.jumps = Some(Vec::new());
            Ok(())
        }
        Plain::DepthFirst => search.depth_first(&mut found),
        Plain::BreadthFirst => search.breadth_first(&mut found),
    };
    if let Some(places) = &mut found.jumps {
        places.iter_mut().for_each(|place| *place = order[*place]);
    }
    (found, result)
}

struct Search<'a, B> {
    /// Of each jump the holes, and those of them that must hold a peg.
    jumps: Vec<[B; 2]>,
    accepts: Accepts<B>,
    start: B,
    watch: &'a Watch,
}

impl<B: Bits> Search<'_, B> {
    /// The next jump that can be made, from this number on, and what it leads to.
    fn next(&self, position: B, from: usize) -> Option<(usize, B)> {
        let mut rest = self.jumps[from..].iter().enumerate();
        let found = rest.find(|(_, [holes, pegs])| position & *holes == *pegs);
        found.map(|(offset, &[holes, _])| (from + offset, position ^ holes))
    }

    /// Looks at the clock now and then.
    fn note(&self, made: u64) -> Result<(), Stop> {
        if made.is_multiple_of(BATCH) {
            self.watch.looked_at(BATCH);
            self.watch.check()?;
        }
        Ok(())
    }

    fn depth_first(&self, found: &mut Sequences) -> Result<(), Stop> {
        // Each position on the way with the number of the next jump to try.
        let mut way = vec![(self.start, 0)];
        while let Some(&mut (position, ref mut next)) = way.last_mut() {
            let Some((number, after)) = self.next(position, *next) else {
                way.pop();
                continue;
            };
            *next = number + 1;
            found.made += 1;
            found.deepest = found.deepest.max(way.len());
            if self.accepts.holds(after) {
                found.jumps = Some(way.iter().map(|(_, next)| next - 1).collect());
                return Ok(());
            }
            self.note(found.made)?;
            way.push((after, 0));
        }
        Ok(())
    }

    fn breadth_first(&self, found: &mut Sequences) -> Result<(), Stop> {
        // Every sequence: where it leads, the sequence before, and its last jump.
        let mut all: Vec<(B, usize, usize)> = Vec::new();
        let mut level = vec![(self.start, usize::MAX)];
        let bytes = |n: usize, one: usize| (n * one) as u64;
        let one = size_of::<(B, usize, usize)>();
        let mut room = 0;
        let mut next_in_all = 0;
        while !level.is_empty() {
            self.watch.level(found.deepest);
            let mut next_level = Vec::new();
            for &(position, place) in &level {
                let mut from = 0;
                while let Some((number, after)) = self.next(position, from) {
                    from = number + 1;
                    found.made += 1;
                    self.note(found.made)?;
                    // Vectors double: that is asked for before.
                    if all.len() == room {
                        let more = room.max(1 << 12);
                        self.watch
                            .reserve(bytes(more, one + size_of::<(B, usize)>()))?;
                        room += more;
                        all.reserve_exact(more);
                    }
                    all.push((after, place, number));
                    if self.accepts.holds(after) {
                        found.deepest += 1;
                        found.jumps = Some(sequence(&all, all.len() - 1));
                        return Ok(());
                    }
                    next_level.push((after, next_in_all));
                    next_in_all += 1;
                }
            }
            found.deepest += usize::from(!next_level.is_empty());
            level = next_level;
        }
        Ok(())
    }
}

/// The jumps of a sequence, from the first one on.
fn sequence<B>(all: &[(B, usize, usize)], mut place: usize) -> Vec<usize> {
    let mut jumps = Vec::new();
    while let Some((_, before, number)) = all.get(place) {
        jumps.push(*number);
        place = *before;
    }
    jumps.reverse();
    jumps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        exact::{Found, search},
        problem::named,
        solution::checker,
    };

    fn watched(name: &str, way: Plain, seed: u64, memory: u64) -> (Sequences, Result<(), Stop>) {
        let watch = Watch::new().memory(memory);
        plain(&named(name).unwrap(), way, seed, &watch)
    }

    #[test]
    fn plain_searches_agree_with_the_one_that_remembers() {
        for name in [
            "triangle4/free:0,1",
            "triangle4/free:0,0",
            "square3/free:1,1",
            "ipc2008:p01",
            "ipc2008:p03",
            "rect3x1/pair:2,0:2,0",
            "triangle4/dead-end:0,1",
        ] {
            let problem = named(name).unwrap();
            let solvable = matches!(search(&problem, 1 << 20), Found::Solved(_));
            let ways = [Plain::DepthFirst, Plain::BreadthFirst].into_iter();
            for (way, seed) in ways.flat_map(|way| [(way, 0), (way, 1), (way, 2)]) {
                let (found, result) = watched(name, way, seed, 1 << 30);
                assert_eq!(result, Ok(()), "{name}");
                assert_eq!(found.jumps.is_some(), solvable, "{name}");
                if let Some(jumps) = found.jumps {
                    checker::check_numbers(&problem, &jumps).unwrap();
                    assert!(jumps.len() <= found.deepest);
                }
            }
        }
    }

    #[test]
    fn breadth_first_runs_out_of_memory() {
        let (found, result) = watched("central", Plain::BreadthFirst, 0, 64 << 20);
        assert!(matches!(result, Err(Stop::Memory(_))));
        // 4, 12, 60, 400, 2960, 24600 sequences of so many jumps.
        assert!(found.deepest >= 6 && found.made > 28_000, "{found:?}");
    }
}

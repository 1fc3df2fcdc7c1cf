//! How often play at random wins: of all games, and where each jump is drawn.

use super::{
    Watch,
    bits::Bits,
    geometry::{Direction, Geometry},
    levels::Accepts,
};
use crate::watch::Stop;

/// What games from the start come to. A game ends where the goal is reached, or no jump is possible.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chances {
    /// How many games there are, as sequences of jumps; `None` if more than 128 bits count.
    pub games: Option<u128>,
    /// How many of them reach the goal.
    pub won: Option<u128>,
    /// How likely the goal is reached where each jump is drawn from those that are possible, all
    /// alike.
    pub by_chance: f64,
}

/// A position that stands for its images: in how many ways games come to one of them, and how
/// likely a game does.
type Reached<B> = (B, Option<u128>, f64);

/// How many positions are looked at between two looks at the watch.
const A_LOOK: usize = 1 << 12;

pub(super) fn chances<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    accepts: &Accepts<B>,
    watch: &Watch,
) -> Result<Chances, Stop> {
    let mut chances = Chances {
        games: Some(0),
        won: Some(0),
        by_chance: 0.0,
    };
    let mut level: Vec<Reached<B>> = vec![(geometry.canonical(geometry.start), Some(1), 1.0)];
    for jumps in 1.. {
        if level.is_empty() {
            break;
        }
        watch.level(jumps);
        let mut room = watch.reserve(0)?;
        let mut next: Vec<Reached<B>> = Vec::new();
        for (number, &(position, ways, chance)) in level.iter().enumerate() {
            if number % A_LOOK == 0 {
                watch.work(1)?;
                room.grow((next.capacity() * size_of::<Reached<B>>()) as u64)?;
            }
            if accepts.holds(position) {
                chances.won = sum(chances.won, ways);
                chances.games = sum(chances.games, ways);
                chances.by_chance += chance;
                continue;
            }
            let before = next.len();
            let images = geometry.images(position);
            let each = |after| next.push((after, ways, chance));
            let count = geometry.neighbours(position, &images, Direction::Forward, each);
            if count == 0 {
                chances.games = sum(chances.games, ways);
            }
            let share = chance / count.max(1) as f64;
            next[before..]
                .iter_mut()
                .for_each(|reached| reached.2 = share);
        }
        // Stable, so that the same numbers are added in the same order.
        next.sort_by_key(|reached| reached.0);
        next.dedup_by(|one, kept| {
            let is_same = one.0 == kept.0;
            if is_same {
                kept.1 = sum(kept.1, one.1);
                kept.2 += one.2;
            }
            is_same
        });
        level = next;
    }
    Ok(chances)
}

fn sum(one: Option<u128>, other: Option<u128>) -> Option<u128> {
    one?.checked_add(other?)
}

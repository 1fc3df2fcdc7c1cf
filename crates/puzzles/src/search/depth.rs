//! Depth first, down to a limit of depth or of cost and estimate together.

use super::{Counts, End, Room, Space, cost_of, store::Store, take};
use pegsat::watch::{Stop, Watch};

/// A state on the fringe.
struct Entry<S: Space> {
    state: S::State,
    /// The move that led to it; none for the start.
    step: Option<S::Move>,
    depth: u32,
    cost: u32,
}

/// How it ended, and the least that was beyond the limit. In graph search a state that is
/// met again is taken again only if it is met nearer to the start, as there is a limit then.
pub(super) fn search<S: Space>(
    space: &S,
    limit: u64,
    is_informed: bool,
    is_graph: bool,
    watch: &Watch,
    counts: &mut Counts,
) -> Result<(End<S::Move>, u64), Stop> {
    let mut seen = Store::new(watch);
    let mut nearest: Vec<u32> = Vec::new();
    let (mut room, mut near_room) = (Room::new(watch), Room::new(watch));
    let mut fringe: Vec<Entry<S>> = vec![Entry {
        state: space.start(),
        step: None,
        depth: 0,
        cost: 0,
    }];
    let (mut heap, mut beyond) = (0, u64::MAX);
    let mut way: Vec<S::Move> = Vec::new();
    let mut moves: Vec<S::Move> = Vec::new();
    while let Some(Entry {
        state,
        step,
        depth,
        cost,
    }) = fringe.pop()
    {
        heap -= step.map_or(0, |_| space.heap(&state));
        take(counts, watch)?;
        way.truncate((depth as usize).saturating_sub(1));
        way.extend(step);
        counts.deepest = counts.deepest.max(depth.into());
        if space.is_goal(&state) {
            let cost = cost_of(space, &way);
            return Ok((End::Solved { moves: way, cost }, beyond));
        }
        let reach = if is_informed { cost } else { depth };
        if is_graph {
            let kept = space.representative(state.clone());
            let bytes = space.heap(&kept);
            let (number, is_new) = seen.insert(kept, bytes, counts)?;
            if is_new && limit < u64::MAX {
                near_room.push(&mut nearest, reach, 0, counts)?;
            } else if !is_new {
                let nearer = nearest.get_mut(number).filter(|nearest| reach < **nearest);
                let Some(nearest) = nearer else {
                    counts.met_again += 1;
                    continue;
                };
                *nearest = reach;
            }
        }
        moves.clear();
        space.moves(&state, &mut moves);
        if !space.is_stacked() {
            moves.reverse();
        }
        for &step in &moves {
            let next = space.after(&state, step);
            counts.generated += 1;
            let (depth, cost) = (depth + 1, cost.saturating_add(space.cost(step)));
            let reach = match is_informed {
                false => u64::from(depth),
                true => match space.estimate(&next) {
                    None => continue,
                    Some(rest) => u64::from(cost) + u64::from(rest),
                },
            };
            if reach > limit {
                beyond = beyond.min(reach);
                continue;
            }
            heap += space.heap(&next);
            let entry = Entry {
                state: next,
                step: Some(step),
                depth,
                cost,
            };
            room.push(&mut fringe, entry, heap, counts)?;
        }
        counts.largest_fringe = counts.largest_fringe.max(fringe.len() as u64);
    }
    Ok(match beyond {
        u64::MAX => (End::Exhausted, beyond),
        _ => (End::Cut, beyond),
    })
}

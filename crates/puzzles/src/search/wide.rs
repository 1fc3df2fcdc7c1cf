//! Breadth first: level by level.

use super::{Counts, End, Room, Space, cost_of, replay, store::Store, take};
use pegsat::watch::{Stop, Watch};

pub(super) fn search<S: Space>(
    space: &S,
    is_graph: bool,
    watch: &Watch,
    counts: &mut Counts,
) -> Result<End<S::Move>, Stop> {
    match is_graph {
        true => graph(space, watch, counts),
        false => tree(space, watch, counts),
    }
}

/// The states stand in the order in which they were met, so that they are the fringe as
/// well, from the next one on. Who led to a state is not kept: it is found again in the
/// level before.
fn graph<S: Space>(space: &S, watch: &Watch, counts: &mut Counts) -> Result<End<S::Move>, Stop> {
    let mut states = Store::new(watch);
    let start = space.representative(space.start());
    let heap = space.heap(&start);
    states.insert(start, heap, counts)?;
    // Where each level begins.
    let mut levels = vec![0];
    let (mut next, mut moves) = (0, Vec::new());
    while next < states.len() {
        if levels.last() == Some(&next) {
            counts.deepest = levels.len() as u64 - 1;
            levels.push(states.len());
        }
        take(counts, watch)?;
        let state = states.get(next).clone();
        if space.is_goal(&state) {
            levels.pop();
            let mut numbers = way(space, &states, &levels, next);
            numbers.reverse();
            let states: Vec<&S::State> = numbers.into_iter().map(|n| states.get(n)).collect();
            return Ok(replay(space, &states, |state| space.representative(state)));
        }
        moves.clear();
        space.moves(&state, &mut moves);
        for &step in &moves {
            let after = space.representative(space.after(&state, step));
            counts.generated += 1;
            let heap = space.heap(&after);
            let (_, is_new) = states.insert(after, heap, counts)?;
            counts.met_again += u64::from(!is_new);
        }
        next += 1;
        counts.largest_fringe = counts.largest_fringe.max((states.len() - next) as u64);
    }
    Ok(End::Exhausted)
}

/// The states that lead to this one, itself first: each the first of the level before from
/// which a move leads on.
fn way<S: Space>(space: &S, states: &Store<S::State>, levels: &[usize], goal: usize) -> Vec<usize> {
    let mut way = vec![goal];
    let mut moves = Vec::new();
    let mut is_before = |from: usize, to: usize| {
        moves.clear();
        space.moves(states.get(from), &mut moves);
        let mut after = moves
            .iter()
            .map(|&step| space.after(states.get(from), step));
        after.any(|after| space.representative(after) == *states.get(to))
    };
    for level in levels.windows(2).rev() {
        let to = way[way.len() - 1];
        way.extend((level[0]..level[1]).find(|&from| is_before(from, to)));
    }
    way
}

/// Every sequence of moves by itself.
fn tree<S: Space>(space: &S, watch: &Watch, counts: &mut Counts) -> Result<End<S::Move>, Stop> {
    /// A state, the number of the one before, and the move between.
    type Node<S> = (<S as Space>::State, u32, Option<<S as Space>::Move>);
    let mut nodes: Vec<Node<S>> = vec![(space.start(), 0, None)];
    let (mut room, mut heap) = (Room::new(watch), 0);
    let (mut next, mut moves) = (0, Vec::new());
    let mut level_ends = 1;
    while next < nodes.len() {
        if next == level_ends {
            counts.deepest += 1;
            level_ends = nodes.len();
        }
        take(counts, watch)?;
        if space.is_goal(&nodes[next].0) {
            let mut found = Vec::new();
            let mut number = next;
            while let (_, before, Some(step)) = &nodes[number] {
                found.push(*step);
                number = *before as usize;
            }
            found.reverse();
            let cost = cost_of(space, &found);
            return Ok(End::Solved { moves: found, cost });
        }
        moves.clear();
        space.moves(&nodes[next].0, &mut moves);
        let before = u32::try_from(next).map_err(|_| Stop::Memory(u64::MAX))?;
        for &step in &moves {
            let after = space.after(&nodes[next].0, step);
            counts.generated += 1;
            heap += space.heap(&after);
            room.push(&mut nodes, (after, before, Some(step)), heap, counts)?;
        }
        next += 1;
        counts.largest_fringe = counts.largest_fringe.max((nodes.len() - next) as u64);
    }
    Ok(End::Exhausted)
}

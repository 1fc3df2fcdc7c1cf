//! The best first: by the cost so far, an estimate of the rest, or both.

use super::{Counts, End, Room, Space, replay, store::Store, take};
use pegsat::watch::{Stop, Watch};
use std::{cmp::Reverse, collections::BinaryHeap};

/// What is kept of a state besides: the one before, moves from the start, and their cost.
#[derive(Default)]
struct Node {
    before: u32,
    depth: u32,
    cost: u64,
}

/// A state on the fringe: its priority, when it was met, its number, and the cost then.
type Entry = Reverse<(u64, u64, u32, u64)>;

/// By `(a, b)`: the least of a times the cost so far and b times the estimate; of those that
/// are alike the one that was met first. In graph search a state that is met again more
/// cheaply is taken again.
pub(super) fn search<S: Space>(
    space: &S,
    (so_far, rest): (u64, u64),
    is_graph: bool,
    watch: &Watch,
    counts: &mut Counts,
) -> Result<End<S::Move>, Stop> {
    let mut states = Store::new(watch);
    let mut nodes: Vec<Node> = Vec::new();
    let (mut node_room, mut fringe_room) = (Room::new(watch), Room::new(watch));
    let mut fringe: BinaryHeap<Entry> = BinaryHeap::new();
    let kept = |state: S::State| match is_graph {
        true => space.representative(state),
        false => state,
    };
    let priority = |state: &S::State, cost: u64| -> Option<u64> {
        let estimate = match rest {
            0 => 0,
            _ => u64::from(space.estimate(state)?),
        };
        Some(so_far * cost + rest * estimate)
    };
    let start = kept(space.start());
    let Some(first) = priority(&start, 0) else {
        return Ok(End::Exhausted);
    };
    let heap = space.heap(&start);
    states.insert(start, heap, counts)?;
    node_room.push(&mut nodes, Node::default(), 0, counts)?;
    fringe.push(Reverse((first, 0, 0, 0)));
    let (mut met, mut moves) = (0, Vec::new());
    while let Some(Reverse((_, _, number, cost))) = fringe.pop() {
        let Node {
            depth, cost: least, ..
        } = nodes[number as usize];
        if least < cost {
            continue; // it was met more cheaply since
        }
        take(counts, watch)?;
        counts.deepest = counts.deepest.max(depth.into());
        let state = states.get(number as usize).clone();
        if space.is_goal(&state) {
            let way = way(&nodes, number as usize, depth).into_iter();
            let states: Vec<&S::State> = way.map(|n| states.get(n)).collect();
            return Ok(replay(space, &states, kept));
        }
        moves.clear();
        space.moves(&state, &mut moves);
        for &step in &moves {
            let after = kept(space.after(&state, step));
            counts.generated += 1;
            let cost = cost + u64::from(space.cost(step));
            let Some(priority) = priority(&after, cost) else {
                continue;
            };
            let heap = space.heap(&after);
            let (place, is_new) = match is_graph {
                true => states.insert(after, heap, counts)?,
                false => (states.push(after, heap, counts)?, true),
            };
            let node = Node {
                before: number,
                depth: depth + 1,
                cost,
            };
            if is_new {
                node_room.push(&mut nodes, node, 0, counts)?;
            } else {
                counts.met_again += 1;
                if so_far == 0 || cost >= nodes[place].cost {
                    continue;
                }
                nodes[place] = node;
            }
            met += 1;
            let room = (fringe.len() + 1).next_power_of_two() * size_of::<Entry>();
            fringe_room.hold(room, counts)?;
            let place = u32::try_from(place).map_err(|_| Stop::Memory(u64::MAX))?;
            fringe.push(Reverse((priority, met, place, cost)));
        }
        counts.largest_fringe = counts.largest_fringe.max(fringe.len() as u64);
    }
    Ok(End::Exhausted)
}

/// The numbers of the states on the way to this one, which is so deep.
fn way(nodes: &[Node], number: usize, depth: u32) -> Vec<usize> {
    let mut way = vec![number];
    for _ in 0..depth {
        way.push(nodes[way[way.len() - 1]].before as usize);
    }
    way.reverse();
    way
}

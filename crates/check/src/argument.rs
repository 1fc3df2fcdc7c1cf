//! Arguments that need no search: parity and weights.
//!
//! **The last peg.** A jump leaves a peg where it lands, so the empty board is
//! reached from no other position.
//!
//! **Parity.** In a set of holes that meets every jump in none or two of its
//! three holes, the number of pegs stays even or odd. If the start and the final
//! positions differ there, none can be reached.
//!
//! **Track.** The peg that must survive is only moved by its own jumps, each from a
//! hole to the next but one in a line; where no such jumps lead it does not end.
//!
//! **Weights.** Give every hole a weight. A jump changes the sum over the pegs
//! by w(to) - w(from) - w(over). If that is never more than 0 (a pagoda
//! function), the sum cannot rise, and final positions that are worth more than
//! the start cannot be reached.
//!
//! **Bounds.** If it is known that jump j is made at least l(j) and at most u(j)
//! times, the sum at the end is at most that of the start plus, for every jump,
//! its change times u(j) where it is positive and l(j) where it is negative. At
//! first l = 0, and u is the number of pegs that the start has to lose. A tree
//! of cases, 'at most k times' or 'more than k times', bounds them further; in
//! every leaf the sum must stay below all final positions. A tree of one leaf
//! whose weights never rise is a pagoda function.
//!
//! **Ends.** Let the start differ from every final position in a set R of holes, by a
//! hole of R that all of them have otherwise, or, where R is the whole board, because
//! the start is not final. Then some jump touches R. The first one that does finds R
//! as it is at the start, the last one leaves it as it is at the end. So of the jumps
//! that touch R and are possible at the start as far as R tells, one is made at
//! least; and so of those that can be last. Where a leaf names R with two numbers
//! a, b ≥ 0, the change of each jump of the first kind counts a more, and of each of
//! the second b more. As one of each is made, that is a + b too much at least, which
//! is taken from what can be reached.
//!
//! **Tables.** Let T give a number to each way in which the holes of a set can be filled. A
//! jump that touches none of them does not change it. Of every other one c(j) is the most that
//! it changes it, however the holes of the set besides its own are filled. So the sum of
//! c(j) x(j), where a solution makes jump j x(j) times, is at least what T says of the end less
//! what it says of the start: that is added to what weights say, c(j) to their changes.
//!
//! **Rounding.** Let a solution make jump j x(j) times. Weights, with or without sets of
//! changed holes, are a row: the sum of c(j) x(j) is at least r. A sum of rows is a row. As
//! the x(j) are whole and not negative, so is a row whose c(j) and r are divided by the same
//! positive number and rounded up (Chvátal and Gomory). A leaf may add such rows, each a
//! number of times that is not negative.

use crate::{
    Rejection,
    board::{Board, Claim, Finals, Named, count},
    reject,
    rows::{Rounded, Row, Sum, by_weights, check_weights, rise, round, row},
};
use serde::Deserialize;
use std::collections::HashMap;

/// An argument about some final positions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// Only those with a single peg, in this hole; null for all of them.
    finish: Option<usize>,
    by: Argument,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Argument {
    /// All final positions are the empty board, and the start is not.
    LastPeg,
    /// The set of holes.
    Parity(Vec<usize>),
    /// Sets of holes, for one peg anywhere: each finish that one of them tells from
    /// the start is argued by that.
    Parities(Vec<Vec<usize>>),
    /// The nodes of the tree, the root first; children come after their parent.
    Weights(Vec<Node>),
    /// Rows that are rounded, and a tree whose leaves may add them.
    CuttingPlanes {
        rounded: Vec<Rounded>,
        tree: Vec<Node>,
    },
    /// The peg that must survive cannot come to the finish, whatever is jumped over.
    Track,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Node {
    /// The weight of every hole.
    Leaf(Vec<i64>),
    /// The same, and what is added to them.
    Ends(Sum),
    /// Two cases: the jump from the first hole to the second is made at most
    /// `at_most` times, or more often.
    Branch {
        jump: Named,
        at_most: i64,
        then: usize,
        otherwise: usize,
    },
}

/// Least and most times of those jumps that a branch has bounded.
type Bounds = HashMap<usize, (i64, i64)>;

/// Checks all cases. Returns the kinds that they may call themselves.
pub(crate) fn check(claim: Claim<'_>, cases: &[Case]) -> Result<(&'static str, String), Rejection> {
    let Claim { board, finals, .. } = claim;
    // Where the peg that must survive can come, if one must.
    let track = claim.start.survivor().map(|peg| board.track(peg));
    let mut kind = "position-class";
    let mut checked = vec![false; board.n];
    let mut all = false;
    for case in cases {
        let one_peg;
        let one_anywhere = finals.pegs_anywhere() == Some(1);
        if let (None, true, Argument::Parities(sets)) = (case.finish, one_anywhere, &case.by) {
            by_parities(claim, sets, &mut checked)?;
            continue;
        }
        if let (None, Argument::Track) = (case.finish, &case.by) {
            let Some(track) = &track else {
                return reject("no peg must survive, whose track would say something");
            };
            kind = "track";
            all |= by_track(board, finals, track, &mut checked);
            continue;
        }
        let claim = match case.finish {
            None => {
                all = true;
                claim
            }
            Some(hole) if one_anywhere && hole < board.n => {
                checked[hole] = true;
                one_peg = Finals::one_peg(board, hole);
                Claim {
                    finals: &one_peg,
                    ..claim
                }
            }
            Some(hole) => {
                return reject(format!(
                    "a case for the finish {hole} says nothing of the goal"
                ));
            }
        };
        match &case.by {
            Argument::LastPeg => {
                if count(&claim.start.pegs) == 0 || !claim.finals.are_empty() {
                    return reject("it is not about the empty board");
                }
                kind = "last-peg";
            }
            Argument::Parity(holes) => parity(claim, holes)?,
            Argument::Parities(_) => {
                return reject("parity sets for every finish say nothing of another goal");
            }
            Argument::Track => {
                return reject("a track says nothing of one finish alone");
            }
            Argument::Weights(nodes) => {
                weights(claim, nodes, &[])?;
                kind = stronger(kind, kind_of(board, nodes));
            }
            Argument::CuttingPlanes { rounded, tree } => {
                let rows = round(claim, rounded)?;
                weights(claim, tree, &rows)?;
                kind = "cutting-planes";
            }
        }
    }
    // One peg may be argued hole by hole; of another goal no hole is ever checked.
    if !all && let Some(hole) = checked.iter().position(|&hole| !hole) {
        return reject(format!("it has no case for the finish {hole}"));
    }
    let plural = if cases.len() == 1 { "" } else { "s" };
    Ok((kind, format!("{} case{plural}", cases.len())))
}

/// Kinds of weights, the weakest first: a certificate is called by its strongest case.
const STRENGTHS: [&str; 5] = ["pagoda", "jump-bounds", "ends", "tables", "cutting-planes"];

/// The stronger of two kinds; those that need no weights give way.
fn stronger(one: &'static str, other: &'static str) -> &'static str {
    let strength = |kind: &&str| STRENGTHS.iter().position(|known| known == kind);
    [one, other].into_iter().max_by_key(strength).unwrap_or(one)
}

/// What weights are called that have no rows.
fn kind_of(board: &Board, nodes: &[Node]) -> &'static str {
    let has = |what: &dyn Fn(&Sum) -> bool| {
        let is_one = |node: &Node| matches!(node, Node::Ends(sum) if what(sum));
        nodes.iter().any(is_one)
    };
    match nodes {
        _ if has(&|sum| !sum.tables.is_empty()) => "tables",
        _ if has(&|_| true) => "ends",
        // One leaf, whose weights no jump lets rise.
        [Node::Leaf(weights)]
            if check_weights(board, weights).is_ok()
                && board.jumps.iter().all(|jump| rise(weights, jump) <= 0) =>
        {
            "pagoda"
        }
        _ => "jump-bounds",
    }
}

/// Notes the finishes that the peg which must survive never comes to; of a picture, whether it
/// leaves that peg no place.
fn by_track(board: &Board, finals: &Finals, track: &[bool], checked: &mut [bool]) -> bool {
    let Some(picture) = &finals.picture else {
        (0..board.n).for_each(|hole| checked[hole] |= !track[hole]);
        return false;
    };
    // The one peg that is left would have to be where it never comes.
    (0..board.n).any(|hole| picture[hole] == Some(true) && !track[hole])
        || (0..board.n).all(|hole| picture[hole] == Some(false) || !track[hole])
}

/// Notes the finishes that some of these sets tell from the start.
fn by_parities(
    claim: Claim<'_>,
    sets: &[Vec<usize>],
    checked: &mut [bool],
) -> Result<(), Rejection> {
    let (board, start) = (claim.board, &claim.start.pegs);
    for holes in sets {
        let set = parity_set(board, holes)?;
        let at_start = (0..board.n).filter(|&hole| set[hole] && start[hole]);
        let at_start = at_start.count() % 2;
        for hole in 0..board.n {
            checked[hole] |= usize::from(set[hole]) != at_start;
        }
    }
    Ok(())
}

/// A set that meets every jump in none or two of its holes.
pub(crate) fn parity_set(board: &Board, holes: &[usize]) -> Result<Vec<bool>, Rejection> {
    let set = board.position(holes, "parity set")?;
    for jump in &board.jumps {
        let met = [jump.from, jump.over, jump.to].map(|hole| set[hole]);
        if count(&met) % 2 == 1 {
            return reject(format!(
                "the parity set meets the jump {}-{} in an odd number of holes",
                jump.from, jump.to
            ));
        }
    }
    Ok(set)
}

fn parity(claim: Claim<'_>, holes: &[usize]) -> Result<(), Rejection> {
    let (board, start) = (claim.board, &claim.start.pegs);
    let set = parity_set(board, holes)?;
    let Some(picture) = &claim.finals.picture else {
        return reject("parity says nothing of a number of pegs anywhere");
    };
    if let Some(hole) = (0..board.n).find(|&hole| set[hole] && picture[hole].is_none()) {
        return reject(format!(
            "the goal leaves hole {hole} of the parity set open"
        ));
    }
    let at_start = (0..board.n).filter(|&hole| set[hole] && start[hole]);
    let at_end = (0..board.n).filter(|&hole| set[hole] && picture[hole] == Some(true));
    if at_start.count() % 2 == at_end.count() % 2 {
        return reject("start and goal have the same parity in the set");
    }
    Ok(())
}

fn weights(claim: Claim<'_>, nodes: &[Node], rows: &[Row]) -> Result<(), Rejection> {
    let pegs = count(&claim.start.pegs);
    let Some(most) = pegs.checked_sub(claim.finals.fewest_pegs()) else {
        return Ok(()); // the goal has more pegs: nothing can be reached
    };
    let first = (0, most as i64);
    let mut bounds = Bounds::new();
    let mut open = vec![Visit::Node(0, None)];
    let mut seen = vec![false; nodes.len()];
    while let Some(visit) = open.pop() {
        let number = match visit {
            Visit::Node(number, None) => number,
            Visit::Node(number, Some((jump, bound))) => {
                open.push(Visit::Back(jump, bounds.insert(jump, bound)));
                number
            }
            Visit::Back(jump, before) => {
                match before {
                    Some(before) => bounds.insert(jump, before),
                    None => bounds.remove(&jump),
                };
                continue;
            }
        };
        let bound = |jump: usize| *bounds.get(&jump).unwrap_or(&first);
        match nodes.get(number) {
            None => return reject(format!("its tree has no node {number}")),
            Some(_) if std::mem::replace(&mut seen[number], true) => {
                return reject(format!("node {number} is the child of two nodes"));
            }
            Some(Node::Leaf(weights)) => leaf(number, by_weights(claim, weights), bound)?,
            Some(Node::Ends(sum)) => leaf(number, row(claim, sum, rows), bound)?,
            Some(Node::Branch {
                jump,
                at_most,
                then,
                otherwise,
            }) => {
                let Some(jump) = claim.board.named(*jump) else {
                    return reject(format!("node {number} names a jump that is not there"));
                };
                let (low, high) = bound(jump);
                let below = (low, high.min(*at_most));
                let above = (low.max(at_most.saturating_add(1)), high);
                open.push(Visit::Node(*then, Some((jump, below))));
                open.push(Visit::Node(*otherwise, Some((jump, above))));
            }
        }
    }
    Ok(())
}

/// A step of the walk over a tree, depth first.
enum Visit {
    /// A node, with a bound that its branch gives a jump.
    Node(usize, Option<(usize, (i64, i64))>),
    /// The way back: a jump's bound as it was before.
    Back(usize, Option<(i64, i64)>),
}

/// Accepts that no times within the bounds fulfil this node's row.
fn leaf(
    number: usize,
    row: Result<Option<Row>, Rejection>,
    bound: impl Fn(usize) -> (i64, i64),
) -> Result<(), Rejection> {
    row.and_then(|row| row.map_or(Ok(()), |row| row.refute(bound)))
        .map_err(|Rejection(reason)| Rejection(format!("node {number}: {reason}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Picture, Survivor, ends};

    /// Whether the track alone shows that the first of two pegs, which can only come to the
    /// third hole, does not end in such a picture.
    fn shown(filled: &[usize], either: &[usize]) -> bool {
        let board = Board::new("square", &[(0, 0), (1, 0), (2, 0)], None).unwrap();
        let goal = Goal {
            picture: Some(Picture {
                filled: filled.to_vec(),
                either: either.to_vec(),
            }),
            survivor: Some(Survivor { peg: 0, at: None }),
            ..Goal::default()
        };
        let (start, finals) = ends(&board, &[0, 1], &goal).unwrap();
        let case = Case {
            finish: None,
            by: Argument::Track,
        };
        let claim = Claim {
            board: &board,
            start: &start,
            finals: &finals,
        };
        check(claim, &[case]).is_ok()
    }

    #[test]
    fn a_track_speaks_of_every_hole_that_the_picture_leaves_to_the_peg() {
        assert!(!shown(&[], &[0, 1, 2]) && !shown(&[], &[2]) && !shown(&[2], &[]));
        assert!(shown(&[], &[1]) && shown(&[1], &[]) && shown(&[1], &[2]));
    }
}

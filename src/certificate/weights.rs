//! Weights that tell the start from the goal: pagoda functions (Conway), bounds
//! on how often each jump is made (after Kiyomi and Matsui, *Integer programming
//! based algorithms for peg solitaire problems*, 2001), and a solution's ends
//! ([`super::ends`]).
//!
//! [`pegsat_check`]'s `argument.rs` says what the weights of a leaf must
//! fulfil. That is a linear program in the weights: to find the largest margin
//! by which the final positions are worth more than the start can become. Its
//! dual is the linear program of how often each jump is made, whose solutions
//! must be integers; where they are not, and break no row of a solution's ends and no
//! rounded row ([`super::rounding`]), a jump with a broken number is bounded from below
//! or from above, which makes a tree.
//!
//! The program is solved in floating point. Its weights are multiplied by 1, 2,
//! …, rounded, and believed only if the integers fulfil what they must.

use super::{
    ends::{self, Ends},
    rounding::{self, Part, Rounded},
    separation::{EndsOf, Node, RoundedOf, Separation, Sum},
};
use crate::{
    board::JumpNumber,
    exact::{self, Cut, Half},
    problem::Problem,
    watch::{Stop, Watch},
};
use std::collections::HashMap;

/// How far a tree may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trees {
    /// The most nodes: 1 for no bounds of jumps, 0 for no weights.
    pub nodes: usize,
    /// What is looked at besides.
    pub besides: Besides,
}

/// What a tree's linear programs have besides the bounds of jumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub enum Besides {
    /// Nothing.
    Nothing,
    /// A solution's ends.
    Ends,
    /// These, and rounded rows.
    Rounded,
}

/// The bounds of jumps that have any besides the first ones, by number.
pub(super) type Bounds = HashMap<usize, (i64, i64)>;

/// A tree that shows the goal out of reach. `None` if there is no such tree, or it is not
/// found.
///
/// # Errors
/// If the watch ends it.
pub fn separating_weights(
    problem: &Problem,
    trees: Trees,
    watch: &Watch,
) -> Result<Option<Separation>, Stop> {
    if trees.nodes == 0 {
        return Ok(None);
    }
    let mut tree = Tree::new(problem, trees, watch);
    let mut nodes: Vec<Node> = vec![Node::Leaf(Vec::new())];
    let mut open: Vec<(usize, Bounds)> = vec![(0, Bounds::new())];
    while let Some((number, bounds)) = open.pop() {
        let (jump, at_most) = match tree.settle(&bounds)? {
            Settled::Leaf(leaf) => {
                nodes[number] = leaf;
                continue;
            }
            Settled::Open(branch) if nodes.len() + 2 <= trees.nodes => branch,
            Settled::Open(_) | Settled::Nothing => return Ok(None),
        };
        let ends = problem.board().jump(JumpNumber(jump));
        nodes[number] = Node::Branch {
            jump: (ends.from, ends.to),
            at_most,
            then: nodes.len(),
            otherwise: nodes.len() + 1,
        };
        let (low, high) = *bounds.get(&jump).unwrap_or(&(0, tree.most));
        let mut below = bounds.clone();
        below.insert(jump, (low, at_most));
        let mut above = bounds;
        above.insert(jump, (at_most + 1, high));
        open.extend([(nodes.len(), below), (nodes.len() + 1, above)]);
        nodes.extend([Node::Leaf(Vec::new()), Node::Leaf(Vec::new())]);
    }
    let rounded = tree.rounded_of(&mut nodes);
    Ok(Some(Separation { nodes, rounded }))
}

/// Weights by which the start is worth too little to win: no jump raises their sum, and one
/// that can be the last lowers it; with rounded rows if nothing else will do. `None` if there
/// are none, or they are not found.
///
/// # Errors
/// If the watch ends it.
pub fn cut(problem: &Problem, watch: &Watch) -> Result<Option<Cut>, Stop> {
    let trees = Trees {
        nodes: 1,
        besides: Besides::Rounded,
    };
    let mut tree = Tree {
        first: false,
        ..Tree::new(problem, trees, watch)
    };
    let none = Bounds::new();
    for round in 0.. {
        if let Some(leaf) = tree.leaf(&none)? {
            return Ok(Some(tree.cut_of(leaf)));
        }
        if round == ROUNDINGS {
            break;
        }
        let known = tree.rounded.len();
        let Some(times) = tree.times(&none)? else {
            return Ok(None);
        };
        let (ends, rounded) = (&tree.ends, &tree.rounded);
        let rows = rounding::broken(problem, ends, rounded, tree.first, &times, watch)?;
        tree.rounded.extend(rows);
        if tree.rounded.len() == known {
            break;
        }
    }
    Ok(None)
}

/// How often rows are rounded for a cut: in all these are fewer than a cut may have.
const ROUNDINGS: usize = exact::MOST_ROWS / rounding::AT_A_TIME;

/// What became of a node.
enum Settled {
    Leaf(Node),
    /// A jump that is to be bounded, and how often it is made at most in one case.
    Open((usize, i64)),
    Nothing,
}

/// A tree that grows.
pub(super) struct Tree<'a> {
    pub(super) problem: &'a Problem,
    pub(super) watch: &'a Watch,
    /// The most jumps of a solution.
    pub(super) most: i64,
    /// Sets whose ends are looked at in every node.
    pub(super) ends: Vec<Ends>,
    /// Rows that are added in every node.
    pub(super) rounded: Vec<Rounded>,
    /// Whether something is taken from first jumps, as from last ones.
    pub(super) first: bool,
    pub(super) trees: Trees,
}

/// The most times that sets are looked for in a node, and the most sets in all.
const SEPARATIONS: usize = 4;
const MOST_SETS: usize = 200;

impl<'a> Tree<'a> {
    fn new(problem: &'a Problem, trees: Trees, watch: &'a Watch) -> Self {
        let ends = ends::of_all(problem).filter(|_| trees.besides >= Besides::Ends);
        Tree {
            problem,
            watch,
            most: problem.n_jumps().map_or(0, |jumps| *jumps.end()) as i64,
            ends: ends.into_iter().collect(),
            rounded: Vec::new(),
            first: true,
            trees,
        }
    }

    fn settle(&mut self, bounds: &Bounds) -> Result<Settled, Stop> {
        let mut separations = match self.trees.besides {
            Besides::Nothing => 0,
            _ => SEPARATIONS,
        };
        loop {
            if let Some(leaf) = self.leaf(bounds)? {
                return Ok(Settled::Leaf(leaf));
            }
            if self.trees.nodes == 1 {
                return Ok(Settled::Nothing); // one linear program is all
            }
            let Some(times) = self.times(bounds)? else {
                return Ok(Settled::Nothing);
            };
            if separations == 0 || !self.separate(&times)? {
                return Ok(most_broken(&times).map_or(Settled::Nothing, Settled::Open));
            }
            separations -= 1;
        }
    }

    /// Adds sets whose rows these numbers of jumps break, or rounded rows; whether there are
    /// new ones.
    fn separate(&mut self, times: &[f64]) -> Result<bool, Stop> {
        let known = self.ends.len();
        if known < MOST_SETS {
            for ends in ends::broken(self.problem, times, self.watch)? {
                if !self.ends.contains(&ends) {
                    self.ends.push(ends);
                }
            }
        }
        if self.ends.len() > known {
            return Ok(true);
        }
        let known = self.rounded.len();
        if self.trees.besides == Besides::Rounded && known < rounding::MOST_ROWS {
            let (ends, rounded) = (&self.ends, &self.rounded);
            let rows =
                rounding::broken(self.problem, ends, rounded, self.first, times, self.watch)?;
            self.rounded.extend(rows);
        }
        Ok(self.rounded.len() > known)
    }

    /// The rounded rows that leaves add, with what those are made of. The leaves number them
    /// by their place in this list afterwards.
    fn kept(&self, nodes: &mut [Node]) -> Vec<usize> {
        let mut used = vec![false; self.rounded.len()];
        for node in &*nodes {
            if let Node::Ends(sum) = node {
                sum.rounded.iter().for_each(|&(row, _)| used[row] = true);
            }
        }
        for (row, rounded) in self.rounded.iter().enumerate().rev() {
            let is_used = used[row];
            for part in &rounded.parts {
                if let Part::Rounded(other) = part {
                    used[*other] |= is_used;
                }
            }
        }
        let kept: Vec<usize> = (0..used.len()).filter(|&row| used[row]).collect();
        for node in nodes {
            if let Node::Ends(sum) = node {
                for (row, _) in &mut sum.rounded {
                    *row = place(&kept, *row);
                }
            }
        }
        kept
    }

    /// Those rows as a certificate has them.
    fn rounded_of(&self, nodes: &mut [Node]) -> Vec<RoundedOf> {
        let kept = self.kept(nodes);
        let rows = kept.iter().map(|&row| RoundedOf {
            of: self.sum_of(&self.rounded[row].parts, |row| place(&kept, row)),
            divisor: 2,
        });
        rows.collect()
    }

    /// The leaf as a cut: `ends` has no other set than the whole board.
    fn cut_of(&self, leaf: Node) -> Cut {
        let mut nodes = [leaf];
        let kept = self.kept(&mut nodes);
        let halves = kept.iter().map(|&row| {
            let parts = &self.rounded[row].parts;
            let hole = |part: &Part| match part {
                Part::Hole(hole) => Some(*hole),
                _ => None,
            };
            let row = |part: &Part| match part {
                Part::Rounded(row) => Some(place(&kept, *row)),
                _ => None,
            };
            Half {
                holes: parts.iter().filter_map(hole).collect(),
                last: parts.iter().any(|part| matches!(part, Part::Last(_))),
                rows: parts.iter().filter_map(row).collect(),
            }
        });
        let rows = halves.collect();
        let [leaf] = nodes;
        let (weights, sets, rounded) = match leaf {
            Node::Ends(sum) => (sum.weights, sum.sets, sum.rounded),
            Node::Leaf(weights) => (weights, Vec::new(), Vec::new()),
            Node::Branch { .. } => (Vec::new(), Vec::new(), Vec::new()),
        };
        Cut {
            weights,
            last: sets.iter().map(|set| set.last).sum(),
            rounded,
            rows,
        }
    }

    /// Each of these once; `place` numbers rounded rows.
    fn sum_of(&self, parts: &[Part], place: impl Fn(usize) -> usize) -> Sum {
        let mut sum = Sum {
            weights: vec![0; self.problem.board().n_holes()],
            sets: Vec::new(),
            rounded: Vec::new(),
        };
        for &part in parts {
            let (set, first, last) = match part {
                Part::Hole(hole) => {
                    sum.weights[hole] += 1;
                    continue;
                }
                Part::Rounded(row) => {
                    sum.rounded.push((place(row), 1));
                    continue;
                }
                Part::First(set) => (set, 1, 0),
                Part::Last(set) => (set, 0, 1),
            };
            let holes = self.ends[set].holes.clone();
            sum.sets.push(EndsOf { holes, first, last });
        }
        sum
    }
}

/// The place of a row among those that are kept.
fn place(kept: &[usize], row: usize) -> usize {
    kept.iter().filter(|&&kept| kept < row).count()
}

/// The jump that is made a most broken number of times, and that number rounded down; `None`
/// if all numbers are whole.
fn most_broken(times: &[f64]) -> Option<(usize, i64)> {
    let off = |number: f64| (number - number.round()).abs();
    let numbers = times.iter().copied().enumerate();
    let most_broken = numbers.max_by(|a, b| off(a.1).total_cmp(&off(b.1)));
    most_broken
        .filter(|&(_, number)| off(number) > 1e-6)
        .map(|(jump, number)| (jump, number.floor() as i64))
}

//! Weights that tell the start from the goal: pagoda functions (Conway), bounds
//! on how often each jump is made (after Kiyomi and Matsui, *Integer programming
//! based algorithms for peg solitaire problems*, 2001), a solution's ends
//! ([`super::ends`]), and tables ([`super::tables`]).
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
    ends, named,
    program::{Besides, Bounds, Rounded, Tree, Trees},
    rounding,
    separation::{EndsOf, Node, RoundedOf, Separation, Sum},
    tables,
};
use crate::{
    board::JumpNumber,
    exact::{Cut, Half},
    problem::Problem,
    watch::{Stop, Watch},
};

/// A tree that shows the goal out of reach. `None` if there is no such tree, or it is not
/// found.
pub fn separating_weights(
    problem: &Problem,
    trees: Trees,
    watch: &Watch,
) -> Result<Option<Separation>, Stop> {
    if trees.nodes == 0 {
        return Ok(None);
    }
    if trees.besides == Besides::Tables {
        let sum = tables::separating(problem, watch)?;
        return Ok(sum.map(|sum| Separation {
            nodes: vec![sum.into()],
            rounded: Vec::new(),
        }));
    }
    let mut tree = Tree::new(problem, trees, watch);
    let mut nodes: Vec<Node> = vec![Node::Leaf(Vec::new())];
    let mut open: Vec<(usize, Bounds)> = vec![(0, Bounds::new())];
    while let Some((number, bounds)) = open.pop() {
        let (jump, at_most) = match tree.settle(&bounds)? {
            Settled::Leaf(sum) => {
                nodes[number] = sum.into();
                continue;
            }
            Settled::Open(branch) if nodes.len() + 2 <= trees.nodes => branch,
            Settled::Open(_) | Settled::Nothing => return Ok(None),
        };
        let ends = problem.board().jump(JumpNumber(jump));
        nodes[number] = Node::Branch {
            jump: named(problem.board(), ends),
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
/// that can be the last lowers it; if asked to, with rounded rows where nothing else will do.
/// `None` if there are none, or they are not found.
pub fn cut(problem: &Problem, with_rows: bool, watch: &Watch) -> Result<Option<Cut>, Stop> {
    let trees = Trees {
        nodes: 1,
        besides: match with_rows {
            true => Besides::Rounded,
            false => Besides::Ends,
        },
    };
    let mut tree = Tree {
        from_start: false,
        ..Tree::new(problem, trees, watch)
    };
    Ok(match tree.settle(&Bounds::new())? {
        Settled::Leaf(sum) => Some(tree.cut_of(sum)),
        _ => None,
    })
}

/// What became of a node.
enum Settled {
    Leaf(Sum),
    /// A jump that is to be bounded, and how often it is made at most in one case.
    Open((usize, i64)),
    Nothing,
}

/// The most times that rows are looked for in a node, and for other positions than the start,
/// where nothing is bounded after that; and the most sets in all.
const SEPARATIONS: usize = 4;
const SEPARATIONS_AT_ROOT: usize = 30;
const SEPARATIONS_FOR_ALL: usize = 6;
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
            from_start: true,
            trees,
        }
    }

    fn settle(&mut self, bounds: &Bounds) -> Result<Settled, Stop> {
        let is_rounded = self.trees.besides == Besides::Rounded;
        let at_root = is_rounded && self.from_start && bounds.is_empty();
        let mut separations = match self.trees.besides {
            Besides::Nothing => 0,
            Besides::Rounded if !self.from_start => SEPARATIONS_FOR_ALL,
            Besides::Rounded if at_root => SEPARATIONS_AT_ROOT,
            _ if self.trees.nodes == 1 => 0, // one linear program is all
            _ => SEPARATIONS,
        };
        loop {
            if let Some(leaf) = self.leaf(bounds)? {
                return Ok(Settled::Leaf(leaf));
            }
            if separations == 0 && self.trees.nodes == 1 {
                return Ok(Settled::Nothing);
            }
            let Some(times) = self.times(bounds)? else {
                return Ok(Settled::Nothing);
            };
            if separations == 0 || !self.separate(&times, at_root)? {
                return Ok(most_broken(&times).map_or(Settled::Nothing, Settled::Open));
            }
            separations -= 1;
        }
    }

    /// Adds sets whose rows these numbers of jumps break, or rounded rows, or at the root, as they
    /// take longest, rows of tables; whether there are new ones.
    fn separate(&mut self, times: &[f64], at_root: bool) -> Result<bool, Stop> {
        let known = self.ends.len();
        if self.from_start && known < MOST_SETS {
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
            let rows = rounding::broken(self, times)?;
            self.rounded.extend(rows);
        }
        if at_root && self.rounded.len() == known {
            let rows = tables::broken(self.problem, times, self.watch)?;
            self.rounded.extend(rows);
        }
        Ok(self.rounded.len() > known)
    }

    /// The rounded rows that these sums add, with those that they are made of. The sums number
    /// them by their place in this list afterwards.
    fn keep<'s>(&self, sums: impl Iterator<Item = &'s mut Sum>) -> Vec<Rounded> {
        let mut sums: Vec<&mut Sum> = sums.collect();
        let mut used = vec![false; self.rounded.len()];
        let added = sums.iter().flat_map(|sum| &sum.rounded);
        added.for_each(|&(row, _)| used[row] = true);
        for (number, row) in self.rounded.iter().enumerate().rev() {
            let is_used = used[number];
            row.rows.iter().for_each(|&other| used[other] |= is_used);
        }
        let place = |row: usize| used[..row].iter().filter(|used| **used).count();
        for (row, _) in sums.iter_mut().flat_map(|sum| &mut sum.rounded) {
            *row = place(*row);
        }
        let kept = self.rounded.iter().zip(&used).filter(|(_, used)| **used);
        kept.map(|(row, _)| Rounded {
            rows: row.rows.iter().map(|&row| place(row)).collect(),
            ..row.clone()
        })
        .collect()
    }

    /// A tree's rounded rows as a certificate has them; its leaves number them by their place.
    fn rounded_of(&self, nodes: &mut [Node]) -> Vec<RoundedOf> {
        let sums = nodes.iter_mut().filter_map(|node| match node {
            Node::Ends(sum) => Some(sum),
            _ => None,
        });
        let set = |&set: &usize, first, last| EndsOf {
            holes: self.ends[set].holes.clone(),
            first,
            last,
        };
        let as_sum = |row: Rounded| {
            let mut weights = vec![0; self.problem.board().n_holes()];
            row.holes.iter().for_each(|&hole| weights[hole] = 1);
            let first = row.first.iter().map(|one| set(one, 1, 0));
            let last = row.last.iter().map(|one| set(one, 0, 1));
            Sum {
                weights,
                sets: first.chain(last).collect(),
                rounded: row.rows.into_iter().map(|row| (row, 1)).collect(),
                tables: row.table.into_iter().collect(),
            }
        };
        let kept = self.keep(sums).into_iter();
        kept.map(|row| RoundedOf {
            divisor: if row.table.is_some() { 1 } else { 2 },
            of: as_sum(row),
        })
        .collect()
    }

    /// The sum as a cut: the one set that it may have is the whole board.
    fn cut_of(&self, mut sum: Sum) -> Cut {
        let kept = self.keep([&mut sum].into_iter()).into_iter();
        let rows = kept.map(|row| Half {
            holes: row.holes,
            last: !row.last.is_empty(),
            rows: row.rows,
        });
        Cut {
            rows: rows.collect(),
            weights: sum.weights,
            last: sum.sets.iter().map(|set| set.last).sum(),
            rounded: sum.rounded,
        }
    }
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

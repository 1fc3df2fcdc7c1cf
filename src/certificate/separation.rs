//! Trees of bounds and rounded rows, as certificates have them ([`pegsat_check`] says what
//! they must fulfil).

use crate::board::Hole;
use serde::Serialize;

/// A node of a tree of bounds; children come after their parent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Node {
    /// The weight of every hole.
    Leaf(Vec<i64>),
    /// The weight of every hole, and what is added.
    Ends(Sum),
    /// Two cases.
    Branch {
        /// The jump, as certificates name it.
        jump: Vec<Hole>,
        /// It is made no more often than this, …
        at_most: i64,
        /// … which is this node, …
        then: usize,
        /// … or more often, which is this one.
        otherwise: usize,
    },
}

impl From<Sum> for Node {
    fn from(sum: Sum) -> Self {
        match sum.sets.is_empty() && sum.rounded.is_empty() && sum.tables.is_empty() {
            true => Node::Leaf(sum.weights),
            false => Node::Ends(sum),
        }
    }
}

/// The weight of every hole; sets of holes that every solution changes; rounded rows by their
/// number, each with how often it is added; and tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sum {
    pub(super) weights: Vec<i64>,
    pub(super) sets: Vec<EndsOf>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rounded: Vec<(usize, i64)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tables: Vec<Table>,
}

/// A number for each way in which some holes can be filled, bit k for hole k of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Table {
    pub(super) holes: Vec<Hole>,
    pub(super) values: Vec<i64>,
}

/// A row that is divided and rounded up, made of rounded rows before it and others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoundedOf {
    pub(super) of: Sum,
    pub(super) divisor: i64,
}

/// What shows the goal out of reach: a tree, the root first, and the rounded rows that its
/// leaves add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Separation {
    pub(super) nodes: Vec<Node>,
    pub(super) rounded: Vec<RoundedOf>,
}

impl Separation {
    /// What certificates call it.
    pub(super) fn kind(&self) -> &'static str {
        let has_ends = || self.nodes.iter().any(|node| matches!(node, Node::Ends(_)));
        let has_tables = |node: &Node| match node {
            Node::Ends(sum) => !sum.tables.is_empty(),
            _ => false,
        };
        match self.nodes.len() {
            _ if !self.rounded.is_empty() => "cutting-planes",
            _ if self.nodes.iter().any(has_tables) => "tables",
            _ if has_ends() => "ends",
            1 => "pagoda",
            _ => "jump-bounds",
        }
    }
}

/// What is taken from the jumps that may be the first and the last to touch a set of holes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EndsOf {
    pub(super) holes: Vec<Hole>,
    pub(super) first: i64,
    pub(super) last: i64,
}

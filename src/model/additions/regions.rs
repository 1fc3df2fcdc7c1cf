//! Regions: sets of holes that stay full until one of their pegs begins a sweep, so that each
//! sweep empties at most one of disjoint ones; a hole that no jump leads over, a corner, is one by
//! itself. No more of them may be full than sweeps are left.

use super::{
    super::{Encoding, Meaning, unary},
    Addition, Additions, PLAIN,
};
use crate::{
    formula::Lit,
    problem::{Problem, regions},
};

/// The addition `regions`.
pub const REGIONS: Addition = Addition {
    word: "regions",
    summary: "full regions (sets of holes that stay full until a sweep begins in them) are no \
              more than the sweeps left, and are emptied only if a sweep begins there",
    models: &["S"],
    ..PLAIN
};

/// What is counted of a formula's sweeps.
pub(in crate::model) struct Full {
    pub(in crate::model) regions: regions::Regions,
    /// How many of each family may stay full.
    stay: Vec<usize>,
    earlier: Option<Earlier>,
}

/// Of the sweep before: the regions that were full, where it began, and how many regions of
/// each family were full, in unary.
struct Earlier {
    full: Vec<Lit>,
    from: Vec<Lit>,
    counts: Vec<Vec<Lit>>,
}

impl Full {
    pub(in crate::model) fn new(problem: &Problem, additions: &Additions) -> Self {
        let regions = match additions.has(&REGIONS) {
            true => regions::Regions::of(problem).clone(),
            false => regions::Regions::default(),
        };
        let stay = |family: &Vec<usize>| regions.stay(family, problem.goal());
        Full {
            stay: regions.families.iter().map(stay).collect(),
            regions,
            earlier: None,
        }
    }

    /// Before a sweep that begins in one of the holes `from`, with that many sweeps left,
    /// itself among them.
    pub(in crate::model) fn post(
        &mut self,
        encoding: &mut Encoding,
        before: &[Lit],
        from: &[Lit],
        left: usize,
    ) {
        let mut full = Vec::new();
        for region in &self.regions.holes {
            if let [hole] = region[..] {
                full.push(before[hole]);
                continue;
            }
            let lit = encoding.new_lit(Meaning::Auxiliary);
            let mut all = vec![lit];
            for &hole in region {
                encoding.formula.add_implication(lit, before[hole]);
                all.push(!before[hole]);
            }
            encoding.formula.add_clause(&all);
            full.push(lit);
        }
        let mut counts = Vec::new();
        for (family, stay) in self.regions.families.iter().zip(&self.stay) {
            let lits: Vec<Lit> = family.iter().map(|&place| full[place]).collect();
            let count = unary::count(encoding, &lits);
            for &too_many in count.iter().skip(left + stay) {
                encoding.formula.add_clause(&[!too_many]);
            }
            counts.push(count);
        }
        if let Some(earlier) = &self.earlier {
            for (place, region) in self.regions.holes.iter().enumerate() {
                // For a single hole this is (6).
                if region.len() > 1 {
                    let mut clause = vec![!earlier.full[place], full[place]];
                    clause.extend(region.iter().map(|&hole| earlier.from[hole]));
                    encoding.formula.add_clause(&clause);
                }
            }
            for (before, now) in earlier.counts.iter().zip(&counts) {
                for (&more, &less) in before.iter().skip(1).zip(now) {
                    encoding.formula.add_implication(more, less);
                }
            }
        }
        self.earlier = Some(Earlier {
            full,
            from: from.to_vec(),
            counts,
        });
    }
}

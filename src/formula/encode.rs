//! Linear constraints as clauses, by the encodings that rustsat offers.

use super::{Cnf, Formula, FormulaError, Linear, Lit, Relation};
use crate::watch::Watch;
use rustsat::{
    encodings::{am1, am1::Encode, pb},
    instances::{BasicVarManager, ManageVars},
    types::{Var, constraints::PbConstraint},
};
use serde::{Deserialize, Serialize};

/// The encodings of 'at most one of n literals'.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AtMostOne {
    /// Every pair excluded: n(n-1)/2 clauses, no variables.
    #[default]
    Pairwise,
    /// The sequential, or ladder, encoding (Gent and Nightingale 2004): about 3n clauses, n
    /// variables.
    Ladder,
}

pub(super) fn into_cnf(formula: Formula, at_most_one: AtMostOne) -> Result<Cnf, FormulaError> {
    formula.whole()?;
    let watch = formula.watch.clone();
    let check = || watch.as_ref().map_or(Ok(()), Watch::check);
    let Formula {
        n_vars,
        mut clauses,
        exactly_one,
        linear,
        ..
    } = formula;
    let mut vars = BasicVarManager::from_next_free(Var::new(n_vars));
    for lits in exactly_one {
        if clauses.is_full() {
            break;
        }
        check()?;
        clauses.push(lits.iter().copied());
        let cnf = &mut clauses;
        let outcome = match at_most_one {
            AtMostOne::Pairwise => am1::Pairwise::from_iter(lits).encode(cnf, &mut vars),
            AtMostOne::Ladder => am1::Ladder::from_iter(lits).encode(cnf, &mut vars),
        };
        outcome.map_err(|_| FormulaError::TooLarge)?;
    }
    for constraint in linear {
        if clauses.is_full() {
            break;
        }
        check()?;
        pb::default_encode_pb_constraint(constraint.into(), &mut clauses, &mut vars)
            .map_err(|_| FormulaError::TooLarge)?;
    }
    if clauses.is_full() || vars.n_used() > 1 << 31 {
        return Err(FormulaError::TooLarge);
    }
    Ok(Cnf {
        n_vars: vars.n_used(),
        clauses,
    })
}

impl From<Linear> for PbConstraint {
    fn from(linear: Linear) -> Self {
        let terms: Vec<(Lit, isize)> = linear.terms;
        match linear.relation {
            Relation::AtLeast => PbConstraint::new_lb(terms, linear.bound),
            Relation::AtMost => PbConstraint::new_ub(terms, linear.bound),
            Relation::Equal => PbConstraint::new_eq(terms, linear.bound),
        }
    }
}

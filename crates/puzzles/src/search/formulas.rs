//! Koutack and queens as formulas, by the solver that the peg models have.

use super::{
    Space,
    koutack::{Koutack, Move},
    queens::Queens,
};
use pegsat::{
    formula::{AtMostOne, Formula, FormulaError, Lit, Relation},
    solver::{self, Context, SolverError, Verdict},
    watch::Watch,
};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each says what it is as its text")]
pub enum FormulasError {
    #[error(transparent)]
    Formula(#[from] FormulaError),
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error("the solver gave up")]
    Unknown,
}

/// The literals that are true, or none if the formula has no solution.
fn solved(formula: Formula, watch: &Watch) -> Result<Option<Vec<bool>>, FormulasError> {
    let cnf = formula.into_cnf(AtMostOne::default())?;
    let verdict = solver::by_name("varisat")?.solve(&cnf, Context::new(watch))?;
    Ok(match verdict {
        Verdict::Satisfiable(assignment) => Some(assignment),
        Verdict::Unsatisfiable => None,
        Verdict::Unknown => return Err(FormulasError::Unknown),
    })
}

fn holds(assignment: &[bool], lit: Lit) -> bool {
    assignment.get(lit.vidx()).copied().unwrap_or(false)
}

fn at_most_one(formula: &mut Formula, lits: impl IntoIterator<Item = Lit>) {
    formula.add_linear(lits.into_iter().map(|lit| (lit, 1)), Relation::AtMost, 1);
}

/// The column of each row's queen: one in each row and column, at most one on a diagonal.
pub fn queens(queens: Queens, watch: &Watch) -> Result<Option<Vec<u8>>, FormulasError> {
    let n = usize::from(queens.size());
    let mut formula = Formula::new();
    let squares: Vec<Vec<Lit>> = (0..n)
        .map(|_| (0..n).map(|_| formula.new_lit()).collect())
        .collect();
    for line in 0..n {
        formula.add_exactly_one(squares[line].clone());
        formula.add_exactly_one(squares.iter().map(|row| row[line]).collect());
    }
    for diagonal in 1..2 * n - 2 {
        let rising = (0..n).filter_map(|row| squares[row].get(diagonal.checked_sub(row)?).copied());
        let falling = (0..n).filter_map(|row| {
            squares[row]
                .get((row + n - 1).checked_sub(diagonal)?)
                .copied()
        });
        let (rising, falling): (Vec<Lit>, Vec<Lit>) = (rising.collect(), falling.collect());
        at_most_one(&mut formula, rising);
        at_most_one(&mut formula, falling);
    }
    let column = |assignment: &Vec<bool>, row: &Vec<Lit>| {
        let found = row.iter().position(|&lit| holds(assignment, lit));
        found.map_or(u8::MAX, |column| column as u8)
    };
    let found = solved(formula, watch)?;
    Ok(found.map(|assignment| squares.iter().map(|row| column(&assignment, row)).collect()))
}

/// The fewest moves to a single pile, without splits: for 0, 1, 2, … moves a formula, whose
/// variables say which cells are occupied before each move, and which cell gathers. Letters do
/// not matter to it.
pub fn koutack(space: &Koutack, watch: &Watch) -> Result<Option<Vec<Move>>, FormulasError> {
    let start = space.piles(&space.start());
    let most = start
        .iter()
        .filter(|&&pile| pile > 0)
        .count()
        .saturating_sub(1);
    let least = space.estimate(&space.start()).unwrap_or(0) as usize;
    for steps in least..=most {
        if let Some(moves) = gathered(space, &start, steps, watch)? {
            return Ok(Some(moves));
        }
    }
    Ok(None)
}

fn gathered(
    space: &Koutack,
    start: &[u8],
    steps: usize,
    watch: &Watch,
) -> Result<Option<Vec<Move>>, FormulasError> {
    let cells = 0..start.len();
    let mut formula = Formula::new();
    let mut lits = |times: usize| -> Vec<Vec<Lit>> {
        let mut row = || cells.clone().map(|_| formula.new_lit()).collect();
        (0..times).map(|_| row()).collect()
    };
    let (occupied, gathers) = (lits(steps + 1), lits(steps));
    for (&lit, &pile) in occupied[0].iter().zip(start) {
        formula.add_clause(&[if pile > 0 { lit } else { !lit }]);
    }
    at_most_one(&mut formula, occupied[steps].iter().copied());
    for step in 0..steps {
        let (before, after, gather) = (&occupied[step], &occupied[step + 1], &gathers[step]);
        formula.add_exactly_one(gather.clone());
        for cell in cells.clone() {
            let beside: Vec<usize> = space
                .beside(cell)
                .iter()
                .map(|&one| usize::from(one))
                .collect();
            formula.add_implication(gather[cell], !before[cell]);
            formula.add_implication(gather[cell], after[cell]);
            for &one in &beside {
                // Two or more: whichever is left out, one of the others.
                let others = beside
                    .iter()
                    .filter(|&&other| other != one)
                    .map(|&other| before[other]);
                let clause: Vec<Lit> = std::iter::once(!gather[cell]).chain(others).collect();
                formula.add_clause(&clause);
                formula.add_implication(gather[cell], !after[one]);
            }
            // Nothing else changes.
            formula.add_clause(&[!after[cell], before[cell], gather[cell]]);
            let taken = beside.iter().map(|&one| gather[one]);
            let clause: Vec<Lit> = [after[cell], !before[cell]]
                .into_iter()
                .chain(taken)
                .collect();
            formula.add_clause(&clause);
        }
    }
    let found = solved(formula, watch)?;
    Ok(found.map(|assignment| {
        let cell = |gather: &Vec<Lit>| gather.iter().position(|&lit| holds(&assignment, lit));
        let moves = gathers.iter().filter_map(cell);
        moves.map(|cell| Move::Gather(cell as u8)).collect()
    }))
}

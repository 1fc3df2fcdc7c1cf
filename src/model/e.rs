//! Model E, ordered layers: ∃-step plans (Rintanen, Heljanko and Niemelä,
//! *Planning as satisfiability: parallel plans and algorithms for plan search*,
//! Artificial Intelligence 170, 2006).
//!
//! A layer is one pass over all jumps in an [order](super::order); each is made
//! or not, and later ones see what earlier ones did. So a layer holds any
//! sequence of jumps that ascends in the order.
//!
//! **Variables.** `x[l,j]` = jump j is made in layer l; and values of holes on
//! the way. Each hole carries a value through the passes, known at the start. A
//! jump *takes* the pegs of its `from` and `over` and *brings* one to its `to`.
//! Of the jumps that change a hole h, in the order in which they come, take a
//! longest run that all take, or all bring. With the value c before it, and r =
//! c if they take, r = ¬c if they bring (h is ready for them):
//! 1. `x ⟹ r` for each x of the run: peg, peg, hole;
//! 2. `¬x ∨ ¬y` for two of the run: the first leaves the hole unready;
//! 3. the value after it is n, again as readiness s = n if they take, s = ¬n if
//!    they bring: `s ⟺ r ∧ ¬x₁ ∧ … ∧ ¬xₖ`.
//!
//! and the goal on the last values (a peg that must survive has values of its own).
//! Where r is known to be true and k = 1, s is ¬x and needs no variable; a jump that
//! meets a hole known to be unready has no variable either. So first layers are small:
//! from one vacancy the few jumps that can be reached.
//!
//! Runs are what makes this smaller than one new value for each change (the
//! chain c, c ⊕ x, …): values within a run are never named.
//!
//! **Size** on a board with j jumps, L layers: at most jL jumps and 3jL values,
//! fewer by one for each two neighbours of a run; a run of k adds k + k(k-1)/2 +
//! (k + 2) clauses. A run ends after `LONGEST_RUN` jumps, so all is linear in
//! jL; on the usual boards other changes end it before.
//!
//! **Layers.** As many as there are jumps in a solution always suffice.

use super::{
    Encoding, Meaning, Model, ModelError, Options, PLAIN, Step,
    additions::{EARLY, early},
    layers,
    survivor::Survivor,
    value::{Value, add_clause},
};
use crate::{
    board::{Hole, JumpNumber},
    formula::Lit,
    problem::Problem,
    watch::Watch,
};

/// Model E.
pub const E: Model = Model {
    name: "E",
    summary: "ordered layers: each a pass over the jumps in a fixed order",
    step: Step::Pass,
    follows_survivors: true,
    rows_a_step: [3, 0, 0],
    state,
    ..PLAIN
};

fn state(problem: &Problem, options: &Options, watch: &Watch) -> Result<Encoding, ModelError> {
    let layers = layers::number(problem, options)?;
    let mut encoding = Encoding::watched(watch);
    let mut chains: Vec<Chain> = (0..problem.board().n_holes())
        .map(|hole| Chain::new(problem, hole))
        .collect();
    let mut survivors = Survivor::all(problem);
    let mut slots: Vec<Option<Slot>> = vec![None; problem.board().jumps().len()];
    for (index, pass) in options.order.passes(problem, layers).enumerate() {
        if encoding.formula.is_full() {
            break;
        }
        for &number in pass.iter() {
            let Some(x) = jump(&mut encoding, problem, &mut chains, index + 1, number) else {
                continue;
            };
            let made = problem.board().jump(number);
            for survivor in &mut survivors {
                survivor.jump(&mut encoding, made, x, index + 1);
            }
            let touched = made.holes();
            if options.additions.has(&EARLY) {
                if let Some(slot) = slots[number.0] {
                    let holes = touched.iter().zip(slot);
                    let since = holes.flat_map(|(&hole, begin)| &chains[hole].touches[begin..]);
                    early::in_pass(&mut encoding, since, x);
                }
                slots[number.0] = Some(touched.map(|hole| chains[hole].touches.len()));
            }
            for hole in touched {
                chains[hole].touches.push(x);
            }
        }
    }
    for chain in &mut chains {
        chain.end_run(&mut encoding, layers);
    }
    for survivor in &survivors {
        survivor.end(&mut encoding);
    }
    let end: Vec<Value> = chains.iter().map(|chain| chain.value).collect();
    layers::add_goal(&mut encoding, problem, options, &end);
    Ok(encoding)
}

/// The most jumps of a run: as many as take from a hole of the triangular
/// lattice. Runs go on from layer to layer, and without this end the pairs of
/// family 2 would grow with the square of the layers where a hole is only left.
const LONGEST_RUN: usize = 12;

/// What a jump does to a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Takes,
    Brings,
}

/// A hole's value on its way through the passes.
struct Chain {
    cell: (i32, i32),
    /// Before the run.
    value: Value,
    /// The run: what its jumps do, and their variables.
    change: Change,
    run: Vec<Lit>,
    /// The variables of all jumps so far that change the hole.
    touches: Vec<Lit>,
}

/// Where a jump stood in the pass before: how many jumps had changed each of
/// its holes by then.
type Slot = [usize; 3];

impl Chain {
    fn new(problem: &Problem, hole: Hole) -> Self {
        Chain {
            cell: problem.board().cell(hole),
            value: Value::Known(problem.start().has_peg(hole)),
            change: Change::Takes,
            run: Vec::new(),
            touches: Vec::new(),
        }
    }

    /// Whether the hole is ready for the run, before it.
    fn ready(&self) -> Value {
        match self.change {
            Change::Takes => self.value,
            Change::Brings => !self.value,
        }
    }

    /// Goes on with jumps of this kind.
    fn prepare(&mut self, encoding: &mut Encoding, change: Change, layer: usize) {
        if self.change != change || self.run.len() == LONGEST_RUN {
            self.end_run(encoding, layer);
            self.change = change;
        }
    }

    /// Families 1 and 2 for one more jump of the run.
    fn append(&mut self, encoding: &mut Encoding, x: Lit) {
        encoding.formula.family("1. a jump finds its holes ready");
        add_clause(encoding, &[Value::Lit(!x), self.ready()]);
        encoding
            .formula
            .family("2. one jump of a run leaves the hole unready for the others");
        for &y in &self.run {
            encoding.formula.add_clause(&[!y, !x]);
        }
        self.run.push(x);
    }

    /// Family 3: the value after the run.
    fn end_run(&mut self, encoding: &mut Encoding, layer: usize) {
        let ready = self.ready();
        let after = match (ready, self.run.as_slice()) {
            (_, []) => return,
            (Value::Known(true), &[x]) => Value::Lit(!x),
            (_, run) => {
                let (step, hole) = (layer, self.cell);
                let after = Value::Lit(encoding.new_lit(match self.change {
                    Change::Takes => Meaning::Peg { step, hole },
                    Change::Brings => Meaning::NoPeg { step, hole },
                }));
                (encoding.formula)
                    .family("3. after a run the hole is ready if it was, and none was made");
                add_clause(encoding, &[!after, ready]);
                for &x in run {
                    add_clause(encoding, &[!after, Value::Lit(!x)]);
                }
                let mut clause = vec![after, !ready];
                clause.extend(run.iter().map(|&x| Value::Lit(x)));
                add_clause(encoding, &clause);
                after
            }
        };
        self.value = match self.change {
            Change::Takes => after,
            Change::Brings => !after,
        };
        self.run.clear();
    }
}

/// One jump of a pass, and its variable if it can be made there.
fn jump(
    encoding: &mut Encoding,
    problem: &Problem,
    holes: &mut [Chain],
    layer: usize,
    number: JumpNumber,
) -> Option<Lit> {
    let jump = problem.board().jump(number);
    let changes = [
        (jump.from, Change::Takes),
        (jump.over, Change::Takes),
        (jump.to, Change::Brings),
    ];
    for (hole, change) in changes {
        holes[hole].prepare(encoding, change, layer);
    }
    if changes
        .iter()
        .any(|&(hole, _)| holes[hole].ready() == Value::Known(false))
    {
        return None; // it cannot be made here
    }
    let x = encoding.new_lit(Meaning::Move {
        step: layer,
        jump: number,
    });
    for (hole, _) in changes {
        holes[hole].append(encoding, x);
    }
    Some(x)
}

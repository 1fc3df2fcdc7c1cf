//! In which order a layer of model E passes over the jumps.
//!
//! Any order is sound, and with enough layers complete; but how many layers a
//! solution needs, and how hard it is to find, depends on it more than on
//! anything else: docs/tried.md compares.
//!
//! `wave` follows what a game does. Holes spread from the vacancy over the
//! board, so the first layer passes from near the vacancy outwards; pegs are
//! drawn together at the finish, so the last layer passes from afar inwards. A
//! jump read backwards in the complement of the board is the same jump, which
//! turns the one into the other. Between them the order `direction` has long
//! runs for single pegs and for columns of pegs.
//!
//! `ripple` passes outwards from the finish in the last layer too. It was met
//! by chance, and no argument for it is known: it mostly needs a layer more than
//! `wave`, and its solutions are found sooner.

mod pass;

use crate::{board::JumpNumber, formula::words::words, problem::Problem};
use pass::{Pass, Plane};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, rc::Rc};

words! {
    /// An order of jumps, layer by layer.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Order: (Order, &'static str, &'static str) {
        #[default]
        Number = "number": "the board's numbering of its jumps",
        Direction = "direction": "one direction after the other, each sorted along itself",
        Along = "along": "all directions at once, by how far a jump has come across the board",
        Against = "against": "the reverse of along",
        Far = "far": "from afar towards the goal's pegs",
        Wave = "wave": "outwards from the vacancies in the first layer, then 'direction', 'far' in the last",
        WaveAlong = "wave-along": "the same, with along between",
        Ripple = "ripple": "outwards from the vacancies, in the last layer from the goal's pegs, direction between",
        RippleZigzag = "ripple-zigzag": "the same, with the numbering between, backward and forward in turn",
        Mixed = "mixed":
            "number in the first and the last layer, along and direction in turn between",
        Gather = "gather": "direction in the first layer, far in the others",
        Packages = "packages": "one three-purge after the other, from afar towards the goal's pegs",
    }
    |text, names| format!("no order is called '{text}'; expected {names}")
}

/// Every order, with a line on each.
pub const ORDERS: &[(Order, &str, &str)] = &Order::ALL;

impl Order {
    /// The jumps' numbers in the order of each layer, made when they are asked
    /// for; layers of the same pass share it.
    pub fn passes(
        self,
        problem: &Problem,
        layers: usize,
    ) -> impl Iterator<Item = Rc<[JumpNumber]>> {
        let plane = Plane::of(problem);
        let mut made = HashMap::new();
        (0..layers).map(move |layer| {
            let pass = self.pass(layer, layers);
            let jumps = made.entry(pass).or_insert_with(|| plane.jumps(pass));
            Rc::clone(jumps)
        })
    }

    /// The pass of one layer.
    fn pass(self, layer: usize, layers: usize) -> Pass {
        let zigzag = match layer.is_multiple_of(2) {
            true => Pass::Backward,
            false => Pass::Number,
        };
        let direction = Pass::Direction;
        // Passes for the first layer, those between, and the last.
        let (first, between, last) = match self {
            Order::Number => return Pass::Number,
            Order::Direction => return direction,
            Order::Along => return Pass::Along,
            Order::Against => return Pass::Against,
            Order::Far => return Pass::ToFinishes,
            Order::Packages => return Pass::Packages,
            Order::Gather => (direction, Pass::ToFinishes, Pass::ToFinishes),
            Order::Wave => (Pass::FromVacancies, direction, Pass::ToFinishes),
            Order::WaveAlong => (Pass::FromVacancies, Pass::Along, Pass::ToFinishes),
            Order::Ripple => (Pass::FromVacancies, direction, Pass::FromFinishes),
            Order::RippleZigzag => (Pass::FromVacancies, zigzag, Pass::FromFinishes),
            Order::Mixed if layer.is_multiple_of(2) => (Pass::Number, direction, Pass::Number),
            Order::Mixed => (Pass::Number, Pass::Along, Pass::Number),
        };
        match layer {
            0 => first,
            _ if layer + 1 == layers => last,
            _ => between,
        }
    }
}

/// The orders to try for a problem where none is asked for, the best one first:
/// see docs/tried.md for the measurements behind it.
pub fn best_first(problem: &Problem) -> Vec<Order> {
    use Order::*;
    let holes = problem.board().n_holes();
    let vacancies = holes - problem.start().n_pegs();
    match holes {
        // Vacancies all over a large board: holes spread from no single place.
        100.. if vacancies > holes / 20 => vec![Wave, Far, Gather],
        0..40 => vec![Mixed, Number, Against, Along, Direction, Wave],
        40..100 => vec![Packages, WaveAlong, Mixed, Against],
        _ => vec![Ripple, Wave, RippleZigzag, Along],
    }
}

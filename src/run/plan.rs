//! Which attempts are made at a problem, and when.
//!
//! Where the number of layers is to be found, no single formula is sure to be
//! the right one: too few layers hold no solution, many make a solution hard to
//! find, and for each number the solver needs luck. So attempts are interleaved,
//! as algorithm B of Rintanen, Heljanko and Niemelä (2006) does with plan
//! lengths: each begins some layers above the least that propagation does not
//! refute, and goes on with one more when its number is refuted; each has its
//! own order, seed and layers ahead; and later ones begin when as much time is
//! used as a geometric sequence says. The attempts with the least time so far
//! run, so a new one catches up with the others first; but in long runs the
//! first attempt, whose order is the best known, gets most of the time. If
//! attempt k alone would take time t, the run takes no longer than until attempt
//! k begins plus t times the number of attempts begun by the end, which grows
//! with its logarithm; in long runs four times that, for what the first one gets.

use super::Task;
use crate::model::Order;
use std::time::Duration;

/// The time used in all attempts when the second one begins.
const SECOND: Duration = Duration::from_millis(20);

/// The ratio of one such time to the one before, while orders are new, and when
/// they come again.
const GROWTH: f64 = 2.0;
const LATER_GROWTH: f64 = 8.0;

/// Once this much time is used the first attempt gets [`FIRST_SHARE`] of it.
const PREFERENCE: Duration = Duration::from_secs(1);

/// Its order is the best known, and the others only guard against bad luck.
const FIRST_SHARE: f64 = 0.75;

/// Attempts begin 0 to this less one layers above the least.
const AHEAD: usize = 4;

/// The most attempts.
const MOST: usize = 24;

/// The attempts at a task.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The first attempt.
    pub task: Task,
    /// How many may run at the same time.
    pub jobs: usize,
    /// The orders to try, for models that have them, where none was asked for;
    /// the first is the task's own.
    pub orders: Vec<Order>,
}

impl Plan {
    /// Attempt number `index`, from 0. Those after the first have other seeds,
    /// drawn from the task's; without a climb they are the same formula, and
    /// there are no more of them than can run together. `refuted` is what was
    /// refuted so far: the most layers, and their order.
    pub(super) fn attempt(&self, index: usize, refuted: &[(usize, Order)]) -> Option<Task> {
        let mut task = self.task.clone();
        task.scratch = task.scratch.join(index.to_string());
        if index == 0 {
            return Some(task);
        }
        task.seed = (task.seed.wrapping_mul(1009)).wrapping_add(index as u64) % (1 << 53);
        match &mut task.climb {
            Some(_) if index >= MOST.max(self.jobs) => return None,
            None if index >= self.jobs => return None,
            None => {}
            Some(ahead) => {
                // All orders at the first number of layers, then at the next, …
                let n_orders = self.orders.len().max(1);
                *ahead += index / n_orders % AHEAD;
                if let Some(&order) = self.orders.get(index % n_orders) {
                    task.options.order = order;
                }
                let order = task.options.order;
                let ours = refuted.iter().filter(|refuted| refuted.1 == order);
                task.options.layers = ours.map(|(layers, _)| layers + 1).max();
            }
        }
        Some(task)
    }

    /// How much time must be used in all attempts before this one begins.
    pub(super) fn begins(&self, index: usize) -> Duration {
        match index.checked_sub(self.jobs) {
            None => Duration::ZERO,
            Some(later) => {
                let new = later.min(self.orders.len().max(1));
                let growth = GROWTH.powi(new as i32) * LATER_GROWTH.powi((later - new) as i32);
                SECOND.mul_f64(self.jobs as f64 * growth)
            }
        }
    }

    /// The attempt with the least of this runs next: the time it has used, or
    /// none for the first attempt as long as it lacks its share of `all`.
    pub(super) fn rank(&self, index: usize, used: Duration, all: Duration) -> Duration {
        let lacks = index == 0 && all > PREFERENCE && used < all.mul_f64(FIRST_SHARE);
        if lacks { Duration::ZERO } else { used }
    }
}

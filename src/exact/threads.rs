//! Work by all threads. Not generic over the work, as the code below it is long, and exhaustive
//! search is there once for each width of a position and size of a symmetry group.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::sync::OnceLock;

/// Does the work once on every thread.
pub(super) fn on_each(work: &(dyn Fn() + Sync)) {
    rayon::broadcast(|_| work());
}

/// What `work` makes of 0, 1, … below `n`, in this order.
pub(super) fn map<R: Send + Sync>(n: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let made: Vec<OnceLock<R>> = (0..n).map(|_| OnceLock::new()).collect();
    each(n, &|index| {
        let _ = made[index].set(work(index)); // each index comes once
    });
    made.into_iter().filter_map(OnceLock::into_inner).collect()
}

fn each(n: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..n).into_par_iter().with_max_len(1).for_each(work);
}

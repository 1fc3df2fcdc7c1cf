//! Work by all threads.
//!
//! Exhaustive search is compiled once for each width of a position and size of a symmetry
//! group. The thread pool's code is long, so it is behind one function that is not generic.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::sync::OnceLock;

/// What `work` makes of each number below `n`, in their order.
pub(super) fn map<R: Send + Sync>(n: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let made: Vec<OnceLock<R>> = (0..n).map(|_| OnceLock::new()).collect();
    for_each(n, &|index| {
        let _ = made[index].set(work(index)); // empty before: each number comes once
    });
    made.into_iter().filter_map(OnceLock::into_inner).collect()
}

fn for_each(n: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..n).into_par_iter().for_each(work);
}
